import {
  type Capability,
  type CheckContext,
  type Exchange,
  expect,
  field,
  type Merchant,
  NotExercised,
  shared,
} from '../../../lib/interface/index.ts';
import type { Row } from '../alike/groups.ts';
import { type Made, MINUTE, type Thing, things } from './things-in-time.ts';

// What time does to a checkout, a refund, a payout, an escrow and a link that have one name as their reference or linkRef, of one merchant or
// of two: each has its own end and its own event at its own time. A queue whose jobs are named by the reference ignores the second of a name,
// or runs it in place of the first. Whether kinds or merchants share one set of references is not shown: where they do, the second is refused.

type Name = keyof typeof things;

/** In the order in which they are made; `another's`: of the second merchant. */
const lives: readonly (readonly (Name | readonly [Name, "another's"])[])[] = [
  ['checkout', 'refund', 'payout', 'unpaid', 'link'],
  ['link', 'unpaid', 'failing payout', 'failing refund', 'checkout'],
  ['checkout', 'failing refund', 'failing payout', 'funded', 'link'],
  ['link', 'funded', 'payout', 'refund', 'checkout'],
  [['checkout', "another's"], 'unpaid', ['failing payout', "another's"], 'payout', ['link', "another's"]],
  [['funded', "another's"], 'unpaid', ['checkout', "another's"], 'link'],
  ...(['checkout', 'unpaid', 'funded', 'link'] as const).map((name) => [name, [name, "another's"]] as const),
];

interface Own {
  readonly thing: Thing;
  readonly isOther: boolean;
}

interface Ended {
  readonly as: Merchant;
  readonly made: Made;
  readonly record: Exchange;
}

async function lived(context: CheckContext, all: readonly Own[]): Promise<ReadonlyMap<Own, Ended>> {
  const { merchant, data, time } = context;
  const reference = data.reference('one');
  const made = new Map<Own, { as: Merchant; made: Made }>();
  for (const own of all) {
    const as = own.isOther ? context.other : merchant;
    made.set(own, { as, made: await own.thing.make(context, as, reference) });
  }
  const ended = new Map<Own, Ended>();
  let passed = 0;
  for (const own of all.toSorted((a, b) => a.thing.lives - b.thing.lives)) {
    const { of, lives, shown } = own.thing;
    await time.wait(lives - passed, `the end of a ${of}`);
    passed = lives;
    const each = made.get(own);
    if (each === undefined) continue;
    let record = await each.made.look();
    await time.until(`the end of a ${of}`, 10 * MINUTE, async () => {
      if (field(record.json, shown.name) !== shown.value) record = await each.made.look();
      return field(record.json, shown.name) === shown.value ? true : undefined;
    });
    ended.set(own, { ...each, record });
  }
  return ended;
}

/** Checks for several chapters: see `table`. */
export const inTime: readonly Row[] = lives.flatMap((names) => {
  const all = names.map((name): Own => {
    const [of, whose] = typeof name === 'string' ? [name, null] : name;
    return { thing: things[of], isOther: whose !== null };
  });
  const words = all.map(({ thing, isOther }) => `${isOther ? "another merchant's " : ''}${thing.of}`).join(', ');
  const needs: Capability[] = all.flatMap(({ thing }) => [...thing.needs]);
  if (all.some(({ isOther }) => isOther)) needs.push('other-merchant');
  const run = shared(`one reference in time: ${words}`, needs, (context) => lived(context, all));
  return all.flatMap((own): Row[] => {
    const { of, shown, id, told } = own.thing;
    const title = `of one reference, in this order: ${words}; the ${own.isOther ? "other's " : ''}${of}`;
    const end = async (context: CheckContext) => {
      const ended = (await run(context)).get(own);
      if (ended === undefined) throw new NotExercised('it was not made');
      return ended;
    };
    return [
      {
        id,
        title: `${title} ends in its time`,
        needs,
        waits: '25h',
        async check(context) {
          expect((await end(context)).record).toHaveField(shown.name, shown.value);
        },
      },
      {
        id: told.id,
        title: `${title} has its ${told.event}`,
        needs: [...needs, 'webhooks'],
        waits: '25h',
        async check(context) {
          const { as, made } = await end(context);
          if (as.access.webhookSecret === null) throw new NotExercised('the merchant has no webhook secret');
          await as.webhooks.arrives(told.event, made.named);
        },
      },
    ];
  });
});
