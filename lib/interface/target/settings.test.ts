import { describe, expect, test } from 'vitest';
import { directly } from '../../engine/http/network/route.ts';
import { SettingsError } from '../../engine/run/target.ts';
import { readSettings } from './settings.ts';

const sandbox = {
  TARGET_BASE_URL: 'https://sandbox.example.com/',
  TARGET_API_KEY: 'svc_test_sk_1',
  TARGET_MERCHANT_ID: 'mch_test_1',
};

const without = (name: string) => Object.fromEntries(Object.entries(sandbox).filter(([each]) => each !== name));

function complaint(env: Record<string, string>): string {
  try {
    readSettings(env);
  } catch (error) {
    expect(error).toBeInstanceOf(SettingsError);
    return error instanceof Error ? error.message : '';
  }
  return 'none';
}

describe('without settings', () => {
  test('the embedded reference is certified, with every default', () => {
    expect(readSettings({})).toMatchObject({
      baseUrl: null,
      merchant: null,
      other: null,
      live: null,
      control: null,
      capture: { host: '127.0.0.1', port: 0, publicUrl: null },
      rateLimit: null,
      maxWait: 120,
    });
  });

  test('the embedded reference takes what holds for any target', () => {
    const any = {
      TARGET_RATE_LIMIT: '60',
      TARGET_MAX_WAIT: '25h',
      TARGET_TIMEOUT: '5s',
      TARGET_PROXY: 'proxy.example',
    };
    expect(complaint({ ...any, CAPTURE_LISTEN: '[::]:8080', INTERFACE_URL: 'https://docs.example/i' })).toBe('none');
  });

  test.each(['true', '1', 'yes'])('in CI (%s) the reference has to be asked for', (CI) => {
    expect(complaint({ CI })).toMatch(/^TARGET_BASE_URL is not set; in CI .* --reference$/);
    expect(readSettings({ CI }, { reference: true }).baseUrl).toBeNull();
    expect(complaint({ CI, ...sandbox })).toBe('none');
  });

  test.each(['', 'false', '0'])('CI=%s is no CI', (CI) => {
    expect(complaint({ CI })).toBe('none');
  });

  test('a target and the reference are not asked for together', () => {
    expect(() => readSettings(sandbox, { reference: true })).toThrow(/^--reference asks for the embedded reference/);
  });
});

describe('names that begin like a setting', () => {
  test.each([
    ['TARGET_BASEURL', 'TARGET_BASE_URL'],
    ['TARGET_API_KEYS', 'TARGET_API_KEY'],
    ['TARGET_LIVE_URL', 'TARGET_LIVE_BASE_URL'],
    ['CAPTURE_URL', 'CAPTURE_PUBLIC_URL'],
    ['PAGE_HOST', 'PAGE_HOSTS'],
  ])('%s is refused with what was meant', (name, meant) => {
    const said = complaint({ ...sandbox, [name]: 's3cret' });
    expect(said).toBe(`${name} is not a setting (did you mean ${meant}?); --help lists all`);
  });

  test('what is like none of them is refused without a guess', () => {
    expect(complaint({ TARGET_XYZZY_PLUGH: 'a' })).toBe('TARGET_XYZZY_PLUGH is not a setting; --help lists all');
  });

  test.each(['TARGET_BASE_URL', 'TARGET_MAX_WAIT', 'CAPTURE_LISTEN', 'PAGE_HOSTS'])('%s may not be empty', (name) => {
    for (const value of ['', ' '])
      expect(complaint({ [name]: value })).toMatch(new RegExp(`^${name} is set, but empty`));
  });

  test('other names are nobody else’s business', () => {
    expect(complaint({ TARGETARCH: 'amd64', HTTP_PROXY: '', PAGER: 'less', BROWSER_PATH: '' })).toBe('none');
  });
});

