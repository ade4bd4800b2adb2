import { readFileSync } from 'node:fs';
import { z } from 'zod';

/** Requests of the checks that take many, by requirement or observation and title: `npm run predicates -- --costs FOLDER` measures them. */
export const costsFile = new URL('costs.json', import.meta.url);

/** Checks that take fewer requests are not listed. */
export const COSTLY = 24;

const costs = z
  .record(z.string(), z.record(z.string(), z.number().int()))
  .parse(JSON.parse(readFileSync(costsFile, 'utf8')));

/** How many requests this check takes when no other shares what it prepares; 0 if they are few, or were never measured. */
export function costOf(id: string, title: string): number {
  return costs[id]?.[title] ?? 0;
}
