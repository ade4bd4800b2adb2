import { describe, expect, test } from 'vitest';
import { answering, type Reply } from '../../interface/control/answering.support.ts';
import { requirements } from '../../interface/register/index.ts';
import { BOUNDED, certify, type Ended, filesIn, merchantAt, outcomeOf } from './command.support.ts';

/** Complete runs of the real command, each in its own process. */

const created = ['--requirement', 'checkout.created'];

describe.concurrent('a run of the embedded reference', () => {
  test('of a few requirements: conformant in scope, 0', async () => {
    const ran = await certify([
      '--requirement',
      'checkout.created,bank.has-code',
      '--requirement',
      'auth.unknown-key',
      '--seed',
      '42',
    ]);
    expect(ran.stdout).toContain('CONFORMANT_IN_SCOPE: all that was exercised passed; some was not exercised');
    expect(ran.status).toBe(0);
    expect(ran.certificate).toMatchObject({
      verdict: 'conformant_in_scope',
      selection: { requirements: ['checkout.created', 'bank.has-code', 'auth.unknown-key'] },
      seed: 42,
      totals: { passed: 2, failed: 0, blocked: 0, notExercised: requirements.length - 2 },
    });
    expect(ran.certificate?.requests).toBeGreaterThan(1);
    expect(ran.certificate?.requirements).toHaveLength(requirements.length);
    expect(outcomeOf(ran, 'checkout.created')).toBe('passed');
    expect(ran.certificate?.observations.find(({ id }) => id === 'auth.unknown-key')?.observed).toMatch(/^4\d\d/);

    const files = filesIn(ran.out);
    expect(files.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['certificate.json', 'certificate.html', 'trace.html', 'junit.xml', 'deliveries.ndjson']),
    );
    const lines = <Line>(file: string) =>
      (files.find(({ name }) => name === file)?.content.toString() ?? '')
        .split('\n')
        .flatMap((line) => (line === '' ? [] : [JSON.parse(line) as Line]));
    const checks = lines<{ id: string; about: string; spare?: true }>('checks.ndjson');
    const steps = lines<{ id: string; stepLog: { words?: string }[] }>('steps.ndjson');
    const own = checks.find(({ about, spare }) => about === 'checkout.created' && !spare);
    const { id } = own ?? expect.fail('no check of it');
    expect(steps.find((each) => each.id === id)?.stepLog.map(({ words }) => words)).toEqual([
      expect.stringMatching(/^the merchant creates a checkout of .* → 201, status pending$/),
    ]);
    expect(checks.map(({ about }) => about)).toContain('auth.unknown-key');
    expect(steps.map((each) => each.id)).toEqual(checks.map((each) => each.id));
  });

  test('the smoke profile: conformant in scope within 100 requests', async () => {
    const { certificate, status } = await certify(['--profile', 'smoke']);
    const told = certificate?.requirements.flatMap(({ id, outcome, reason }) =>
      outcome === 'failed' || outcome === 'blocked' ? `${id}: ${reason}` : [],
    );
    expect(told).toEqual([]);
    expect(status).toBe(0);
    expect(certificate?.requests).toBeGreaterThan(30);
    expect(certificate?.requests).toBeLessThanOrEqual(100);
  });

  test('side by side with another, each with its own folder', async () => {
    const [checkouts, banks] = await Promise.all([certify(created), certify(['--chapter', 'banks'])]);
    expect([checkouts.status, banks.status]).toEqual([0, 0]);
    expect([outcomeOf(checkouts, 'checkout.created'), outcomeOf(checkouts, 'bank.has-code')]).toEqual([
      'passed',
      'not_exercised',
    ]);
    expect([outcomeOf(banks, 'checkout.created'), outcomeOf(banks, 'bank.has-code')]).toEqual([
      'not_exercised',
      'passed',
    ]);
    expect(checkouts.certificate?.target.baseUrl).not.toBe(banks.certificate?.target.baseUrl);
  });

  test('interrupted: a certificate all the same', async () => {
    const ran = await certify(
      ['--chapter', 'checkouts', '--chapter', 'refunds', '--chapter', 'payouts'],
      {},
      async ({ interrupt, said }) => {
        await said('certifying');
        interrupt();
      },
    );
    expect(ran.stderr).toContain('interrupted: ending what is under way and writing the certificate');
    expect(ran.certificate?.requirements).toHaveLength(requirements.length);
    expect(ran.certificate?.requirements.map(({ reason }) => reason)).toContain('interrupted');
    expect(ran.certificate?.totals.blocked).toBe(0);
    expect(ran.certificate?.totals.failed).toBe(0);
    expect(ran.status).toBe(ran.certificate?.totals.passed === 0 ? 1 : 0);
  });
});