describe('good settings', () => {
  test('everything given is read, addresses without their trailing slash', () => {
    const settings = readSettings({
      ...sandbox,
      TARGET_WEBHOOK_SECRET: 'whsec_1',
      TARGET_OTHER_API_KEY: 'svc_test_sk_2',
      TARGET_OTHER_MERCHANT_ID: 'mch_test_2',
      TARGET_LIVE_BASE_URL: 'https://live.example.com/base//',
      TARGET_LIVE_API_KEY: 'svc_live_sk_1',
      TARGET_LIVE_MERCHANT_ID: 'mch_live_1',
      TARGET_LIVE_WEBHOOK_SECRET: 'whsec_2',
      TARGET_CONTROL_URL: 'http://[::1]:4000/control/',
      TARGET_CONTROL_TOKEN: 'token',
      CAPTURE_LISTEN: '[::]:8080',
      CAPTURE_PUBLIC_URL: 'https://hooks.example.com/a/b/?c=d',
      TARGET_RATE_LIMIT: '60',
      TARGET_MAX_WAIT: '25h',
    });
    expect(settings).toMatchObject({
      baseUrl: 'https://sandbox.example.com',
      merchant: { apiKey: 'svc_test_sk_1', merchantId: 'mch_test_1', webhookSecret: 'whsec_1' },
      other: { apiKey: 'svc_test_sk_2', merchantId: 'mch_test_2' },
      live: {
        baseUrl: 'https://live.example.com/base',
        merchant: { apiKey: 'svc_live_sk_1', merchantId: 'mch_live_1', webhookSecret: 'whsec_2' },
      },
      control: { url: 'http://[::1]:4000/control', token: 'token' },
      // As set in the console: no character is changed.
      capture: { host: '::', port: 8080, publicUrl: 'https://hooks.example.com/a/b/?c=d' },
      rateLimit: 60,
      maxWait: 90_000,
    });
  });

  test('control alone is enough: it can make the merchants', () => {
    const settings = readSettings({ TARGET_BASE_URL: 'http://localhost:1', TARGET_CONTROL_URL: 'http://localhost:2' });
    expect(settings).toMatchObject({ merchant: null, control: { token: null } });
  });

  test.each([
    ['an API key of another prefix', { TARGET_API_KEY: 'sk_something' }],
    ['a merchant id of another prefix', { TARGET_MERCHANT_ID: 'shop-1' }],
    ['a merchant id that looks like live', { TARGET_MERCHANT_ID: 'mch_live_1' }],
  ])('%s is a finding of the suites, not a bad setting', (_, change) => {
    expect(complaint({ ...sandbox, ...change })).toBe('none');
  });
});

