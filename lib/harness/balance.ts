import type { Exchange } from '../client/index.ts';
import { derivation, of, type Traced } from '../predicates/index.ts';
import { type Given, shared } from './given.ts';
import { integersIn } from './integers.ts';
import { type Merchant, summary } from './merchant.ts';
import { Blocked } from './outcome.ts';

// The fields of the balance are not shown: the amount available to pay out is the integer that moves as payments, payouts and
// refunds must move it, wherever it is in the JSON.

/** Target time, in seconds, that a balance may take to show what has happened. */
const PROMPT = 10;

type Integers = ReadonlyMap<string, number>;

/** Where the amount available is: one path, or several that move alike; none where nothing moves as it must. */
export const availablePaths = shared('where the balance shows the amount available', ['buyer'], async (given) => {
  const { merchant, buyer, time } = given;
  await time.wait(15, 'what earlier checks have begun settles');
  let paths: string[] = [];
  const narrow = async (by: number, step: () => Promise<unknown>) => {
    const before = await look(merchant);
    await step();
    const moved = await given.time.until('the balance moves', PROMPT, async () => {
      const movers = moversBetween(before.integers, (await look(merchant)).integers, by);
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
   * How far the amount available has moved since the watch began, in kobo. Looks until it is what was expected, for a few seconds
   * of the target's time.
   */
  movement(expected: number): Promise<Traced<number>>;
}

/** By how much the integer at a path has moved; one that is not there counts as 0. */
const movementAt = derivation('movement', (now: unknown, before: unknown, path: string) => {
  const at = (json: unknown) => new Map(integersIn(json)).get(path) ?? 0;
  return at(now) - at(before);
});

/** A step: notes what the balance shows now. */
export async function watchBalance(given: Given, merchant: Merchant = given.merchant): Promise<BalanceWatch> {
  const paths = await availablePaths(given);
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
      let seen: Traced<number>[] = [];
      const found = await given.time.until(`the balance moves by ${expected}`, PROMPT, async () => {
        seen = await moves();
        return asExpected(seen, expected) ? true : undefined;
      });
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

async function look(merchant: Merchant): Promise<{ exchange: Exchange; integers: Integers }> {
  const exchange = await merchant.api.getBalance();
  if (exchange.status !== 200) throw new Blocked(`the balance should have been answered; got ${summary(exchange)}`);
  return { exchange, integers: new Map(integersIn(exchange.json)) };
}

function moversBetween(before: Integers, now: Integers, by: number): string[] {
  return [...now].filter(([path, value]) => value - (before.get(path) ?? 0) === by).map(([path]) => path);
}
