export type Fields = Readonly<Record<string, unknown>>;

export function objectOf(value: unknown): Fields | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : null;
}

export function textIn(value: unknown, name: string): string | null {
  const found = objectOf(value)?.[name];
  return typeof found === 'string' ? found : null;
}

export function integerIn(value: unknown, name: string): number | null {
  const found = objectOf(value)?.[name];
  return typeof found === 'number' && Number.isSafeInteger(found) ? found : null;
}
