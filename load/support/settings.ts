import { SharedArray } from 'k6/data';
import exec from 'k6/execution';

// What a script is told, by environment variables alone: its source stands in k6's summary, and secrets must not. Where they are
// missing only a run fails (see `complete`): k6 must be able to look at a script, and to archive it, without any secret.

export interface Key {
  readonly apiKey: string;
  readonly merchantId: string;
  /** Of the live environment. */
  readonly live?: boolean;
}

export const baseUrl = __ENV.LOAD_BASE_URL ?? '';
export const liveUrl = __ENV.LOAD_LIVE_URL ?? '';
/** Starts every reference of this run: no other run may have the same. */
export const run = __ENV.LOAD_RUN ?? '';
export const bankName = __ENV.LOAD_BANK || 'Access Bank';

/**
 * Every key of the run: in LOAD_KEYS itself, or in the file that LOAD_KEYS_FILE names, as JSON. Shared: thousands of virtual users would
 * each take the time and the memory of a copy.
 */
export const keys: readonly Key[] = new SharedArray('keys', () =>
  JSON.parse(__ENV.LOAD_KEYS_FILE ? open(__ENV.LOAD_KEYS_FILE) : __ENV.LOAD_KEYS || '[]'),
);

/** One virtual user for each key. */
export const users = Math.max(1, keys.length);

/** Every script's setup: nothing is sent where something is missing. */
export function complete(): void {
  const told = { LOAD_BASE_URL: baseUrl, LOAD_RUN: run, LOAD_KEYS: keys.length };
  const missing = Object.entries(told).flatMap(([name, value]) => (value ? [] : [name]));
  if (missing.length > 0) throw new Error(`${missing.join(', ')} missing: npm run load sets what a script needs`);
}

/** A whole number from the environment. */
export function number(name: string, usual: number): number {
  const said = __ENV[name];
  if (said === undefined || said === '') return usual;
  const value = Number(said);
  if (!Number.isFinite(value) || value < 0) throw new Error(`${name} is not a number: ${said}`);
  return value;
}

export interface Mine {
  readonly index: number;
  readonly key: Key;
}

/** The key of this virtual user, where each has one of its own: k6 gives every user to one segment, and so every key. */
export function keyOfUser(): Mine | undefined {
  const index = exec.vu.idInTest - 1;
  const key = keys[index];
  return key && { index, key };
}

/**
 * The key whose turn it is, where arrivals go over all keys. Each execution segment has a share of the keys as large as its share of the
 * arrivals: so the rate of each key is the same however many machines there are.
 */
export function keyOfArrival(): Mine {
  const [from, to] = share();
  const first = Math.round(from * keys.length);
  const count = Math.max(1, Math.round(to * keys.length) - first);
  const index = first + (exec.scenario.iterationInInstance % count);
  const key = keys[index];
  if (key === undefined) throw new Error('there are fewer keys than segments');
  return { index, key };
}

/** Which segment this is, from 0, and of how many, all of the same size; undefined where k6 runs alone. */
export function segment(): [number, number] | undefined {
  const [from, to] = share();
  const parts = Math.round(1 / (to - from));
  return parts > 1 ? [Math.round(from * parts), parts] : undefined;
}

/** `1/3:2/3` as two fractions; all of it where k6 runs alone. */
function share(): [number, number] {
  const { executionSegment } = exec.test.options as { executionSegment?: string | null };
  const [from = '0', to = '1'] = (executionSegment || '0:1').split(':');
  return [fraction(from), fraction(to)];
}

function fraction(text: string): number {
  const [above = '0', below = '1'] = text.split('/');
  return Number(above) / Number(below);
}
