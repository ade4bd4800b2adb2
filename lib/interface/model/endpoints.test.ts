import { expect, test } from 'vitest';
import { Story } from './stories.support.ts';

/** Every endpoint: the tests answer it in another media type, and refuse it in another shape. */
const endpoints: readonly (readonly [method: string, path: string, status: number])[] = [
  ...['checkouts', 'refunds', 'payouts', 'escrows'].flatMap((each) => [
    ['POST', each, 201] as const,
    ['GET', `${each}/x1`, 200] as const,
  ]),
  ...['release', 'refund', 'cancel'].map((each) => ['POST', `escrows/x1/${each}`, 200] as const),
  ['GET', 'accounts/0000000001', 200],
  ['GET', 'banks', 200],
  ['GET', 'balance', 200],
  ['POST', 'wallet-links', 201],
  ['GET', 'wallet-links/x1', 200],
  ['GET', 'wallets/0000000001/balance', 200],
  ['DELETE', 'wallet-links/x1', 404],
  ...['approve', 'reject'].map((each) => ['POST', `sandbox/wallet-links/x1/${each}`, 404] as const),
];

test.each(endpoints)('%s %s is answered in JSON, and refused in its shape', (method, path, status) => {
  const said = status < 400 ? { text: 'x', type: 'text/html' } : { text: '{}', type: 'application/json' };
  const { broken } = new Story().asks(method, path, undefined, status, {}, { said });
  expect(broken).toContain(status < 400 ? 'error.json-content-type' : 'error.shape-of-404');
});

test.each([
  [400, 'error.shape-of-400'],
  [401, 'error.shape-of-others'],
  [403, 'error.shape-of-others'],
  [404, 'error.shape-of-404'],
  [409, 'error.shape-of-409'],
  [422, 'error.shape-of-422'],
  [429, 'rate-limit.more-is-refused'],
])('%d has the shape of errors', (status, requirement) => {
  expect(new Story().asks('GET', 'checkouts/x1', undefined, status, { code: 'x' }).broken).toContain(requirement);
});
