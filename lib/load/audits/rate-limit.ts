import type { Line } from '../../../load/support/line.ts';
import { counted } from '../../engine/evidence/counted.ts';
import type { Finding } from '../types.ts';
import { Cases, finding, holds, holdsUnless, inconclusive } from './findings.ts';

// "120 per minute" may be implemented as fixed windows (aligned to the clock or begun by a request), a sliding log, a sliding counter, or a
// token bucket that refills two per second; refused requests may count. All of them stay within these bounds for keys unused before, at
// any phase of a minute.

/** Number of keys in each role; roles are assigned to keys in this order. */
export interface Parts {
  readonly bursts: number;
  readonly steady: number;
  readonly neighbours: number;
  readonly curve: number;
}

const LIMIT = 120;

/** `lines`: ordered by `at`. `doubt`: why a refusal may not be the target's fault; null: no reason. */
export function judgeRateLimit(lines: Iterable<Line>, parts: Parts, doubt: string | null): Finding[] {
  const bursts = Array.from({ length: parts.bursts }, () => [new Burst(), new Burst()] as const);
  const [steady, probe, beside, said] = [new Asked(), new Asked(), new Asked(), new Map<string, number>()];
  const [curve, strange] = [{ served: 0, sent: 0, begins: 0, ends: 0 }, new Cases()];
  let [all, meanwhile, usedUpAt] = [0, 0, Number.NEGATIVE_INFINITY];
  for (const line of lines) {
    const { op, key, round, at, wallMs, status, retryAfter = '(missing)' } = line;
    all++;
    if (isRefused(line)) said.set(retryAfter, (said.get(retryAfter) ?? 0) + 1);
    else if (status !== 200) strange.addLine(line);
    if (op === 'steady') steady.add(line);
    if (op === 'probe') probe.add(line);
    if (op === 'burst') {
      bursts[key]?.[round]?.add(line);
      if (isRefused(line)) usedUpAt = at;
    }
    if (op === 'neighbour') {
      beside.add(line);
      // After a refusal a burst key stays used up for most of a minute; only 30 s of it are counted, to be certain.
      if (at <= usedUpAt + 30_000) meanwhile++;
    }
    if (op === 'curve') {
      if (curve.sent++ === 0) curve.begins = at;
      if (status === 200) curve.served++;
      curve.ends = Math.max(curve.ends, at + wallMs);
    }
  }
  const few = bursts.flatMap(([{ served, count }], key) =>
    served < LIMIT ? [`key ${key}: ${served} of the first ${count} served`] : [],
  );
  const refused = [...said.values()].reduce((sum, count) => sum + count, 0);
  return [
    holdsUnless(
      doubt,
      'within-limit-served',
      'Of a rested key 120 requests in a minute are served, at once or evenly.',
      `${parts.bursts} first bursts: ${bursts.map(([{ served }]) => served).join(', ')} served; ${counted(steady.count, 'request')} just below the limit`,
      [...few, ...steady.refused.shown],
    ),
    bites(bursts),
    longRun(curve),
    ...retryAfters(said, refused, probe, doubt),
    neighbours(beside, meanwhile, doubt),
    holds(
      'served-or-refused',
      'Every request is served, or refused with 429 rate_limited.',
      `${counted(all, 'request')}, ${refused} refused`,
      strange,
    ),
  ].filter((each) => each !== null);
}

/** Requests of one role: their number, those refused with 429, and those with any status but 200. */
class Asked {
  count = 0;
  readonly refused = new Cases();
  readonly unserved = new Cases();

  add(line: Line): void {
    this.count++;
    if (isRefused(line)) this.refused.addLine(line);
    if (line.status !== 200) this.unserved.addLine(line);
  }
}

class Burst {
  count = 0;
  served = 0;
  #wallMs = 0;

  add({ status, wallMs }: Line): void {
    this.count++;
    if (status === 200) this.served++;
    this.#wallMs = Math.max(this.#wallMs, wallMs);
  }

