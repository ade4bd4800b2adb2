import { Blocked } from '../../engine/checks/outcome.ts';
import type { Exchange } from '../../engine/http/index.ts';
import { derivation, of, type Traced } from '../../engine/predicates/index.ts';
import { type CheckContext, shared } from '../context.ts';
import { integersIn } from '../wire/integers.ts';
import { type Merchant, summary } from './merchant.ts';

// The interface does not show the fields of the balance. The amount available to pay out is therefore taken to be the
// integer, anywhere in the JSON, that moves as payments, payouts and refunds must move it.

/**
 * Target time, in seconds, after which a movement is looked for where the clock can be advanced: up to a minute, then
 * once after an hour and once after three days. The interface names no bound.
 */
const MINUTE = 60;
const HOUR = 3_600;
const THREE_DAYS = 3 * 24 * HOUR;

/** Real seconds to wait at most for a movement, where the clock cannot be advanced and `TARGET_MAX_WAIT` allows it. */
const MAX_REAL_WAIT = 300;

type Integers = ReadonlyMap<string, number>;

interface Shown {
  /** The paths of the amount available: one, or several that move alike; empty where no integer moves as it must. */
  readonly paths: readonly string[];
  /** Seconds after which a movement has shown so far; a target may work its balance out from time to time. */
  readonly lag: number;
}

const shownIn = shared('where the balance shows the amount available', ['buyer'], async (context): Promise<Shown> => {
  const { merchant, buyer, time } = context;
  // Before the wait, which is in vain where no checkout can be made.
  const checkout = await merchant.checkout({ amount: 61_357 });
  await time.wait(15, 'what earlier checks have begun settles');
  let paths: string[] = [];
  let lag = MINUTE;
  let others = 0;
  const narrow = async (by: number, step: () => Promise<unknown>, only: readonly string[] | null = null) => {
    const looks = [(await look(merchant)).integers];
    await step();
    const movers = async () => {
      const { integers } = await look(merchant);
      // A movement caused by an earlier check may show as late as this, so each reading is compared with every one
      // before it.
      const all = new Set(looks.flatMap((before) => moversBetween(before, integers, by)));
      const found = [...all].filter((path) => only?.includes(path) ?? true);
      looks.push(integers);
      others = integers.size - 1;
      return found.length > 0 ? found : undefined;
    };
    let moved = await time.until('the balance moves', patience(context), movers);
    for (const late of time.canMove ? [HOUR, THREE_DAYS] : []) {
      if (moved !== undefined) break;
      await time.wait(late, 'the balance moves');
      moved = await movers();
      if (moved !== undefined) lag = Math.max(lag, late);
    }
    const both = paths.filter((path) => moved?.includes(path));
    paths = both.length > 0 ? both : (moved ?? paths);
  };
  // Other checks require that each of these operations moves the balance; one that does not is passed over here.
  await narrow(61_357, () => buyer.pays(merchant, checkout));
  // What alone has grown may be on its way, and another number be what is available. In live a payout of it may be refused.
  if (paths.length === 1 && (others === 0 || context.environment === 'live')) return { paths, lag };
  const grown = paths;
  await narrow(-12_119, async () => merchant.settles(await merchant.payout({ amount: 12_119 })));
  if (grown.length > 0 && !paths.some((path) => grown.includes(path))) {
    if (time.canMove) await time.wait(THREE_DAYS, 'what was paid in is available');
    await narrow(83_021, () => buyer.paid(merchant, { amount: 83_021 }), paths);
  }
  if (paths.length === 1) return { paths, lag };
  const payment = await buyer.paid(merchant, { amount: 7_013 });
  await narrow(-7_013, () => merchant.refundSettles(payment, { amount: 7_013 }));
  return { paths, lag };
});

/** As `Shown.paths`. */
export async function availablePaths(context: CheckContext): Promise<readonly string[]> {
  return (await shownIn(context)).paths;
}

export interface BalanceWatch {
  /**
   * How far the amount available has moved since the watch began, in kobo. Reads the balance until it shows the
   * expected movement, for as long as `patience` allows, then after three days where the clock can be advanced. Where it
   * cannot, and the balance is as it was at the last look, this throws Blocked.
   */
  movement(expected: number): Promise<Traced<number>>;
  /** The same as it is shown now, without waiting: for a movement that was seen, and that nothing has followed. */
  still(expected: number): Promise<Traced<number>>;
}

/** By how much the integer at a path has moved; a missing integer counts as 0. */
const movementAt = derivation('movement', (now: unknown, before: unknown, path: string) => {
  const at = (json: unknown) => new Map(integersIn(json)).get(path) ?? 0;
  return at(now) - at(before);
});

/** A step: reads the balance, once earlier operations have had time to show in it. */
export async function watchBalance(
  context: CheckContext,
  merchant: Merchant = context.merchant,
): Promise<BalanceWatch> {
  const { time } = context;
  const { paths, lag } = await shownIn(context);
  await time.wait(time.canMove ? lag : 5, 'what was done before shows in the balance');
  const before = await look(merchant);
  const moves = async () => {
    const now = await look(merchant);
    const all = paths.length > 0 ? paths : [...new Set([...before.integers.keys(), ...now.integers.keys()])];
    return all.map((path) => movementAt(of(now.exchange), of(before.exchange), path));
  };
  const asExpected = (seen: readonly Traced<number>[], expected: number) =>
    // Where the path is unknown, no movement means that no integer has moved.
    paths.length === 0 && expected === 0
      ? seen.every(({ value }) => value === 0)
      : seen.some(({ value }) => value === expected);
  const none = movementAt(of(before.exchange), of(before.exchange), '');
  let last: readonly Traced<number>[] = [];
  return {
    async movement(expected) {
      // A forbidden movement may take time to show, too.
      if (expected === 0) await time.wait(10, 'the balance stays as it is');
      let seen: Traced<number>[] = [];
      const moved = async () => {
        seen = await moves();
        return asExpected(seen, expected) ? true : undefined;
      };
      let found = await time.until(`the balance moves by ${expected}`, patience(context), moved);
      if (!found && time.canMove) {
        await time.wait(THREE_DAYS, 'the balance moves');
        found = await moved();
      } else if (!found && seen.every(({ value }, at) => value === (last[at]?.value ?? 0)))
        throw new Blocked(`the balance did not move by ${expected} in time: how long it takes is not shown`);
      last = seen;
      if (found && expected === 0 && paths.length === 0) {
        throw new Blocked(
          'no integer of the balance moves with payments, payouts or refunds: that none moved says nothing',
        );
      }
      const telling = seen.find(({ value }) => (found ? value === expected : value !== 0));
      return telling ?? seen[0] ?? none;
    },
    async still(expected) {
      const seen = await moves();
      return seen.find(({ value }) => value === expected) ?? seen[0] ?? none;
    },
  };
}

/** Seconds of the target's time after which a movement of the balance is late. */
function patience({ time }: CheckContext): number {
  return time.canMove ? MINUTE : Math.min(time.maxWait, MAX_REAL_WAIT);
}

async function look(merchant: Merchant): Promise<{ exchange: Exchange; integers: Integers }> {
  const exchange = await merchant.api.getBalance();
  if (exchange.status !== 200) throw new Blocked(`the balance should have been answered; got ${summary(exchange)}`);
  return { exchange, integers: new Map(integersIn(exchange.json)) };
}

function moversBetween(before: Integers, now: Integers, by: number): string[] {
  return [...now].filter(([path, value]) => value - (before.get(path) ?? 0) === by).map(([path]) => path);
}
