import { Blocked, type Exchange, expect, observation, requirement, summary } from '../../lib/harness/index.ts';

/** A step: a refusal of this status, whatever its body. */
function refusedWith(status: number, exchange: Exchange): Exchange {
  if (exchange.status !== status) {
    throw new Blocked(`the request should have been refused with ${status}; got ${summary(exchange)}`);
  }
  return exchange;
}

requirement('error.shape-of-400', 'an amount too small is explained in the error shape', async ({ merchant }) => {
  expect(refusedWith(400, await merchant.createCheckout({ amount: 99 }))).toHaveErrorShape();
});

for (const kind of ['checkout', 'refund', 'payout', 'escrow'] as const) {
  requirement('error.shape-of-404', `GET of an unknown ${kind}`, async ({ merchant, fresh }) => {
    const answer = await merchant.get({ kind, reference: fresh.reference('nil') });

    expect(refusedWith(404, answer)).toHaveErrorShape();
  });
}

requirement('error.shape-of-409', 'a duplicate is refused in the error shape', async ({ merchant }) => {
  const { reference } = await merchant.checkout();

  expect(refusedWith(409, await merchant.createCheckout({ reference }))).toHaveErrorShape();
});

requirement('error.shape-of-422', 'a bank that nobody knows is refused in the error shape', async ({ merchant }) => {
  const answer = await merchant.createPayout({ recipient: { bankName: 'Qzxv Nowhere Trust 404' } });

  expect(refusedWith(422, answer)).toHaveErrorShape();
});

const nowhere = {
  'GET /v1/no-such-endpoint': { method: 'GET', path: '/v1/no-such-endpoint' },
  'POST /v1/no-such-endpoint': { method: 'POST', path: '/v1/no-such-endpoint', body: {} },
  'GET /v1/checkouts/no-such/endpoint': { method: 'GET', path: '/v1/checkouts/no-such/endpoint' },
};

for (const [name, request] of Object.entries(nowhere)) {
  requirement('error.unknown-route', `${name} is refused in the error shape`, async ({ merchant }) => {
    const answer = await merchant.api.request(request);

    expect(answer).toBeRefused();
    expect(answer).toHaveErrorShape();
  });
}

observation('error.unknown-reference-code', async ({ merchant, fresh }) => {
  const seen: string[] = [];
  for (const kind of ['checkout', 'refund', 'payout', 'escrow'] as const) {
    seen.push(`${kind} ${summary(await merchant.get({ kind, reference: fresh.reference('nil') }))}`);
  }
  return seen.join('; ');
});

observation('error.unknown-route-answer', async ({ merchant }) =>
  summary(await merchant.api.request({ method: 'GET', path: '/v1/no-such-endpoint' })),
);
