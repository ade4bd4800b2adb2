import { expect, observation, requirement, summary } from '../../lib/harness/index.ts';

const endpoints = ['/v1/checkouts', '/v1/refunds', '/v1/payouts', '/v1/escrows'];

/** A valid checkout, as JSON. */
function checkoutText(reference: string): string {
  return JSON.stringify({
    reference,
    amount: 5_000,
    currency: 'NGN',
    customer: { email: 'ada@example.com' },
    returnUrl: 'https://shop.example.com/return',
  });
}

for (const path of endpoints) {
  requirement('error.malformed-body', `POST ${path} refuses JSON that is cut off`, async ({ merchant }) => {
    const answer = await merchant.api.request({ method: 'POST', path, rawBody: '{"reference": "cut-off", "amount"' });

    expect(answer).toBeRefusedWith(400, 'invalid_request');
  });

  requirement('error.malformed-body', `POST ${path} refuses an empty body`, async ({ merchant }) => {
    const answer = await merchant.api.request({ method: 'POST', path, rawBody: '' });

    expect(answer).toBeRefusedWith(400, 'invalid_request');
  });
}

const otherThanAnObject = {
  'a list of one valid order': (order: string) => `[${order}]`,
  'a string': () => '"order"',
  null: () => 'null',
  'a valid order with a comma too much': (order: string) => order.replace(/}$/, ',}'),
};

for (const [name, bodyOf] of Object.entries(otherThanAnObject)) {
  requirement('error.malformed-body', `POST /v1/checkouts refuses ${name}`, async ({ merchant, fresh }) => {
    const rawBody = bodyOf(checkoutText(fresh.reference('chk')));

    const answer = await merchant.api.createCheckout({}, { rawBody });

    expect(answer).toBeRefusedWith(400, 'invalid_request');
  });
}

observation('error.other-content-type', async ({ merchant, fresh }) => {
  const seen: string[] = [];
  for (const contentType of ['text/plain', 'application/x-www-form-urlencoded']) {
    const rawBody = checkoutText(fresh.reference('chk'));
    seen.push(`${contentType}: ${summary(await merchant.api.createCheckout({}, { rawBody, contentType }))}`);
  }
  return seen.join('; ');
});

observation('error.huge-body', async ({ merchant }) =>
  // A target may well close the connection before it has read everything.
  merchant
    .createCheckout({ description: 'd'.repeat(1_000_000) })
    .then(summary, (error: unknown) => (error instanceof Error ? error.message : String(error))),
);

observation('error.unknown-fields', async ({ merchant }) =>
  summary(await merchant.createCheckout({ colour: 'green', customer: { shoeSize: 43 } })),
);

observation('error.other-method', async ({ merchant }) => {
  const seen: string[] = [];
  for (const [method, path] of [
    ['PUT', '/v1/checkouts'],
    ['PATCH', '/v1/banks'],
    ['POST', '/v1/balance'],
  ] as const) {
    seen.push(`${method} ${path}: ${summary(await merchant.api.request({ method, path, body: {} }))}`);
  }
  return seen.join('; ');
});
