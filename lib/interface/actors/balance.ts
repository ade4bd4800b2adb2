import { Blocked } from '../../engine/checks/outcome.ts';
import type { Exchange } from '../../engine/http/index.ts';
import { derivation, of, type Traced } from '../../engine/predicates/index.ts';
import { type CheckContext, shared } from '../context.ts';
import { integersIn } from './integers.ts';
import { type Merchant, summary } from './merchant.ts';

// The fields of the balance are not shown: the amount available to pay out is the integer that moves as payments, payouts and
// refunds must move it, wherever it is in the JSON.

/**
 * Target time, in seconds, that a balance is given to show what has happened. The interface names no bound: where the clock can be
 * advanced, a minute and then three days.
 */
const MINUTE = 60;
const THREE_DAYS = 3 * 24 * 3_600;

/** Real seconds that a balance is given at the most, where the clock cannot be advanced and `TARGET_MAX_WAIT` allows it. */
const MAX_REAL_WAIT = 300;

type Integers = ReadonlyMap<string, number>;

/** Where the amount available is: one path, or several that move alike; none where nothing moves as it must. */
export const availablePaths = shared('where the balance shows the amount available', ['buyer'], async (context) => {
  const { merchant, buyer, time } = context;
  await time.wait(15, 'what earlier checks have begun settles');
  let paths: string[] = [];
  const narrow = async (by: number, step: () => Promise<unknown>) => {
    const looks = [(await look(merchant)).integers];
    await step();
    const moved = await time.until('the balance moves', patience(context), async () => {
      const { integers } = await look(merchant);
      // What earlier checks have done may show as late as this: each look is compared with every one before it.
      const movers = [...new Set(looks.flatMap((before) => moversBetween(before, integers, by)))];
      looks.push(integers);
      return movers.length > 0 ? movers : undefined;
    });
    const both = paths.filter((path) => moved?.includes(path));
    paths = both.length > 0 ? both : (moved ?? paths);
  };
  // Whether each of these moves the balance is a check of its own: here one that does not is passed over.
  await narrow(61_357, () => buyer.paid(merchant, { amount: 61_357 }));
  if (paths.length === 1) return paths;
  await narrow(-12_119, async () => merchant.settles(await merchant.payout({ amount: 12_119 })));
  if (paths.length === 1) return paths;
  const payment = await buyer.paid(merchant, { amount: 7_013 });
  await narrow(-7_013, () => merchant.refundSettles(payment, { amount: 7_013 }));
  return paths;
});

export interface BalanceWatch {
  /**
   * How far the amount available has moved since the watch began, in kobo. Looks until it is what was expected, for as long as a
   * target may take. Where a movement was expected and there is none, that is blocked unless days could pass.
   */
  movement(expected: number): Promise<Traced<number>>;
}

/** By how much the integer at a path has moved; one that is not there counts as 0. */
const movementAt = derivation('movement', (now: unknown, before: unknown, path: string) => {
  const at = (json: unknown) => new Map(integersIn(json)).get(path) ?? 0;
  return at(now) - at(before);
});

/** A step: notes what the balance shows, once what was done before has had time to show there. */
export async function watchBalance(
  context: CheckContext,
  merchant: Merchant = context.merchant,
): Promise<BalanceWatch> {
  const { time } = context;
  const paths = await availablePaths(context);
  const { controlled } = context.run.conductor;
  await time.wait(controlled ? MINUTE : 5, 'what was done before shows in the balance');
  const before = await look(merchant);
  const moves = async () => {
    const now = await look(merchant);
    const all = paths.length > 0 ? paths : [...new Set([...before.integers.keys(), ...now.integers.keys()])];
    return all.map((path) => movementAt(of(now.exchange), of(before.exchange), path));
  };
  const asExpected = (seen: readonly Traced<number>[], expected: number) =>
    // Where nobody knows which integer it is, standing still means that all do.
    paths.length === 0 && expected === 0
      ? seen.every(({ value }) => value === 0)
      : seen.some(({ value }) => value === expected);
  return {
    async movement(expected) {
      // What must not move it may take as long to show.
      if (expected === 0) await time.wait(10, 'the balance stays as it is');
      let seen: Traced<number>[] = [];
      const moved = async () => {
        seen = await moves();
        return asExpected(seen, expected) ? true : undefined;
      };
      let found = await time.until(`the balance moves by ${expected}`, patience(context), moved);
      if (!found && seen.every(({ value }) => value === 0)) {
        if (!controlled)
          throw new Blocked(`the balance did not move by ${expected} in time: how long it takes is not shown`);
        await time.wait(THREE_DAYS, 'the balance moves');
        found = await moved();
      }
      if (found && expected === 0 && paths.length === 0) {
        throw new Blocked(
          'no integer of the balance moves with payments, payouts or refunds: that none moved says nothing',
        );
      }
      const telling = seen.find(({ value }) => (found ? value === expected : value !== 0));
      return telling ?? seen[0] ?? movementAt(of(before.exchange), of(before.exchange), '');
    },
  };
}

/** Seconds of the target's time that a balance is given before it is called late. */
function patience({ run }: CheckContext): number {
  return run.conductor.controlled ? MINUTE : Math.min(run.target.maxWait, MAX_REAL_WAIT);
}

async function look(merchant: Merchant): Promise<{ exchange: Exchange; integers: Integers }> {
  const exchange = await merchant.api.getBalance();
  if (exchange.status !== 200) throw new Blocked(`the balance should have been answered; got ${summary(exchange)}`);
  return { exchange, integers: new Map(integersIn(exchange.json)) };
}

function moversBetween(before: Integers, now: Integers, by: number): string[] {
  return [...now].filter(([path, value]) => value - (before.get(path) ?? 0) === by).map(([path]) => path);
}
