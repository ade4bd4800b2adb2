/** Readings together: what one team decides so and so, another decides otherwise in every respect at once. */
import type { Reading } from './reading.ts';

/** Of the readings that one of these names only one can hold at a time. */
export const eitherOr: readonly RegExp[] = [
  /^connections-/,
  /^times-/,
  /^messages-/,
  /^unauthenticated-/,
  /^wrong-state-/,
  /^routes-/,
  /^bodies-(refused|of)/,
  /^metadata-/,
  /^references-(narrow|wide)$/,
  /^ids-/,
  /^banks-/,
  /^balance-/,
  /^names-masked/,
  /^escrow-(records|actions-say)/,
  /^(settled-|live-settles|live-payouts)/,
  /^partial-refunds-/,
  /^(escrow-refunds-|held-money)/,
  /^wallet-not-linked-/,
  /^link-decisions-/,
  /^superseded-/,
  /^link-limit-/,
  /^unknown-wallets-/,
  /^keys-(optional|required|ignored)/,
  /^keys-(forgotten|remembered)/,
  /^rate-/,
  /^retry-after-/,
  /^webhooks-(before|after)-/,
  /^webhooks-wait-/,
  /^(retries-by|retries-with|webhooks-seconds)/,
  /^redirect-(302|307|by)/,
  /^escrow-(redirect|without-redirect)/,
  /^card-/,
];

/** Without something of control much is not exercised, which other readings would need to be seen: each of these by itself. */
const alone = /^control-/;

/**
 * So many mixtures of readings, each to be certified whole. Every reading that can be mixed is in at least one as long as there are
 * as many mixtures as the longest row of alternatives; beyond that they bring together as many pairs as they can.
 */
export function mixtures(readings: readonly Reading[], count: number, seed: number): (readonly Reading[])[] {
  const rows = rowsOf(readings.filter(({ name }) => !alone.test(name)));
  const met = new Set<string>();
  const used = new Map<Reading, number>();
  const random = randomOf(seed);
  return Array.from({ length: count }, () => {
    const mixture: Reading[] = [];
    for (const row of shuffled(rows, random)) {
      const worth = (choice: Reading | null) =>
        choice === null
          ? row.length > 1
            ? 0
            : mixture.length / 2
          : (used.has(choice) ? 0 : 1_000) + mixture.filter((other) => !met.has(pair(choice, other))).length;
      const choices: (Reading | null)[] = shuffled([...row, null], random);
      const best = choices.toSorted((a, b) => worth(b) - worth(a))[0];
      if (best) mixture.push(best);
    }
    for (const one of mixture) {
      used.set(one, (used.get(one) ?? 0) + 1);
      for (const other of mixture) met.add(pair(one, other));
    }
    // In the order of the list, so that a mixture does not depend on how it was put together.
    return mixture.toSorted((a, b) => readings.indexOf(a) - readings.indexOf(b));
  });
}

function rowsOf(readings: readonly Reading[]): Reading[][] {
  const rows = new Map<RegExp | Reading, Reading[]>();
  for (const reading of readings) {
    const row = eitherOr.find((pattern) => pattern.test(reading.name)) ?? reading;
    rows.set(row, [...(rows.get(row) ?? []), reading]);
  }
  return [...rows.values()];
}

function pair(one: Reading, other: Reading): string {
  return [one.name, other.name].sort().join('+');
}

/** Numbers from 0 to 1, the same for the same seed. */
function randomOf(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x9e3779b9) >>> 0;
    return state / 2 ** 32;
  };
}

function shuffled<T>(items: readonly T[], random: () => number): T[] {
  return items
    .map((item) => ({ item, at: random() }))
    .sort((a, b) => a.at - b.at)
    .map(({ item }) => item);
}
