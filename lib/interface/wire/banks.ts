/** Every object with a `code` in a bank list, at any depth (Resources, Bank list: the shape is not shown). */
export function banksIn(json: unknown): Record<string, unknown>[] {
  if (typeof json !== 'object' || json === null) return [];
  const inside = Object.values(json).flatMap(banksIn);
  return !Array.isArray(json) && 'code' in json ? [json as Record<string, unknown>, ...inside] : inside;
}
