/** "1 requirement", "2 requirements": for nouns whose plural ends in s. */
export function counted(number: number, thing: string): string {
  return `${number} ${thing}${number === 1 ? '' : 's'}`;
}

/** The maximum number of contradictions of one kind that are listed one by one. */
export const MOST_NAMED = 20;
