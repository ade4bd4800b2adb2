import { check, checks, expect, NotExercised, of, shared } from '../../../lib/interface/index.ts';
import { wholeOrRefused } from '../../support/requests/long-texts.ts';
import { bankNames } from '../support.ts';

checks(
  'payout.amount-kept',
  [123_456_789, 10_001, 16_777_217, 1_073_741_825, 1_999_999_999, 999_999, 2_000_000_000],
  (amount) => `the record of a payout of ${amount} has that amount`,
  async ({ merchant }, amount) => {
    expect(await merchant.get(await merchant.payout({ amount }))).toHaveField('amount', amount);
  },
  { drawn: 0.3 },
);

const narrations = [
  { what: '100 letters', narration: 'n'.repeat(100) },
  // Characters, not bytes: each of these letters takes three bytes in UTF-8.
  { what: '100 letters beyond ASCII', narration: 'ọ'.repeat(100) },
].map((row) => ({
  ...row,
  made: shared(`a payout with a narration of ${row.what}`, [], async ({ merchant, data }) => {
    const reference = data.reference('pay');
    const answer = await merchant.createPayout({ reference, narration: row.narration });
    return { answer, record: await merchant.api.getPayout(reference) };
  }),
}));

checks(
  'payout.narration-longest',
  narrations,
  ({ what }) => `a narration of ${what} is accepted, and comes back whole`,
  async (context, { made, narration }) => {
    const { answer, record } = await made(context);

    expect(answer).toHaveStatus(201);
    expect(record).toHaveField('narration', narration);
  },
);

wholeOrRefused(
  'payout.narration-longest',
  'payout.narration-too-long',
  'a narration',
  100,
  [],
  async ({ merchant, data }) =>
    async (narration) => {
      const reference = data.reference('pay');
      const answer = await merchant.createPayout({ reference, narration });
      return { answer, kept: of(await merchant.api.getPayout(reference), 'narration') };
    },
);

const names = shared('the names of the bank list', [], async ({ merchant }) =>
  bankNames(await merchant.api.listBanks()),
);

checks(
  'payout.listed-bank-accepted',
  [
    { what: 'last', at: 0.999 },
    { what: 'first', at: 0 },
    { what: 'one in the middle', at: 0.5 },
    { what: 'one that is drawn', at: null },
    { what: 'another that is drawn', at: null },
  ],
  ({ what }) => `of the list's banks the ${what}`,
  async (context, { at }) => {
    const listed = await names(context);
    if (listed.length === 0)
      throw new NotExercised('which field of the bank list is the name of a bank cannot be told');
    const place = at ?? context.data.faker.number.float({ min: 0, max: 0.999 });
    const bankName = listed[Math.floor(place * listed.length)];
    context.note(`the bank is ${bankName}`);

    expect(await context.merchant.createPayout({ recipient: { bankName } })).toHaveStatus(201);
  },
);

/** A longer list is taken at equal steps. */
const MOST_BANKS = 30;

check(
  'payout.listed-bank-accepted',
  `each of the list's banks, or ${MOST_BANKS} of them`,
  async (context) => {
    const listed = await names(context);
    const count = Math.min(listed.length, MOST_BANKS);
    if (count === 0) throw new NotExercised('which field of the bank list is the name of a bank cannot be told');
    for (let at = 0; at < count; at++) {
      const bankName = listed[Math.floor((at * listed.length) / count)];

      expect(await context.merchant.createPayout({ recipient: { bankName } }), bankName).toHaveStatus(201);
    }
  },
  { needs: ['own-merchant'] },
);
