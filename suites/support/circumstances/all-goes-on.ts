import {
  type Capability,
  type CheckContext,
  type Created,
  type Exchange,
  expect,
  type RequirementId,
  shared,
} from '../../../lib/interface/index.ts';
import { there } from '../../wallet-links/support.ts';
import type { Row } from '../alike/groups.ts';
import { changes, SECONDS, tellingOf } from '../untaken/changes.ts';
import type { Subject } from '../untaken/objects.ts';
import { type Circumstance, circumstances } from './circumstances.ts';

// Neither the endpoints nor the tables of states name any of these circumstances: what is created is accepted as always, and every change of
// state comes as always. One merchant for each circumstance does everything once.

interface Creation {
  readonly id: RequirementId;
  readonly what: string;
  create(context: CheckContext, paid: Created): Promise<Exchange>;
}

const creations: readonly Creation[] = [
  { id: 'checkout.created', what: 'a checkout', create: ({ merchant }) => merchant.createCheckout() },
  {
    id: 'refund.created',
    what: 'a refund',
    create: ({ merchant }, { reference }) => merchant.createRefund({ paymentReference: reference, amount: 1_001 }),
  },
  { id: 'payout.created', what: 'a payout', create: ({ merchant }) => merchant.createPayout() },
  { id: 'escrow.created', what: 'an escrow', create: ({ merchant }) => merchant.createEscrow() },
  {
    id: 'wallet-link.created',
    what: 'a link request',
    create: async ({ merchant, wallets }) => wallets.createLink(merchant, await wallets.make()),
  },
];

const needs: readonly Capability[] = ['own-merchant', 'buyer', 'wallets'];
const LONGEST = '24h';
const A_DAY_AND_MORE = '25h';

/** What a step led to, or why it could not be made. */
type Seen<T> = T | Error;
const seen = <T>(step: Promise<T>): Promise<Seen<T>> => step.catch((error: Error) => error);

function kept<T>(result: Seen<T> | undefined, what: string): T {
  const found = there(result, what);
  if (found instanceof Error) throw found;
  return found;
}

/** Makes everything that can be made here, one after the other, and lets a day pass. */
async function everything(context: CheckContext, { come }: Circumstance) {
  const { merchant, buyer, time, can } = context;
  const paid = await buyer.paid(merchant, { amount: 50_005 });
  await come(context);
  const answers = new Map<string, Seen<Exchange>>();
  for (const { what, create } of creations) answers.set(what, await seen(create(context, paid)));
  const begun: { change: (typeof changes)[number]; subject: Seen<Subject> }[] = [];
  for (const change of changes.filter((each) => each.needs.every(can)))
    begun.push({ change, subject: await seen(change.begin(context)) });
  const looks = new Map<string, Seen<Exchange>>();
  let passed = 0;
  for (const waits of [undefined, '5m', '1h', LONGEST] as const) {
    const own = begun.filter(({ change }) => change.waits === waits);
    if (waits !== undefined) {
      await time.wait(SECONDS[waits] + 60 - passed, 'what waits for time changes');
      passed = SECONDS[waits] + 60;
    }
    for (const { change, subject } of own)
      looks.set(change.what, subject instanceof Error ? subject : await seen(ends(subject, change.to)));
  }
  const subjects = new Map(begun.map(({ change, subject }) => [change.what, subject] as const));
  return { merchant, answers, looks, subjects };
}

async function ends({ act, look }: Subject, to: string): Promise<Exchange> {
  await act?.();
  return await look(to);
}

/** Checks for several chapters: see `table`. */
export const allGoesOn: readonly Row[] = circumstances.flatMap((circumstance) => {
  const { what: after, needs: own, waits = A_DAY_AND_MORE, toldElsewhere } = circumstance;
  const all = [...new Set<Capability>([...needs, ...own, 'clock'])];
  const run = shared(`all that a merchant does after ${after}`, all, (context) => everything(context, circumstance));
  return [
    ...creations.map(
      ({ id, what }): Row => ({
        id,
        title: `${what}, after ${after}`,
        needs: all,
        waits,
        check: async (context) => expect(kept((await run(context)).answers.get(what), what)).toHaveStatus(201),
      }),
    ),
    ...changes.map(
      ({ id, what, needs: of, to }): Row => ({
        id,
        title: `${what}, after ${after}`,
        needs: [...new Set([...all, ...of])],
        waits,
        check: async (context) => expect(kept((await run(context)).looks.get(what), what)).toHaveField('status', to),
      }),
    ),
    ...(toldElsewhere ? [] : changes).map(
      (change): Row => ({
        id: tellingOf(change),
        title: `of ${change.what} its merchant is told, after ${after}`,
        needs: [...new Set<Capability>([...all, ...change.needs, 'webhooks'])],
        waits,
        async check(context) {
          const { merchant, looks, subjects } = await run(context);
          kept(looks.get(change.what), change.what);
          await merchant.webhooks.arrives(change.event, kept(subjects.get(change.what), change.what).reference);
        },
      }),
    ),
  ];
});
