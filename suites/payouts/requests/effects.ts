import {
  Blocked,
  type Body,
  checks,
  type Exchange,
  expect,
  shared,
  unknownBank,
} from '../../../lib/interface/index.ts';
import { HOUR } from '../../support/attempts.ts';
import { refused } from '../../support/requests/refusals.ts';

// Refused payouts must have no effect: at once, and an hour later.

const wrong = [
  { what: 'a bank name that no bank has', fields: { recipient: { bankName: unknownBank } } },
  { what: 'an amount of 9,999', fields: { amount: 9_999 } },
  { what: 'an account number of 11 digits', fields: { recipient: { accountNumber: '01234567890' } } },
  { what: 'a narration of 101 characters', fields: { narration: 'n'.repeat(101) } },
  { what: 'the idempotency key of another payout', fields: {}, key: 'of another' },
] as const satisfies readonly { what: string; fields: Body; key?: 'of another' }[];

const atOnce = shared('refused payouts', [], async ({ merchant, data }) => {
  // Where none can be made, that none is found shows nothing.
  await merchant.payout();
  const payouts: { answer: Exchange; reference: string; record: Exchange }[] = [];
  for (const { fields, ...row } of wrong) {
    const reference = data.reference('pay');
    const options = { idempotencyKey: data.reference('key') };
    if ('key' in row) await merchant.createPayout({}, options);
    const answer = await merchant.createPayout({ reference, ...fields }, options);
    payouts.push({ answer, reference, record: await merchant.api.getPayout(reference) });
  }
  return { merchant, payouts };
});

const later = shared('refused payouts, an hour later', [], async (context) => {
  const { merchant, payouts } = await atOnce(context);
  await context.time.listen(HOUR, 'nothing becomes of a refused payout');
  const found = [];
  for (const { answer, reference } of payouts) {
    const ends = ['payout.succeeded', 'payout.failed'] as const;
    const events = ends.map((end) => merchant.webhooks.surely(end, reference));
    found.push({ answer, record: await merchant.api.getPayout(reference), events });
  }
  return { payouts: found };
});

const rows = wrong.map(({ what }, at) => ({ what, at }));

for (const [when, seen, waits] of [
  ['at once', atOnce, undefined],
  ['an hour later', later, '1h'],
] as const) {
  checks(
    'payout.refused-creates-nothing',
    rows,
    ({ what }) => `refused for ${what}, no payout is found ${when}`,
    async (context, { at }) => {
      const payouts: readonly { answer: Exchange; record: Exchange }[] = (await seen(context)).payouts;
      const { answer, record } = oneOf(payouts, at);
      refused(answer);

      expect(record).toHaveStatus(404);
    },
    { waits, drawn: 1.5 },
  );
}

checks(
  'payout.refused-sends-nothing',
  rows,
  ({ what }) => `refused for ${what}, no event comes within an hour`,
  async (context, { at }) => {
    const { answer, events } = oneOf((await later(context)).payouts, at);
    refused(answer);

    for (const came of events) expect(came).toBeEmpty();
  },
  { waits: '1h', drawn: 1.5 },
);

function oneOf<T>(all: readonly T[], at: number): T {
  const one = all[at];
  if (one === undefined) throw new Blocked('suite fault: there is no such row');
  return one;
}
