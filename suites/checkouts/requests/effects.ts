import { check, type Exchange, expect, shared } from '../../../lib/interface/index.ts';
import { DAY, HOUR } from '../../support/attempts.ts';
import { refused } from '../../support/requests/refusals.ts';

// Refused checkouts must have no effect: at once, an hour later, and when they would have expired.

const wrong = [
  { amount: 99 },
  { returnUrl: 'back to the shop' },
  { metadata: { note: 'm'.repeat(5_000) } },
  { description: 'd'.repeat(256) },
];

const gone = shared('refused checkouts', [], async ({ merchant, data }) => {
  const references: string[] = [];
  const records: Exchange[] = [];
  for (const fields of wrong) {
    const reference = data.reference('chk');
    refused(await merchant.createCheckout({ reference, ...fields }));
    records.push(await merchant.api.getCheckout(reference));
    references.push(reference);
  }
  return { merchant, references, records };
});

const goneForLong = shared('refused checkouts, a day later', [], async (context) => {
  const { merchant, references } = await gone(context);
  await context.time.listen(HOUR, 'nothing becomes of a refused checkout');
  const records: Exchange[] = [];
  for (const reference of references) records.push(await merchant.api.getCheckout(reference));
  await context.time.listen(DAY, 'a refused checkout does not expire');
  const ends = ['payment.failed', 'payment.succeeded'] as const;
  const events = references.flatMap((each) => ends.map((end) => merchant.webhooks.surely(end, each)));
  return { records, events };
});

check(
  'checkout.refused-creates-nothing',
  'no record is found at once',
  async (context) => {
    for (const record of (await gone(context)).records) expect(record).toHaveStatus(404);
  },
  { alsoInLive: true },
);

check(
  'checkout.refused-creates-nothing',
  'no record is found an hour later',
  async (context) => {
    for (const record of (await goneForLong(context)).records) expect(record).toHaveStatus(404);
  },
  { waits: '25h' },
);

check(
  'checkout.refused-sends-nothing',
  'no event comes, not even when they would have expired',
  async (context) => {
    for (const came of (await goneForLong(context)).events) expect(came).toBeEmpty();
  },
  { alsoInLive: true },
);
