/** Every safe integer in a JSON value, with its path (`data.available`). */
export function integersIn(json: unknown, path = ''): [path: string, value: number][] {
  if (typeof json === 'number') return Number.isSafeInteger(json) ? [[path, json]] : [];
  if (typeof json !== 'object' || json === null) return [];
  return Object.entries(json).flatMap(([name, value]) => integersIn(value, path === '' ? name : `${path}.${name}`));
}