  /** Requests that a limiter may serve beyond its limit because it refills during the burst; 0 for a burst under half a second. */
  get granted(): number {
    return this.#wallMs < 500 ? 0 : (2 * this.#wallMs) / 1_000 + 1;
  }
}

/**
 * A key's two bursts are 90 seconds apart, so the end of a fixed minute cannot fall into both: the burst with fewer requests served has at
 * most 120 served, and the other at most 240.
 */
function bites(bursts: readonly (readonly Burst[])[]): Finding {
  const says = 'Of two bursts of one key, 90 seconds apart, one gets no more than 120 through, and none more than 240.';
  const whole = bursts.filter((pair) => pair.every(({ count }) => count > 0));
  const granted = Math.ceil(Math.max(0, ...whole.flat().map((burst) => burst.granted)));
  const seen = whole.map((pair) => pair.map(({ served }) => served).join(' and ')).join('; ');
  const detail = `served of ${whole[0]?.[0]?.count ?? 0}: ${seen}; a limit of ${LIMIT + 1 + granted} or more would have been seen`;
  if (whole.length === 0) return inconclusive('limit-bites', says, 'no burst was sent');
  return holds(
    'limit-bites',
    says,
    detail,
    whole.flatMap((pair, key) => {
      const beyond = pair.map((burst) => burst.served - burst.granted);
      const over = Math.min(...beyond) > LIMIT || Math.max(...beyond) > 2 * LIMIT;
      return over ? [`key ${key}: ${pair.map(({ served }) => served).join(' and ')} served`] : [];
    }),
  );
}

/** Upper bound: a full bucket and its refill, 120 plus two per second. Null if the run had no curve key. */
function longRun({ served, sent, begins, ends }: Readonly<Record<'served' | 'sent' | 'begins' | 'ends', number>>) {
  if (sent === 0) return null;
  const seconds = (ends - begins) / 1_000;
  const most = Math.floor(LIMIT + 2 * seconds + 1);
  const detail = `${served} of ${sent} in ${seconds.toFixed(0)} s, at most ${most}`;
  const says = 'Who keeps asking four times a second is served no more than the limit in the long run.';
  return holds('long-run', says, detail, served > most ? [`${served} served`] : []);
}

/** `said`: number of refusals by unparsed Retry-After value. */
function retryAfters(
  said: ReadonlyMap<string, number>,
  refused: number,
  probe: Asked,
  doubt: string | null,
): Finding[] {
  const form = 'Every 429 carries Retry-After, as seconds or as a date.';
  const honest = 'A client that waited as long as each Retry-After said, and 2 seconds more, is served.';
  const values = [...said.keys()];
  const range = values.length > 4 ? `${values.slice(0, 4).join(', ')}, ...` : values.join(', ');
  if (refused === 0) {
    return [
      inconclusive('retry-after-form', form, 'nothing was refused'),
      inconclusive('retry-after-honest', honest, 'nothing was refused'),
    ];
  }
  return [
    holds(
      'retry-after-form',
      form,
      `${refused} refusals, Retry-After: ${range}`,
      values
        .filter((value) => !/^\d+$/.test(value) && Number.isNaN(Date.parse(value)))
        .map((value) => `Retry-After: ${value}`),
    ),
    probe.count === 0
      ? finding('retry-after-honest', honest, 'inconclusive', `no client waited: Retry-After says ${range}`, [])
      : holdsUnless(doubt, 'retry-after-honest', honest, `${probe.count} waited`, probe.unserved),
  ];
}

function neighbours({ count, refused }: Asked, meanwhile: number, doubt: string | null): Finding | null {
  if (count === 0) return null;
  const says = "One key's traffic does not limit another's.";
  const detail = `${counted(count, 'request')} of keys that asked modestly, ${meanwhile} of them while another key was used up`;
  if (meanwhile === 0) return inconclusive('per-key', says, detail);
  return holdsUnless(doubt, 'per-key', says, detail, refused);
}

function isRefused({ status }: Line): boolean {
  return status === 429;
}
