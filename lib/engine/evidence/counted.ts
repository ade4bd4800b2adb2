/** "1 requirement", "2 requirements": a number of things whose plural ends in s. */
export function counted(number: number, thing: string): string {
  return `${number} ${thing}${number === 1 ? '' : 's'}`;
}

/** Contradictions of one sort that are listed one by one: a reader does not need more of them. */
export const MOST_NAMED = 20;