describe('a bad setting is one clear line that names it', () => {
  const live = { ...sandbox, TARGET_LIVE_BASE_URL: 'https://live.example.com' };
  test.each<[string, Record<string, string>, RegExp]>([
    [
      'a key with what stands before it in a header',
      { ...sandbox, TARGET_API_KEY: 'Bearer svc_test_sk_1' },
      /^TARGET_API_KEY begins with "Bearer", which is no part of it$/,
    ],
    ['a word as address', { ...sandbox, TARGET_BASE_URL: 'sandbox' }, /^TARGET_BASE_URL is not an http or https/],
    ['another protocol', { ...sandbox, TARGET_BASE_URL: 'ftp://example.com' }, /^TARGET_BASE_URL is not an http/],
    ['no host', { ...sandbox, TARGET_BASE_URL: 'http://' }, /^TARGET_BASE_URL is not an http/],
    ['a password in the address', { ...sandbox, TARGET_BASE_URL: 'http://a:b@c.example' }, /^TARGET_BASE_URL must not/],
    ['a query in the address', { ...sandbox, TARGET_BASE_URL: 'http://c.example/?a=b' }, /^TARGET_BASE_URL must end/],
    ['a bad control address', { ...sandbox, TARGET_CONTROL_URL: 'localhost:1' }, /^TARGET_CONTROL_URL is not/],
    ['a bad public address', { ...sandbox, CAPTURE_PUBLIC_URL: '/hooks' }, /^CAPTURE_PUBLIC_URL is not/],
    ['a live key for the sandbox', { ...sandbox, TARGET_API_KEY: 'svc_live_sk_1' }, /^TARGET_API_KEY starts with/],
    [
      'a live key for the second merchant',
      { ...sandbox, TARGET_OTHER_API_KEY: 'svc_live_sk_1', TARGET_OTHER_MERCHANT_ID: 'mch_test_2' },
      /^TARGET_OTHER_API_KEY starts with svc_live_sk_/,
    ],
    [
      'a sandbox key for live',
      { ...live, TARGET_LIVE_API_KEY: 'svc_test_sk_1', TARGET_LIVE_MERCHANT_ID: 'mch_live_1' },
      /^TARGET_LIVE_API_KEY starts with svc_test_sk_/,
    ],
    ['no merchant and no control', { TARGET_BASE_URL: 'http://c.example' }, /TARGET_API_KEY and TARGET_MERCHANT_ID/],
    ['a key without its id', without('TARGET_MERCHANT_ID'), /TARGET_MERCHANT_ID is missing: give both or neither$/],
    ['an id without its key', without('TARGET_API_KEY'), /TARGET_API_KEY is missing: give both or neither$/],
    [
      'key and id swapped',
      { ...sandbox, TARGET_API_KEY: 'mch_test_1', TARGET_MERCHANT_ID: 'svc_test_sk_s3cret' },
      /^TARGET_MERCHANT_ID looks like an API key: is it swapped with TARGET_API_KEY\?$/,
    ],
    [
      'key and id of the second merchant swapped',
      { ...sandbox, TARGET_OTHER_API_KEY: 'mch_test_2', TARGET_OTHER_MERCHANT_ID: 'svc_test_sk_s3cret' },
      /^TARGET_OTHER_MERCHANT_ID looks like an API key/,
    ],
    [
      'key and id of the live merchant swapped',
      { ...live, TARGET_LIVE_API_KEY: 'mch_live_1', TARGET_LIVE_MERCHANT_ID: 'svc_live_sk_s3cret' },
      /^TARGET_LIVE_MERCHANT_ID looks like an API key/,
    ],
    [
      'a password in an address of another protocol',
      { ...sandbox, TARGET_BASE_URL: 'ftp://ada:s3cret/a@b@c.example/x' },
      /^TARGET_BASE_URL is not an http or https address: ftp:\/\/\*\*\*@c.example\/x$/,
    ],
    [
      'a password where a port is due',
      { CAPTURE_LISTEN: 'ada:s3cret@host' },
      /^CAPTURE_LISTEN is not host:port: \*\*\*@host/,
    ],
    ['a secret in a query', { ...sandbox, TARGET_BASE_URL: 'http://c.example/?a=s3cret' }, /^TARGET_BASE_URL must end/],
    [
      'a second key without its id',
      { ...sandbox, TARGET_OTHER_API_KEY: 'svc_test_sk_2' },
      /^TARGET_OTHER_API_KEY is set, but TARGET_OTHER_MERCHANT_ID is missing: give both or neither$/,
    ],
    ['a line feed in a key', { ...sandbox, TARGET_API_KEY: 'a\nb' }, /^TARGET_API_KEY has characters/],
    [
      'a secret without a merchant',
      { TARGET_BASE_URL: 'http://c.example', TARGET_CONTROL_URL: 'http://d.example', TARGET_WEBHOOK_SECRET: 'a' },
      /^TARGET_WEBHOOK_SECRET is set/,
    ],
    ['a live secret without a merchant', { ...live, TARGET_LIVE_WEBHOOK_SECRET: 'a' }, /^TARGET_LIVE_WEBHOOK_SECRET/],
    ['a merchant without an address', { TARGET_API_KEY: 'a', TARGET_MERCHANT_ID: 'b' }, /TARGET_BASE_URL is not$/],
    ['control without an address', { TARGET_CONTROL_URL: 'http://c.example' }, /TARGET_BASE_URL is not$/],
    [
      'a live merchant without live',
      { ...sandbox, TARGET_LIVE_API_KEY: 'a', TARGET_LIVE_MERCHANT_ID: 'b' },
      /TARGET_LIVE_BASE_URL is not$/,
    ],
    ['one address for both', { ...sandbox, TARGET_LIVE_BASE_URL: 'https://sandbox.example.com' }, /same address/],
    [
      'one key for both merchants',
      { ...sandbox, TARGET_OTHER_API_KEY: 'svc_test_sk_1', TARGET_OTHER_MERCHANT_ID: 'b' },
      /same key/,
    ],
    ['a token for no control', { ...sandbox, TARGET_CONTROL_TOKEN: 'a' }, /^TARGET_CONTROL_TOKEN is set/],
    ['a port alone', { CAPTURE_LISTEN: '8080' }, /^CAPTURE_LISTEN is not host:port/],
    ['a port that is none', { CAPTURE_LISTEN: 'localhost:65536' }, /^CAPTURE_LISTEN is not host:port/],
    ['a rate of nothing', { TARGET_RATE_LIMIT: '0' }, /^TARGET_RATE_LIMIT is not a whole number/],
    ['half a request', { TARGET_RATE_LIMIT: '1.5' }, /^TARGET_RATE_LIMIT is not a whole number/],
    ['a rate in words', { TARGET_RATE_LIMIT: 'many' }, /^TARGET_RATE_LIMIT is not a whole number/],
    ['an unknown unit', { TARGET_MAX_WAIT: '2d' }, /^TARGET_MAX_WAIT is not a length of time/],
    ['a timeout in words', { TARGET_TIMEOUT: 'soon' }, /^TARGET_TIMEOUT is not a length of time/],
    ['a timeout of nothing', { TARGET_TIMEOUT: '0' }, /^TARGET_TIMEOUT is not a length of time/],
    ['authorities that are not there', { TARGET_CA: '/nowhere.pem' }, /^TARGET_CA: \/nowhere.pem .*no such file/],
    ['authorities that are none', { TARGET_CA: '/dev/null' }, /^TARGET_CA: .*no certificate in PEM/],
    [
      'a proxy of another kind',
      { HTTPS_PROXY: 'socks5://a:s3cret@p' },
      /^HTTPS_PROXY is not the address of an http proxy$/,
    ],
    ['a time before now', { TARGET_MAX_WAIT: '-5' }, /^TARGET_MAX_WAIT is not a length of time/],
  ])('%s', (_, env, line) => {
    const said = complaint(env);
    expect(said).toMatch(line);
    expect(said).not.toMatch(/\n|s3cret/);
  });
});

describe('the way to the target', () => {
  test('straight, where nothing is said', () => {
    expect(readSettings({}).network).toEqual(directly);
  });

  test('through proxies, in either case and without a scheme; with another deadline', () => {
    const env = { https_proxy: 'proxy.example:3128', HTTP_PROXY: 'http://ada:x@p.example', no_proxy: 'a.example' };
    const { proxies, timeoutMs } = readSettings({ ...env, TARGET_TIMEOUT: '1m', TARGET_PROXY: 'https://p' }).network;
    const [http, https] = ['http://ada:x@p.example/', 'http://proxy.example:3128/'];
    expect(proxies).toEqual({ all: 'https://p/', http, https, except: 'a.example' });
    expect(timeoutMs).toBe(60_000);
  });
});
