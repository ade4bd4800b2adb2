import { expect, observation, requirement, summary } from '../../lib/harness/index.ts';

requirement(
  'checkout.reference-longest',
  '100 characters are accepted and lead to the record',
  async ({ merchant, fresh }) => {
    const reference = fresh.reference('chk').padEnd(100, 'x');

    expect(await merchant.createCheckout({ reference })).toHaveStatus(201);
    expect(await merchant.api.getCheckout(reference)).toHaveField('reference', reference);
  },
);

requirement('checkout.reference-too-long', '101 characters are refused', async ({ merchant, fresh }) => {
  const reference = fresh.reference('chk').padEnd(101, 'x');

  expect(await merchant.createCheckout({ reference })).toBeRefusedWith(400, 'invalid_request');
});

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

requirement(
  'checkout.reference-allowed-characters',
  'every letter and digit is accepted and leads to the record',
  async ({ merchant, fresh }) => {
    const reference = fresh.reference('r') + alphabet;

    expect(await merchant.createCheckout({ reference })).toHaveStatus(201);
    expect(await merchant.api.getCheckout(reference)).toHaveField('reference', reference);
  },
);

for (const character of ['.', '_', ':', '-']) {
  requirement(
    'checkout.reference-allowed-characters',
    `a reference that begins and ends with ${character} is accepted and leads to the record`,
    async ({ merchant, fresh }) => {
      const reference = `${character}${fresh.reference('chk')}${character}`;

      expect(await merchant.createCheckout({ reference })).toHaveStatus(201);
      expect(await merchant.api.getCheckout(reference)).toHaveField('reference', reference);
    },
  );
}

const forbidden = {
  'a space': ' ',
  'a slash': '/',
  'a number sign': '#',
  'an at sign': '@',
  'a plus sign': '+',
  'a percent sign': '%',
  // Lies between the upper-case and the lower-case letters of ASCII.
  'a square bracket': '[',
  'a comma': ',',
};

for (const [name, character] of Object.entries(forbidden)) {
  requirement('checkout.reference-forbidden-characters', `${name} is refused`, async ({ merchant, fresh }) => {
    const reference = `${fresh.reference('chk')}${character}${fresh.reference('chk')}`;

    expect(await merchant.createCheckout({ reference })).toBeRefusedWith(400, 'invalid_request');
  });
}

requirement(
  'checkout.reference-forbidden-characters',
  'a line feed at the end is refused',
  async ({ merchant, fresh }) => {
    expect(await merchant.createCheckout({ reference: `${fresh.reference('chk')}\n` })).toBeRefusedWith(
      400,
      'invalid_request',
    );
  },
);

observation('checkout.reference-other-letters', async ({ merchant, fresh }) => {
  const accented = await merchant.createCheckout({ reference: `${fresh.reference('chk')}é` });
  const dotted = await merchant.createCheckout({ reference: `${fresh.reference('chk')}ẹ` });
  return `é: ${summary(accented)}; ẹ: ${summary(dotted)}`;
});

observation('checkout.dot-references', async ({ merchant }) => {
  const seen: string[] = [];
  for (const reference of ['.', '..']) {
    const answer = await merchant.createCheckout({ reference });
    const found = await merchant.api.getCheckout(reference);
    seen.push(`${reference} create: ${summary(answer)}, GET: ${summary(found)}`);
  }
  return seen.join('; ');
});
