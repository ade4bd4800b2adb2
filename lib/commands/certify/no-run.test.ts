import { describe, expect, test } from 'vitest';
import { answering, connecting, nobody } from '../../interface/control/answering.support.ts';
import { BOUNDED, certify, type Ended, merchantAt } from './command.support.ts';

const created = ['--requirement', 'checkout.created'];

describe.concurrent('no run can be made: 2, one clear line, no certificate', () => {
  const refused = (ran: Ended, line: RegExp) => {
    expect(ran.stderr).toMatch(line);
    expect(ran.stderr.trim().split('\n')).toHaveLength(1);
    expect(ran.stdout).toBe('');
    expect(ran.status).toBe(2);
    expect(ran.certificate).toBeNull();
  };

  test.each<[string, string[], Record<string, string>, RegExp]>([
    ['a wrong address', [], { ...merchantAt('http:/nowhere here') }, /^certify: TARGET_BASE_URL is not an http/],
    [
      'a live key for the sandbox',
      [],
      { ...merchantAt('http://127.0.0.1:9'), TARGET_API_KEY: 'svc_live_sk_1' },
      /^certify: TARGET_API_KEY starts with svc_live_sk_/,
    ],
    [
      'a mistyped setting',
      [],
      { TARGET_BASEURL: 'http://127.0.0.1:9' },
      /^certify: TARGET_BASEURL is not a setting \(did/,
    ],
    ['an empty address', [], { TARGET_BASE_URL: '' }, /^certify: TARGET_BASE_URL is set, but empty/],
    [
      'an empty address, looked at',
      ['--check'],
      { TARGET_BASE_URL: '' },
      /^certify: TARGET_BASE_URL is set, but empty/,
    ],
    ['no address in CI', [], { CI: 'true' }, /^certify: TARGET_BASE_URL is not set; in CI .* only with --reference$/m],
    ['no address in CI, looked at', ['--check'], { CI: '1' }, /^certify: TARGET_BASE_URL is not set; in CI/],
    [
      'key and id swapped',
      [],
      { TARGET_BASE_URL: 'http://127.0.0.1:9', TARGET_API_KEY: 'mch_test_1', TARGET_MERCHANT_ID: 'svc_test_sk_s3cret' },
      /^certify: TARGET_MERCHANT_ID looks like an API key: is it swapped with TARGET_API_KEY\?$/m,
    ],
    ['an unknown chapter', ['--chapter', 'refund'], {}, /^certify: no chapter refund; there are: checkouts/],
    [
      'an unknown requirement',
      ['--requirement', 'checkout.create'],
      {},
      /^certify: no requirement checkout\.create \(did you mean checkout\.created\?\)/,
    ],
    ['a bad seed', ['--seed', 'x'], {}, /^certify: --seed is not a whole number: x$/m],
    [
      'a file as folder',
      ['--out', import.meta.filename],
      {},
      /^certify: --out: .* is no folder that can be written to/,
    ],
  ])('%s', async (_, args, settings, line) => {
    refused(await certify(args, settings), line);
  });

  test.each([
    ['an unknown option', ['--chapters', 'refunds']],
    ['an option without its value', ['--chapter']],
  ])('%s', async (_, args) => {
    const ran = await certify(args);
    expect(ran.stderr).toMatch(/^error: /);
    expect([ran.status, ran.certificate]).toEqual([2, null]);
  });

  test('in CI, the reference that was asked for is certified', async () => {
    const ran = await certify([...created, '--reference'], { CI: 'true' });
    expect([ran.status, ran.certificate?.verdict]).toEqual([0, 'conformant_in_scope']);
  });

  test('nobody listens', async () => {
    const url = await nobody();
    refused(
      await certify(created, merchantAt(url)),
      /^certify: TARGET_BASE_URL: no HTTP answer from .* \(connection refused\)$/m,
    );
  });

  test('it cuts every connection', async () => {
    const url = await connecting((socket) => socket.destroy());
    refused(await certify(created, merchantAt(url)), /^certify: .*\(it cuts the connection\)$/m);
  });

  test('it hangs from the start', async () => {
    const url = await connecting(() => {});
    const ran = await certify(created, merchantAt(url));
    refused(ran, /\(it accepts the connection but does not answer\)$/m);
    expect(ran.seconds).toBeLessThan(BOUNDED);
  });

  test('the port for webhooks is busy', async () => {
    const target = await answering(() => [200]);
    const port = new URL(target.url).port;
    const ran = await certify(created, { ...merchantAt(target.url), CAPTURE_LISTEN: `127.0.0.1:${port}` });
    refused(ran, new RegExp(`^certify: CAPTURE_LISTEN: port ${port} on 127\\.0\\.0\\.1 is in use`));
    expect(target.asked).toEqual([]);
  });

  test('the control token is wrong', async () => {
    const target = await answering(() => [401]);
    const settings = {
      ...merchantAt(target.url),
      TARGET_CONTROL_URL: target.url,
      TARGET_CONTROL_TOKEN: 'not-this-one',
    };
    const ran = await certify(created, settings);
    refused(ran, /^certify: the control interface refuses TARGET_CONTROL_TOKEN \(401 on GET \/\)$/m);
  });

  test('the control token turns out to be wrong on the way', async () => {
    const target = await answering(({ method, path }) =>
      path.endsWith('/settle')
        ? [403]
        : method === 'POST'
          ? [201, { reference: 'a', id: 'b', status: 'pending' }]
          : [404],
    );
    const control = { TARGET_CONTROL_URL: target.url, TARGET_CONTROL_TOKEN: 'not-this-one' };
    const ran = await certify(['--requirement', 'checkout.paid-at-set'], {
      ...merchantAt(target.url),
      ...control,
    });
    expect(ran.stderr).toMatch(/^certify: the control interface refuses TARGET_CONTROL_TOKEN \(403/m);
    expect([ran.status, ran.certificate]).toEqual([2, null]);
  });
});
