import { SharedArray } from 'k6/data';
import exec from 'k6/execution';

// Settings of a script, from environment variables only, so that no secret is in its source. If some are missing only a run fails (see
// `complete`): k6 must be able to inspect and archive a script without any secret.

export interface Key {
  readonly apiKey: string;
  readonly merchantId: string;
  /** True for a key of the live environment. */
  readonly live?: boolean;
}

export const baseUrl = __ENV.LOAD_BASE_URL ?? '';
export const liveUrl = __ENV.LOAD_LIVE_URL ?? '';
/** Prefix of every reference of this run; unique to the run. */
export const run = __ENV.LOAD_RUN ?? '';
export const bankName = __ENV.LOAD_BANK || 'Access Bank';

/**
 * All keys of the run, as JSON in LOAD_KEYS or in the file that LOAD_KEYS_FILE names. In a SharedArray, because otherwise each of
 * thousands of virtual users would parse and hold its own copy.
 */
export const keys: readonly Key[] = new SharedArray('keys', () =>
  JSON.parse(__ENV.LOAD_KEYS_FILE ? open(__ENV.LOAD_KEYS_FILE) : __ENV.LOAD_KEYS || '[]'),
);

/** Number of virtual users: one for each key. */
export const users = Math.max(1, keys.length);

/** Setup function of every script: throws before any request is sent if a setting is missing. */
export function complete(): void {
  const told = { LOAD_BASE_URL: baseUrl, LOAD_RUN: run, LOAD_KEYS: keys.length };
  const missing = Object.entries(told).flatMap(([name, value]) => (value ? [] : [name]));
  if (missing.length > 0) throw new Error(`${missing.join(', ')} missing: npm run load sets what a script needs`);
}

/** A number of 0 or more from the environment; `usual` if the variable is not set. Throws otherwise. */
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

/** The key of this virtual user, in scripts with one user per key: k6 assigns each user, and so each key, to exactly one segment. */
export function keyOfUser(): Mine | undefined {
  const index = exec.vu.idInTest - 1;
  const key = keys[index];
  return key && { index, key };
}

/**
 * The key for this arrival, in scripts that rotate over all keys. Each execution segment gets a share of the keys equal to its share of the
 * arrivals, so the rate per key does not depend on the number of machines.
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

/** Index of this segment, from 0, and the number of segments, all of the same size; undefined if k6 runs unsegmented. */
export function segment(): [number, number] | undefined {
  const [from, to] = share();
  const parts = Math.round(1 / (to - from));
  return parts > 1 ? [Math.round(from * parts), parts] : undefined;
}

/** Start and end of this execution segment: `1/3:2/3` as two numbers; 0 and 1 if k6 runs unsegmented. */
function share(): [number, number] {
  const { executionSegment } = exec.test.options as { executionSegment?: string | null };
  const [from = '0', to = '1'] = (executionSegment || '0:1').split(':');
  return [fraction(from), fraction(to)];
}

function fraction(text: string): number {
  const [above = '0', below = '1'] = text.split('/');
  return Number(above) / Number(below);
}
