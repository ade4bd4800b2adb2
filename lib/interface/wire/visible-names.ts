// Which words of a holder's name a response shows in full.

/** The words of a name that occur in full anywhere in a JSON value; a repeated word counts as often as it occurs there. */
export function wordsInFull(json: unknown, name: string): string[] {
  const read = textsIn(json).flatMap(wordsOf);
  return wordsOf(name).filter((word) => {
    const at = read.indexOf(word);
    if (at >= 0) read.splice(at, 1);
    return at >= 0;
  });
}

export function wordsOf(text: string): string[] {
  const words = text
    .normalize('NFC')
    .toLowerCase()
    .split(/[^\p{L}\p{M}']+/u);
  return words.filter((word) => word !== '');
}

/** Every string in a JSON value. */
export function textsIn(json: unknown): string[] {
  if (typeof json === 'string') return [json];
  return typeof json === 'object' && json !== null ? Object.values(json).flatMap(textsIn) : [];
}
