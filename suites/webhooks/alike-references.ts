import {
  type CheckContext,
  checks,
  created,
  distinct,
  expect,
  NotExercised,
  of,
  type Received,
  shared,
} from '../../lib/interface/index.ts';
import { attempt } from '../support/attempts.ts';
import { alikePairs } from '../support/references/alike.ts';
import { digitsOf } from '../support/references/digits.ts';
import { there } from '../wallet-links/support.ts';
import { alike } from './content/happens-to-two.ts';

// "Unique per event": the events of two objects whose references are nearly the same are two.

const refunded = {
  event: 'refund.succeeded',
  needs: ['buyer'],
  async act({ buyer }: CheckContext, as: CheckContext['merchant'], reference: string) {
    const { reference: paymentReference } = await buyer.paid(as, { amount: 5_001 });
    return created('refund', await as.createRefund({ reference, paymentReference, amount: 1_001 }));
  },
} as const satisfies (typeof alike)[number];

const rows = [refunded, ...alike].map((row) => ({
  ...row,
  told: shared(`${row.event} for references that are nearly alike`, ['webhooks', ...row.needs], (context) =>
    allTold(context, row),
  ),
}));

/** By pair: its two events, or why there are none. */
async function allTold(context: CheckContext, { event, act }: (typeof alike)[number]) {
  const { merchant, data } = context;
  const seen = new Map<string, readonly Received[] | Error>();
  const named = alikePairs.map(({ what, of: pairOf }) => ({
    what,
    pair: pairOf(data.reference('told'), digitsOf(data.reference('n'))),
  }));
  for (const { what, pair } of named) {
    const refusals = [await attempt(act(context, merchant, pair[0])), await attempt(act(context, merchant, pair[1]))];
    const refusal = refusals.find((each) => each !== null);
    // Which characters and lengths other references than those of checkouts may have is not shown.
    if (refusal != null) seen.set(what, event.startsWith('payment') ? refusal : new NotExercised(refusal.message));
  }
  for (const { what, pair } of named) {
    if (seen.has(what)) continue;
    const given = Promise.all(pair.map((each) => merchant.webhooks.given(event, each)));
    const missing = await attempt(given);
    seen.set(what, missing ?? (await given));
  }
  return seen;
}

checks(
  'webhook.payload-id',
  rows.flatMap((row) => alikePairs.map(({ what }) => ({ ...row, what }))),
  ({ event, what }) => `${event} for two references that differ in ${what} has two`,
  async (context, { what, told }) => {
    const events = there((await told(context)).get(what), 'the pair');
    if (events instanceof Error) throw events;
    const ids = events.map((each) => of(each, 'id'));

    expect(distinct(ids), `different ids among ${ids.map(({ value }) => value).join(', ')}`).toBe(2);
  },
  ({ needs }) => ({ needs, drawn: 1 }),
);