describe.concurrent('a target that does something else', () => {
  const run = async (reply: Reply, args: readonly string[] = created) => {
    const server = await answering(() => reply);
    return await certify(args, merchantAt(server.url));
  };
  const once = (ran: Ended, sign: string) => ran.stdout.match(new RegExp(`^${sign} `, 'gm')) ?? [];

  test('a wrong answer: nonconformant, 1, and the failure in full', async () => {
    const ran = await run([200, { id: 'x', reference: 'y', status: 'pending' }]);
    expect(ran.status).toBe(1);
    expect(ran.certificate?.verdict).toBe('nonconformant');
    expect(ran.stdout).toContain('✗ failed: checkout.created');
    expect(ran.stdout).toContain('interface: Endpoints, POST /v1/checkouts');
    expect(ran.stdout).toContain('expected status 201, got 200 {"id":"x"');
    expect(ran.stdout).toMatch(/POST http:.*\/v1\/checkouts \{"reference":"\S/);
    expect(ran.stdout).toContain(`sh ${ran.out}/replay.sh check-`);
    expect(once(ran, '✗')).toHaveLength(1);
  });

  test('HTML: one clear failure', async () => {
    const ran = await run(
      (response) => void response.setHeader('content-type', 'text/html').end('<html><h1>Welcome</h1></html>'),
    );
    expect([ran.status, ran.certificate?.verdict]).toEqual([1, 'nonconformant']);
    expect(ran.stdout).toContain('expected status 201, got 200 <html><h1>Welcome</h1></html>');
    expect(once(ran, '✗')).toHaveLength(1);
  });

  test('a body without end: bounded, one clear line', async () => {
    let sent = 0;
    const ran = await run((response) => {
      const chunk = Buffer.alloc(64 * 1024, 'x');
      const more = () => {
        while (!response.destroyed && sent < 2 ** 30 && response.write(chunk)) sent += chunk.length;
      };
      response.writeHead(201).on('drain', more);
      more();
    });
    expect([ran.status, ran.certificate?.verdict]).toEqual([1, 'inconclusive']);
    expect(ran.stdout).toContain('POST /v1/checkouts: the answer is longer than');
    expect(sent).toBeLessThan(100 * 1024 * 1024);
    expect(once(ran, '■')).toHaveLength(1);
  });

  test('nothing after its first answer: bounded, one clear line', async () => {
    let answers = 0;
    const server = await answering(() => (answers++ === 0 ? [200, []] : () => {}));
    const ran = await certify(created, { ...merchantAt(server.url), TARGET_TIMEOUT: '5s' });
    expect([ran.status, ran.certificate?.verdict]).toEqual([1, 'inconclusive']);
    expect(ran.stdout).toMatch(/POST \/v1\/checkouts: no answer within \d+ ms/);
    expect(once(ran, '■')).toHaveLength(1);
    expect(ran.seconds).toBeLessThan(BOUNDED);
  });

  test('interrupted while it hangs: the certificate comes all the same', async () => {
    let asked = () => {};
    const hanging = new Promise<void>((resolve) => {
      asked = resolve;
    });
    const server = await answering(({ method, path }) => {
      // Answers the probe before the run, and no check: no check can fail before the interruption.
      if (path.endsWith('/v1/banks')) return [200, []];
      if (method === 'POST') asked();
      return () => {};
    });
    let interruptedAt = 0;
    const settings = { ...merchantAt(server.url), TARGET_TIMEOUT: '10m' };
    const ran = await certify(['--chapter', 'checkouts'], settings, async ({ interrupt }) => {
      await hanging;
      interruptedAt = performance.now();
      interrupt();
    });
    expect((performance.now() - interruptedAt) / 1_000).toBeLessThan(BOUNDED);
    expect(ran.certificate?.requirements.map(({ reason }) => reason)).toContain('interrupted');
    expect([ran.status, ran.certificate?.verdict]).toEqual([1, 'inconclusive']);
  });

  test('interrupted while all it does is wait behind a 429: it ends at once, and leaves to the next process what is to be undone', async () => {
    let refused = () => {};
    const refusing = new Promise<void>((resolve) => {
      refused = resolve;
    });
    const server = await answering(({ method, path, body }) => {
      if (method === 'GET' && path.endsWith('/v1/banks')) return [200, []];
      // Only an escrow is served: it is what there is to undo.
      if (method === 'POST' && path.endsWith('/v1/escrows')) return [201, { ...JSON.parse(body), status: 'pending' }];
      setTimeout(refused, 1_000);
      return (response) =>
        response
          .writeHead(429, { 'content-type': 'application/json', 'retry-after': '60' })
          .end('{"error":{"code":"rate_limited","message":"slow down"}}');
    });
    let interruptedAt = 0;
    const args = ['--requirement', 'escrow.amount-stored', '--seed', '3'];
    const ran = await certify(args, merchantAt(server.url), async ({ interrupt }) => {
      await refusing;
      interruptedAt = performance.now();
      interrupt();
    });
    // Undoing it would wait behind a 429 too, for all of the 20 s that it may take.
    expect((performance.now() - interruptedAt) / 1_000).toBeLessThan(15);
    expect(outcomeOf(ran, 'escrow.amount-stored')).toBe('not_exercised');
    expect(ran.stdout).toContain('what was begun is left as it is');
  });

  test('interrupted while the pace holds it back: the same', async () => {
    const server = await answering(() => [404, { error: { code: 'no', message: 'no' } }]);
    const settings = { ...merchantAt(server.url), TARGET_RATE_LIMIT: '1' };
    let interruptedAt = 0;
    const ran = await certify(['--chapter', 'checkouts'], settings, async ({ interrupt, said }) => {
      await said('certifying');
      while (server.asked.length < 2) await new Promise((resolve) => setImmediate(resolve));
      interruptedAt = performance.now();
      interrupt();
    });
    expect((performance.now() - interruptedAt) / 1_000).toBeLessThan(BOUNDED);
    expect(ran.certificate?.requirements.map(({ reason }) => reason)).toContain('interrupted');
  });
});

describe.concurrent('what needs no target', () => {
  test('--help and --list', async () => {
    const [help, list] = await Promise.all([certify(['--help']), certify(['--list', '--chapter', 'banks'])]);
    expect([help.status, list.status]).toEqual([0, 0]);
    for (const words of ['--requirement <id>', 'TARGET_BASE_URL', 'CAPTURE_LISTEN', 'Exit status'])
      expect(help.stdout).toContain(words);
    expect(list.stdout).toContain('bank.has-code  ');
    expect(list.stdout).toContain('· suites/banks/list.ts: GET of the banks is answered');
    expect(list.certificate).toBeNull();
  });
});
