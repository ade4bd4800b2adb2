import type { Line } from '../../../load/support/line.ts';
import { counted } from '../../engine/evidence/counted.ts';
import type { Finding } from '../types.ts';
import { describe, finding, holds, holdsUnless, inconclusive } from './findings.ts';

// "120 per minute" may be counted in fixed windows, aligned to the clock or begun by a request, in a sliding log, in a sliding counter,
// or by a bucket that refills with two a second; refused requests may count. None of them fails these bounds, on rested keys, at any
// phase of its minute.

/** How many keys play which part, in this order. */
export interface Parts {
  readonly bursts: number;
  readonly steady: number;
  readonly neighbours: number;
  readonly curve: number;
}

const LIMIT = 120;

export function judgeRateLimit(lines: readonly Line[], parts: Parts, doubt: string | null): Finding[] {
  const named = (op: string) => lines.filter((line) => line.op === op);
  const bursts = Array.from({ length: parts.bursts }, (_, key) =>
    [0, 1].map((round) => burstOf(named('burst'), key, round)),
  );
  const refused = lines.filter(isRefused);
  return [
    holdsUnless(
      doubt,
      'within-limit-served',
      'Of a rested key 120 requests in a minute are served, at once or evenly.',
      `${parts.bursts} first bursts: ${bursts.map(([first]) => first?.served ?? 0).join(', ')} served; ${counted(named('steady').length, 'request')} just below the limit`,
      [
        ...bursts.flatMap(([first], key) =>
          first !== undefined && first.served < LIMIT
            ? [`key ${key}: ${first.served} of the first ${first.count} served`]
            : [],
        ),
        ...named('steady').filter(isRefused).slice(0, 3).map(describe),
      ],
    ),
    bites(bursts),
    curve(named('curve')),
    ...retryAfter(refused, named('probe'), doubt),
    neighbours(named('neighbour'), named('burst'), doubt),
    holds(
      'served-or-refused',
      'Every request is served, or refused with 429 rate_limited.',
      `${counted(lines.length, 'request')}, ${refused.length} refused`,
      lines.filter((line) => line.status !== 200 && !isRefused(line)).map(describe),
    ),
  ].filter((each) => each !== null);
}

interface Burst {
  readonly count: number;
  readonly served: number;
  /** What a limiter may grant beyond its limit because the burst itself takes time: nothing within half a second. */
  readonly granted: number;
}

function burstOf(lines: readonly Line[], key: number, round: number): Burst {
  const own = lines.filter((line) => line.key === key && line.round === round);
  const seconds = Math.max(0, ...own.map(({ wallMs }) => wallMs)) / 1_000;
  return {
    count: own.length,
    served: own.filter((line) => line.status === 200).length,
    granted: seconds < 0.5 ? 0 : 2 * seconds + 1,
  };
}

/**
 * Wherever minutes end, they do not end within both bursts of a key, which are 90 seconds apart: of the two, the one that is served less
 * is served no more than the limit, and the other no more than twice.
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

/** A full bucket and all that refills meanwhile: 120 and two a second. Null where nobody drew a curve. */
function curve(lines: readonly Line[]): Finding | null {
  if (lines.length === 0) return null;
  const begins = Math.min(...lines.map(({ at }) => at));
  const seconds = (Math.max(...lines.map(({ at, wallMs }) => at + wallMs)) - begins) / 1_000;
  const served = lines.filter(({ status }) => status === 200).length;
  const most = Math.floor(LIMIT + 2 * seconds + 1);
  const detail = `${served} of ${lines.length} in ${seconds.toFixed(0)} s, at most ${most}`;
  const says = 'Who keeps asking four times a second is served no more than the limit in the long run.';
  return holds('long-run', says, detail, served > most ? [`${served} served`] : []);
}

function retryAfter(refused: readonly Line[], probes: readonly Line[], doubt: string | null): Finding[] {
  const form = 'Every 429 carries Retry-After, as seconds or as a date.';
  const honest = 'Whoever has waited as long as every Retry-After said, and 2 seconds, is served.';
  const said = [...new Set(refused.map(({ retryAfter: value }) => value ?? '(missing)'))];
  const range = said.length > 4 ? `${said.slice(0, 4).join(', ')}, ...` : said.join(', ');
  if (refused.length === 0) {
    return [
      inconclusive('retry-after-form', form, 'nothing was refused'),
      inconclusive('retry-after-honest', honest, 'nothing was refused'),
    ];
  }
  return [
    holds(
      'retry-after-form',
      form,
      `${refused.length} refusals, Retry-After: ${range}`,
      said
        .filter((value) => !/^\d+$/.test(value) && Number.isNaN(Date.parse(value)))
        .map((value) => `Retry-After: ${value}`),
    ),
    probes.length === 0
      ? finding('retry-after-honest', honest, 'inconclusive', `nobody waited: Retry-After says ${range}`, [])
      : holdsUnless(
          doubt,
          'retry-after-honest',
          honest,
          `${probes.length} waited`,
          probes.filter((line) => line.status !== 200).map(describe),
        ),
  ];
}

function neighbours(lines: readonly Line[], bursts: readonly Line[], doubt: string | null): Finding | null {
  if (lines.length === 0) return null;
  const busy = bursts.filter(isRefused);
  // Refused meanwhile: a key that has been used up stays so for most of a minute.
  const beside = lines.filter(({ at }) => busy.some((burst) => at >= burst.at && at <= burst.at + 30_000));
  const says = "One key's traffic does not limit another's.";
  const detail = `${counted(lines.length, 'request')} of keys that asked modestly, ${beside.length} of them while another key was used up`;
  if (beside.length === 0) return inconclusive('per-key', says, detail);
  return holdsUnless(doubt, 'per-key', says, detail, lines.filter(isRefused).map(describe));
}

function isRefused({ status }: Line): boolean {
  return status === 429;
}
