import {
  type Answer,
  type CheckContext,
  checks,
  type DeliveryView,
  derivation,
  differentOf,
  expect,
  parseInstant,
  timestamp,
} from '../../../lib/interface/index.ts';
import { failedInTurn, type InTurn, inTurn } from '../retries/day-of-answers.ts';

// The attempts of a day as the console lists them: each with the status it was answered with, whatever the others were answered with.

type Entries = Awaited<ReturnType<CheckContext['console']['deliveries']>>;

const attemptsFor = derivation('listed attempts for', (all: Entries, reference: string) =>
  all.filter((entry) => entry.reference === reference).flatMap(({ attempts }) => attempts),
);

/** An attempt may be listed without a status, since the answer of the capture server may be lost or come too late. */
const otherStatuses = derivation(
  'statuses of attempts beside',
  (attempts: readonly { status: number | null }[], status: number) =>
    attempts.filter((each) => each.status !== status && each.status !== null).map((each) => each.status),
);

/** The status with which every attempt is answered; null if it varies, or if there is none. */
function onlyStatus({ answers: [first, ...others] }: InTurn): number | null {
  if (first === undefined || first === 'cut' || others.length > 0) return null;
  return typeof first === 'object' ? first.status : Number(first);
}

checks(
  'delivery.lists-attempts',
  inTurn.flatMap((row) => {
    const status = onlyStatus(row);
    return status === null ? [] : [{ row, status }];
  }),
  ({ status }) => `a day of attempts, all answered with ${status}: each is listed with that`,
  async (context, { row, status }) => {
    const event = await failedInTurn(context, row);
    const attempts = attemptsFor(await context.console.deliveries(event.merchant), event.reference);

    expect(differentOf(attempts, 'status'), 'statuses of the attempts that are listed').toContain(status);
    expect(otherStatuses(attempts, status), 'other statuses that are listed').toEqual([]);
  },
  { needs: ['clock'], waits: '25h', drawn: 1 },
);

/** Largest difference in seconds between the listed time of an attempt and its signed timestamp. */
const SLACK = 5;

/** Seconds within which a repetition is an immediate duplicate, which takes the answer meant for the next attempt. */
const DUPLICATE = 45;

/**
 * The attempts that are listed with another status than they were answered with. `statuses`: of the answers in turn, the last repeats; null
 * if the connection was cut or nothing was answered. An attempt may be listed without a status, since an answer may be lost or late. From
 * the first immediate duplicate on, attempts cannot be assigned to answers and are not judged.
 */
const otherwise = derivation(
  'attempts listed with another status',
  (
    attempts: readonly { at: string; status: number | null }[],
    came: readonly DeliveryView[],
    statuses: readonly (number | null)[],
  ) => {
    const stamps = came.map((each) => timestamp(each).value ?? Number.NaN);
    const doubled = stamps.findIndex((stamp, at) => at > 0 && stamp - (stamps[at - 1] ?? 0) < DUPLICATE);
    return stamps.slice(0, doubled < 0 ? undefined : Math.max(0, doubled - 1)).flatMap((stamp, at) => {
      const due = statuses[Math.min(at, statuses.length - 1)] ?? null;
      const listed = attempts.filter(
        (each) => Math.abs((parseInstant(each.at) ?? Number.NaN) / 1_000 - stamp) <= SLACK,
      );
      return listed
        .filter(({ status }) => status !== null && status !== due)
        .map(({ status }) => `attempt ${at + 1}, answered with ${due ?? 'nothing'}, is listed with ${status}`);
    });
  },
);

function statusOf(answer: Answer): number | null {
  if (typeof answer === 'object') return answer.status;
  return typeof answer === 'number' ? answer : null;
}

checks(
  'delivery.lists-attempts',
  inTurn.filter(({ answers }) => answers.length > 1),
  ({ what }) => `a day of attempts, ${what}: each is listed with its own status, or without one where it got none`,
  async (context, row) => {
    const event = await failedInTurn(context, row);
    const attempts = attemptsFor(await context.console.deliveries(event.merchant), event.reference);

    expect(otherwise(attempts, event.surely(), row.answers.map(statusOf)), 'attempts').toEqual([]);
  },
  { needs: ['clock'], waits: '25h', drawn: 3 },
);
