import { STOOD_STILL } from '../../../run/slowness.ts';
import { counted, MOST_NAMED } from '../../counted.ts';
import { evidenceFiles } from '../../write.ts';
import type { Evidence } from '../read.ts';

/** Milliseconds by which two clocks of one machine may differ, or by which a clock may be set back. */
export const SLACK_MS = 5_000;

/**
 * Records must be in order and have consistent times: an exchange, a webhook and a control operation each have a time by the process's
 * monotonic clock and a time of day, which must advance together. The time of day may jump ahead, if the machine slept or another process
 * resumed the run, but it may be set back by at most `SLACK_MS`.
 */
export function otherClocks({ certificate, exchanges, deliveries, sightings }: Evidence): string[] {
  const found: string[] = [];
  const order = (file: string, numbers: readonly number[]) => {
    if (numbers.some((each, at) => at > 0 && each <= (numbers[at - 1] ?? 0))) found.push(`${file}: it is out of order`);
  };
  order(
    evidenceFiles.exchanges,
    exchanges.map(({ _id }) => _id),
  );
  order(
    evidenceFiles.deliveries,
    deliveries.map(({ seq }) => seq),
  );
  order(
    evidenceFiles.sightings,
    sightings.map(({ id }) => id),
  );
  const timeless = exchanges.filter(({ _sentMono }) => _sentMono === undefined);
  if (timeless.length > 0)
    found.push(`${evidenceFiles.exchanges}: ${counted(timeless.length, 'exchange')} without a time of its own`);
  const moments = [
    ...exchanges.map(({ _id, _sentMono = 0, startedDateTime }) => ({
      name: `${evidenceFiles.exchanges}: exchange ${_id}`,
      at: Date.parse(startedDateTime),
      mono: _sentMono,
      isExact: true,
    })),
    ...deliveries.map(({ seq, at, monoMs }) => ({
      name: `${evidenceFiles.deliveries}: webhook ${seq}`,
      at: Date.parse(at),
      mono: monoMs,
      isExact: true,
    })),
    // A control operation is recorded some time after it ended.
    ...stepsIn(sightings).map(({ id, at, to }) => ({
      name: `${evidenceFiles.sightings}: sighting ${id}`,
      at: Date.parse(at),
      mono: to,
      isExact: false,
    })),
  ].sort((a, b) => a.at - b.at);
  const strange: string[] = [];
  let origin = Number.NEGATIVE_INFINITY;
  for (const { name, at, mono, isExact } of moments) {
    if (at - mono < origin - SLACK_MS) strange.push(`${name} has times of two clocks`);
    if (isExact) origin = Math.max(origin, at - mono);
  }
  const steps = new Map<string, number>();
  for (const { id, what, from } of stepsIn(sightings)) {
    const first = steps.get(`${what} ${from}`);
    if (first !== undefined) strange.push(`${evidenceFiles.sightings}: sighting ${id} is a copy of sighting ${first}`);
    steps.set(`${what} ${from}`, first ?? id);
  }
  const last = Date.parse(certificate.finishedAt) + SLACK_MS;
  for (const { _id, startedDateTime, time } of exchanges) {
    if (Date.parse(startedDateTime) + time > last)
      strange.push(`${evidenceFiles.exchanges}: exchange ${_id} ended after the run`);
  }
  return [
    ...found,
    ...strange.slice(0, MOST_NAMED),
    ...otherGaps({ certificate, exchanges }),
    ...stoodStillLonger(certificate, sightings),
  ];
}

/** The control operations, with the start and end of each by the monotonic clock, in milliseconds. */
function stepsIn(
  sightings: Evidence['sightings'],
): { id: number; at: string; what: string; from: number; to: number }[] {
  return sightings.flatMap(({ id, at, what, seen }) => {
    const { sentMono, durationMs } = (seen ?? {}) as { sentMono?: unknown; durationMs?: unknown };
    if (typeof sentMono !== 'number' || typeof durationMs !== 'number') return [];
    return [{ id, at, what, from: sentMono, to: sentMono + durationMs }];
  });
}

/** Where this machine stood still the model concludes less, so that no standstill may be longer than the certificate says. */
function stoodStillLonger(
  { harness, interrupted, gaps = [] }: Evidence['certificate'],
  sightings: Evidence['sightings'],
): string[] {
  // The certificate of a resumed run says how slow its last process was; that of an interrupted one may not know of its last moment.
  if (harness === undefined || interrupted || gaps.length > 0) return [];
  const { eventLoopDelayMs } = harness;
  const longer = stepsIn(sightings).find(
    ({ what, from, to }) => what === STOOD_STILL && to - from > eventLoopDelayMs + 1,
  );
  const says = `${evidenceFiles.sightings}: sighting ${longer?.id} says that this machine stood still for longer than`;
  return longer === undefined ? [] : [`${says} ${evidenceFiles.certificate} says`];
}

/** An exchange after a gap must have been sent by a process that started within or after the gap. */
function otherGaps({ certificate: { gaps = [] }, exchanges }: Pick<Evidence, 'certificate' | 'exchanges'>): string[] {
  return gaps.flatMap(({ from, to }) => {
    const [start, end] = [Date.parse(from), Date.parse(to)];
    const wrong = (what: string) => [
      `${evidenceFiles.certificate}: nobody is said to have listened from ${from}, ${what}`,
    ];
    const after = exchanges.filter(({ startedDateTime }) => Date.parse(startedDateTime) >= end);
    const isOld = ({ startedDateTime, _sentMono = 0 }: Evidence['exchanges'][number]) =>
      Date.parse(startedDateTime) - _sentMono < start - BLUR_MS;
    const [old] = after.filter(isOld);
    return old === undefined ? [] : wrong(`and exchange ${old._id} was sent later by a process that was there before`);
  });
}

/** Milliseconds. A process reads the time of day and the monotonic clock one after the other. */
const BLUR_MS = 1_000;
