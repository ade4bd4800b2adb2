import { checks, expect } from '../../lib/interface/index.ts';

// Paths that no endpoint has, some of them below one that is.

const nowhere = [
  { method: 'GET', path: '/v1/no-such-endpoint' },
  { method: 'POST', path: '/v1/no-such-endpoint', body: {} },
  { method: 'GET', path: '/v1/checkouts/no-such/endpoint' },
  { method: 'GET', path: '/v1/banks/no-such-bank' },
  { method: 'GET', path: '/v1/balance/no-such/endpoint' },
  { method: 'GET', path: '/v1/accounts/0000000001/no-such' },
  { method: 'GET', path: '/v1/wallets/0000000001/no-such' },
  { method: 'GET', path: '/v1/payouts/no-such/endpoint' },
] as const;

checks(
  'error.unknown-route',
  nowhere,
  ({ method, path }) => `${method} ${path} is refused in the error shape`,
  async ({ merchant }, request) => {
    const answer = await merchant.api.request(request);

    expect(answer).toBeRefused();
    expect(answer).toHaveErrorShape();
  },
  ({ path, method }) => ({ drawn: 3, alsoInLive: method === 'GET' && path === '/v1/no-such-endpoint' }),
);
