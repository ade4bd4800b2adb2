/** A title as English has it: tables put the name of a kind or state after "a", whichever it is. */
export function withArticles(title: string): string {
  return title.replace(/\b([Aa]) (?=(?:escrow|expired|unpaid)\b)/g, '$1n ');
}
