import { expect, observation, of, requirement, summary } from '../../lib/harness/index.ts';

/** An object that takes so many bytes as JSON. */
function metadataOf(bytes: number) {
  return { note: 'm'.repeat(bytes - '{"note":""}'.length) };
}

requirement(
  'checkout.metadata-largest',
  '4,000 bytes are accepted and come back whole',
  async ({ merchant, fresh }) => {
    const reference = fresh.reference('chk');
    const metadata = metadataOf(4_000);

    expect(await merchant.createCheckout({ reference, metadata })).toHaveStatus(201);
    expect(await merchant.api.getCheckout(reference)).toHaveField('metadata', metadata);
  },
);

requirement('checkout.metadata-too-large', 'one value of 5,000 characters is refused', async ({ merchant }) => {
  const answer = await merchant.createCheckout({ metadata: { note: 'm'.repeat(5_000) } });

  expect(answer).toBeRefusedWith(400, 'invalid_request');
});

requirement('checkout.metadata-too-large', 'a nested value of 5,000 characters is refused', async ({ merchant }) => {
  const answer = await merchant.createCheckout({ metadata: { order: { notes: ['m'.repeat(5_000)] } } });

  expect(answer).toBeRefusedWith(400, 'invalid_request');
});

const samples = {
  'nested objects and lists': {
    order: { code: 'A-17', tags: ['gift', ['deep', { deeper: 'still' }]] },
    empty: {},
    none: [],
  },
  'numbers, booleans and null': { count: 3, share: 0.25, loss: -7, zero: 0, gift: true, sold: false, coupon: null },
  'non-ASCII text': { name: 'Ọlá Adébáyọ̀', note: '₦5,000 – 谢谢 🎁', 'clé à part': '"quoted" \\ / \n' },
};

for (const [name, metadata] of Object.entries(samples)) {
  requirement('checkout.record-metadata', `${name} come back as they went in`, async ({ merchant }) => {
    const checkout = await merchant.checkout({ metadata });

    expect(of(await merchant.get(checkout), 'metadata')).toEqual(metadata);
  });
}

observation('checkout.metadata-between', async ({ merchant }) => {
  const seen: string[] = [];
  for (const bytes of [4_001, 4_096, 4_097, 5_000]) {
    seen.push(`${bytes} bytes: ${summary(await merchant.createCheckout({ metadata: metadataOf(bytes) }))}`);
  }
  return seen.join('; ');
});
