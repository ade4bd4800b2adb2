// What of a holder's name can be read in an answer.

/** The words of a name that can be read in full anywhere in a JSON value, each as often as it stands there. */
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
