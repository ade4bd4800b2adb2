import { expect, test } from 'vitest';
import { functions } from './functions.ts';
import { rulebook } from './index.ts';
import { matchBank } from './tables/banks.ts';

test('signs as RFC 4231 and the v2 scheme say', () => {
  // RFC 4231, test case 2
  expect(functions.signV1('Jefe', 'what do ya want for nothing?')).toBe(
    '5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843',
  );
  expect(functions.signV2('s', '1700000000', '{"a":"é"}')).toBe(functions.signV1('s', '1700000000.{"a":"é"}'));
  expect(functions.webhookHeaders(rulebook, 's', '1700000000', '{}')).toEqual({
    'content-type': 'application/json',
    'x-service-signature': functions.signV1('s', '{}'),
    'x-service-timestamp': '1700000000',
    'x-service-signature-v2': functions.signV1('s', '1700000000.{}'),
  });
});

test('masks names, whatever their letters', () => {
  expect(functions.maskName('Adaeze Okonkwo')).toBe('A*** O***');
  expect(functions.maskName('  Ọlá   Ṣónúgà ')).toBe('Ọ*** Ṣ***');
  expect(functions.maskName('X')).toBe('*');
  expect(functions.maskName('Bo')).toBe('B***');
});

test('redirects keep the own query of the address', () => {
  expect(functions.redirectTo('https://a.example/x', 'r:1', 'failed')).toBe(
    'https://a.example/x?reference=r%3A1&status=failed',
  );
  expect(functions.redirectTo('https://a.example/x?b=%20c&d#e', 'r', 'succeeded')).toBe(
    'https://a.example/x?b=%20c&d&reference=r&status=succeeded#e',
  );
});

test('matches banks by their names, however written', () => {
  for (const name of ['GTBank', 'gt bank plc', 'Guaranty Trust Bank', 'GUARANTY TRUST'])
    expect(matchBank(name)?.code).toBe('058');
  expect(matchBank('First Bank of Nigeria Plc')?.code).toBe('011');
  expect(matchBank('First City Monument Bank')?.code).toBe('214');
  expect(matchBank('United Bank for Africa')?.code).toBe('033');
  for (const name of ['Bank of Atlantis', 'Bank', '', '!!', 'zzz']) expect(matchBank(name)).toBeUndefined();
});

test('a sliding log admits so many in any window, and what it says about waiting is true', () => {
  const limiter = functions.rateLimiter(3, 1_000);
  expect([0, 100, 200].map((at) => limiter.admit(at))).toEqual([0, 0, 0]);
  expect(limiter.admit(300)).toBe(700);
  expect(limiter.admit(999)).toBe(1);
  expect(limiter.admit(1_000)).toBe(0);
  expect(limiter.admit(1_099)).toBe(1);
  expect(limiter.admit(1_100)).toBe(0);
});

test('cards: the test card, any future expiry, any CVV', () => {
  const now = Date.UTC(2026, 10, 20);
  const card = { number: '4242 4242 4242 4242', expiry: '11/26', cvv: '000' };
  const refusal = (changes: object, environment: 'sandbox' | 'live' = 'sandbox') =>
    functions.cardRefusal(environment, { ...card, ...changes }, now);
  expect(refusal({})).toBeNull();
  for (const expiry of ['12/26', '01 / 30', '1230', '12/2030', '2030-12', '12/99'])
    expect(refusal({ expiry })).toBeNull();
  for (const expiry of ['10/26', '12/25', '13/30', '00/30', '', 'soon']) expect(refusal({ expiry })).not.toBeNull();
  for (const cvv of ['', '12', '12345', 'abc']) expect(refusal({ cvv })).not.toBeNull();
  for (const number of ['4111 1111 1111 1111', '4242 4242 4242 4241', '', '42'])
    expect(refusal({ number })).not.toBeNull();
  expect(refusal({ number: '4111 1111 1111 1111' }, 'live')).toBeNull();
});

test('guards and endpoints are whole: ids are unique, every guard stands at an endpoint', () => {
  const ids = rulebook.guards.map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  const names = new Set(rulebook.endpoints.map(({ name }) => name));
  for (const { at } of rulebook.guards) for (const name of at) expect(names).toContain(name);
});
