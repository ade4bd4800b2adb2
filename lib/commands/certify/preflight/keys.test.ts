import { expect, test } from 'vitest';
import { createClient, createTransport, noMask } from '../../../engine/http/index.ts';
import { apiOf } from '../../../interface/actors/endpoints.ts';
import { answering, type Reply } from '../../../interface/control/answering.support.ts';
import { examineKeys } from './keys.ts';
import { Report } from './report.ts';

const keys = { apiKey: 'svc_test_sk_mine', merchantId: 'mch_test_mine', webhookSecret: null };

/** What is reported about a merchant whose GET requests are answered like this, and whether it can be used. */
async function saidOf(balance: Reply, banks: Reply = [200, []], change: Partial<typeof keys> = {}) {
  const server = await answering(({ path }) => (path.endsWith('/balance') ? balance : banks));
  const transport = createTransport();
  const given = { ...keys, ...change };
  const api = apiOf(createClient({ baseUrl: server.url, credentials: given, transport, mask: noMask }));
  const lines: string[] = [];
  const report = new Report(
    (text) => text.replaceAll(server.url, 'TARGET'),
    (line) => lines.push(line),
  );
  const named = { subject: 'sandbox', prefix: 'TARGET_', keys: given, given: true, baseUrl: server.url } as const;
  const usable = await examineKeys(report, api, named, async () => 404);
  await transport.close();
  expect(server.asked.every(({ method }) => method === 'GET')).toBe(true);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: colours are not looked at
  return { usable, said: lines.map((line) => line.replace(/\u001b\[\d+m/g, '').replace(/ +/g, ' ')).join('\n') };
}

const error = (code: string) => ({ error: { code, message: 'no' } });

test.each<[string, Reply, Reply | undefined, boolean, RegExp]>([
  [
    'accepted',
    [200, { available: 0 }],
    undefined,
    true,
    /^✓ sandbox TARGET_API_KEY and TARGET_MERCHANT_ID are accepted at TARGET$/,
  ],
  [
    'of the other environment',
    [403, error('wrong_environment')],
    undefined,
    false,
    /^✗ sandbox TARGET_API_KEY belongs to the other environment \(403 wrong_environment\)\n → a key of TARGET/,
  ],
  ['unknown', [401, error('unauthorized')], undefined, false, /^✗ sandbox .* are not accepted \(401 unauthorized\)/],
  ['refused without a word', [403, 'no'], undefined, false, /^✗ sandbox .* are not accepted \(403\)/],
  ['at its limit', [429, error('rate_limited')], undefined, true, /^! sandbox the limit of this key is used up/],
  [
    'without a balance',
    [500, {}],
    undefined,
    true,
    /^! sandbox GET \/v1\/balance is answered 500, but \/v1\/banks takes/,
  ],
  [
    'half finished',
    [501, error('not_implemented')],
    [501, {}],
    true,
    /^! sandbox GET \/v1\/balance is answered 501 not_implemented: whether .* are accepted is seen in the run$/,
  ],
  ['behind a gateway that finds nothing', [502, {}], [502, {}], false, /^✗ sandbox GET \/v1\/balance is answered 502/],
  [
    'at another address',
    [404, {}],
    [404, {}],
    false,
    /^✗ sandbox GET \/v1\/balance is answered 404\n → is TARGET\/v1\/checkouts the address/,
  ],
  [
    'at a server that says nothing',
    (response) => response.destroy(),
    undefined,
    false,
    /^✗ sandbox no answer: GET \/v1\/balance/,
  ],
])('a key and a merchant: %s', async (_, balance, banks, usable, words) => {
  const seen = await saidOf(balance, banks);
  expect(seen.said).toMatch(words);
  expect(seen.usable).toBe(usable);
});

test('an unusual beginning of a key or an id is told, and no more', async () => {
  const { usable, said } = await saidOf([200, {}], undefined, { apiKey: 'sk_1', merchantId: 'm_1' });
  expect(said).toMatch(
    /\n! sandbox TARGET_API_KEY does not begin with svc_test_sk_, TARGET_MERCHANT_ID does not begin with mch_test_$/,
  );
  expect(usable).toBe(true);
});

test('what a target says does not steer the terminal', async () => {
  const { said } = await saidOf([401, error('\u001b[2Jgone')]);
  expect(said).toContain('401 [2Jgone');
});

test('a slip in what is not accepted is told, and not the key itself', async () => {
  const { said } = await saidOf([401, error('unauthorized')], undefined, {
    apiKey: 'svc_test_sk_...',
    merchantId: 'm',
  });
  expect(said).toMatch(/\n → TARGET_API_KEY is shortened or a placeholder/);
  expect(said).not.toContain('svc_test_sk_...');
});
