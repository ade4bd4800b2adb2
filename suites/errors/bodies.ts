import { checks, endpointTable, expect, expectUntouched, observation, summary } from '../../lib/interface/index.ts';

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

/** Bodies that are not a JSON object, derived from a valid one. */
const malformed: Readonly<Record<string, (valid: string) => string>> = {
  'cut off': (valid) => valid.slice(0, -1),
  'an object with a comma too much': (valid) => valid.replace(/}$/, ',}'),
  'an object with something behind it': (valid) => `${valid}x`,
  'two objects': (valid) => valid + valid,
  'a list of one valid object': (valid) => `[${valid}]`,
  'an empty list': () => '[]',
  'a valid object as a text': (valid) => JSON.stringify(valid),
  'an empty text': () => '""',
  'a number': () => '7',
  'the number 0': () => '0',
  false: () => 'false',
  true: () => 'true',
  null: () => 'null',
  nothing: () => '',
};

/** If a body is optional, an empty one and null may count as none. */
const optional = ['null', 'nothing'];

checks(
  'error.malformed-body',
  endpointTable.filter(({ name }) => /^POST .*(checkouts|refunds?|payouts|escrows|wallet-links)$/.test(name)),
  ({ name }) => `${name} refuses what is no JSON object, and does nothing`,
  async (context, { name, on }) => {
    await on(context, async (call) => {
      const valid = JSON.stringify(call.body);
      for (const [words, bodyOf] of Object.entries(malformed)) {
        if (name.endsWith('/refund') && optional.includes(words)) continue;
        const answer = await call.send({ rawBody: bodyOf(valid) });
        expect(answer, words).toBeRefusedWith(400, 'invalid_request');
        expect(answer, words).toHaveErrorShape();
      }
      expectUntouched(call, await call.look());
    });
  },
  ({ name, needs }) => ({ needs, drawn: 0.7, alsoInLive: name === 'POST /v1/checkouts' }),
);

observation('error.other-content-type', async ({ merchant, data }) => {
  const seen: string[] = [];
  for (const contentType of ['text/plain', 'application/x-www-form-urlencoded']) {
    const rawBody = checkoutText(data.reference('chk'));
    seen.push(`${contentType}: ${summary(await merchant.api.createCheckout({}, { rawBody, contentType }))}`);
  }
  return seen.join('; ');
});

observation('error.huge-body', async ({ merchant }) =>
  // A target may close the connection before it has read everything.
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
