import { type DeliveryView, derivation, parseInstant, timestamp } from '../../../lib/interface/index.ts';

/** The target's clock at a moment of the run, and the number of webhooks received until then. */
export interface Moment {
  /** Epoch seconds. */
  readonly at: number;
  /** Uncertainty of `at`, in seconds. */
  readonly uncertain: number;
  readonly received: number;
}

/** Seconds within which a network may deliver the same request twice. */
export const DUPLICATE = 60;

/** Which attempts are not a POST of a JSON object with content type JSON, and why. */
export const notAsDue = derivation('attempts that are not as due', (all: readonly DeliveryView[]) =>
  all.flatMap(({ method, headers, json }, at) => {
    const type = headers['content-type'];
    const problems = [
      ...(method === 'POST' ? [] : [method]),
      ...(type !== undefined && /^application\/json\s*(;|$)/i.test(type) ? [] : [`content-type ${type ?? 'missing'}`]),
      ...(typeof json === 'object' && json !== null && !Array.isArray(json) ? [] : ['no JSON object']),
    ];
    return problems.length === 0 ? [] : [`attempt ${at + 1}: ${problems.join(', ')}`];
  }),
);

/**
 * Webhooks whose timestamp is not between the readings of the target's clock before and after they came, with a tolerance of `slack`
 * seconds.
 */
export const stampedOutside = derivation(
  'stamped outside',
  (all: readonly DeliveryView[], moments: readonly Moment[], slack: number = 2) =>
    all.flatMap((each) => {
      const stamp = timestamp(each).value;
      const before = moments.findLast(({ received }) => received < each.seq);
      const after = moments.find(({ received }) => received >= each.seq);
      const from = before === undefined ? Number.NEGATIVE_INFINITY : before.at - before.uncertain - slack;
      const to = after === undefined ? Number.POSITIVE_INFINITY : after.at + after.uncertain + slack;
      if (stamp !== null && stamp >= from && stamp <= to) return [];
      return [
        `${each.headers['x-service-timestamp'] ?? 'missing'}, sent between ${Math.floor(from)} and ${Math.ceil(to)}`,
      ];
    }),
);

/** Seconds of tolerance for occurredAt: a date-time may be given in whole minutes. */
const SLACK = 60;

/**
 * Why occurredAt is not the time of the transition: it must not be before the reading of the clock plus `after` seconds (for a transition
 * by time), nor after the sending of the event.
 */
export const occurredOutside = derivation('occurred outside', (first: DeliveryView, begun: Moment, after: number) => {
  const { occurredAt } = Object(first.json) as { occurredAt?: unknown };
  const at = (parseInstant(String(occurredAt)) ?? Number.NaN) / 1_000;
  const from = begun.at - begun.uncertain + after - SLACK;
  const to = (timestamp(first).value ?? Number.NaN) + SLACK;
  if (at >= from && at <= to) return [];
  return [`${occurredAt}, expected between ${formatMoment(from)} and ${formatMoment(to)}`];
});

function formatMoment(seconds: number): string {
  return Number.isFinite(seconds) ? new Date(seconds * 1_000).toISOString() : 'an unknown time';
}
