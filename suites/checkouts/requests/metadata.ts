import { check, checks, expect, observation, of, summary } from '../../../lib/interface/index.ts';
import { largeMetadata } from '../../support/requests/large-metadata.ts';
import { samples } from './metadata-samples.ts';

/** An object whose JSON text has this many bytes. */
function metadataOf(bytes: number) {
  return { note: 'm'.repeat(bytes - '{"note":""}'.length) };
}

/** 4,000 bytes also where they are counted with a blank after the colon, as some libraries write it. */
const largest = metadataOf(3_999);

check(
  'checkout.metadata-largest',
  '4,000 bytes are accepted and come back whole',
  async ({ merchant, data }) => {
    const reference = data.reference('chk');

    expect(await merchant.createCheckout({ reference, metadata: largest })).toHaveStatus(201);
    expect(await merchant.api.getCheckout(reference)).toHaveField('metadata', largest);
  },
  { alsoInLive: true },
);

checks(
  'checkout.metadata-largest',
  largeMetadata,
  ({ what }) => `just under 4,000 bytes of ${what} are accepted and come back whole`,
  async ({ merchant, data }, { metadata }) => {
    const reference = data.reference('chk');

    expect(await merchant.createCheckout({ reference, metadata })).toHaveStatus(201);
    expect(of(await merchant.api.getCheckout(reference), 'metadata')).toEqual(metadata);
  },
  { drawn: 2 },
);

checks(
  'checkout.metadata-largest',
  ['d', 'ọ', '"'],
  (letter) =>
    `4,000 bytes beside all other fields at their longest, with a description such as ${letter}, come back whole`,
  async ({ merchant, data }, letter) => {
    const reference = data.reference('chk').padEnd(100, 'x');
    const [metadata, description] = [largest, letter.repeat(255)];
    // How long an address may be is not shown: these are as long as some in use.
    const customer = { email: `ada.${'lovelace'.repeat(5)}@${'shops'.repeat(8)}.example.com` };
    const returnUrl = `https://shop.example.com/return/${'r'.repeat(90)}`;

    expect(
      await merchant.createCheckout({ reference, description, metadata, customer, returnUrl, amount: 2_000_000_000 }),
    ).toHaveStatus(201);
    const record = await merchant.api.getCheckout(reference);
    expect(record).toHaveField('metadata', metadata);
    expect(record).toHaveField('description', description);
  },
  { alsoInLive: true },
);

checks(
  'checkout.record-metadata',
  samples,
  ({ what }) => `${what} come back as they went in`,
  async ({ merchant }, { metadata }) => {
    const checkout = await merchant.checkout({ metadata });

    expect(of(await merchant.get(checkout), 'metadata')).toEqual(metadata);
  },
  ({ what }) => ({ drawn: 0.7, alsoInLive: what === 'nested objects and lists' }),
);

observation('checkout.metadata-between', async ({ merchant }) => {
  const seen: string[] = [];
  for (const bytes of [4_001, 4_096, 4_097, 5_000]) {
    seen.push(`${bytes} bytes: ${summary(await merchant.createCheckout({ metadata: metadataOf(bytes) }))}`);
  }
  return seen.join('; ');
});
