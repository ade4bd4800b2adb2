import type { CheckSteps } from '../../checks.ts';
import { evidenceFiles } from '../../write.ts';
import type { Evidence } from '../read.ts';
import { hasFields, isCount, isList, isNullOr, isNumber, isText, isTime } from './by-hand.ts';
import { SLACK_MS } from './clocks.ts';

type Part = CheckSteps['stepLog'][number];

/** Each check must have one line, with times within the run, which refers only to the check's own exchanges and webhooks. */
export function steppedOtherwise({ certificate, checks }: Evidence, steps: readonly CheckSteps[]): string[] {
  const [from, to] = [Date.parse(certificate.startedAt) - SLACK_MS, Date.parse(certificate.finishedAt) + SLACK_MS];
  if (steps.length !== checks.length)
    return [`${evidenceFiles.steps}: it has ${steps.length} lines; there are ${checks.length} checks`];
  return steps.flatMap((line, at) => {
    const say = (what: string) => [`line ${at + 1} of ${evidenceFiles.steps} ${what}`];
    const own = checks[at];
    if (own === undefined || line.id !== own.id) return say(`is of ${line.id}`);
    if (!(own.outcome === 'failed' ? isOfFailed : isOfPassed)(line)) return say('is not as a run writes it');
    const { startedAt, endedAt } = line;
    const isWithin = (time: number | null) => time === null || (time >= from && time <= to);
    if (!isWithin(startedAt) || !isWithin(endedAt) || (startedAt ?? 0) > (endedAt ?? startedAt ?? 0))
      return say('has times outside of the run');
    const [exchanges, deliveries] = [new Set(own.exchanges), new Set(own.deliveries)];
    const strange = [...pointersIn(line.stepLog), ...(line.way ?? [])].find(
      (each) =>
        ('exchange' in each && !exchanges.has(each.exchange)) || ('delivery' in each && !deliveries.has(each.delivery)),
    );
    return strange === undefined ? [] : say(`shows what is not of its check: ${JSON.stringify(strange)}`);
  });
}

function pointersIn(parts: readonly Part[]): Part[] {
  return parts.flatMap((each) => ('parts' in each ? pointersIn(each.parts) : [each]));
}

const isExchange = hasFields({ exchange: isCount });
const isDelivery = hasFields({ delivery: isCount });
const isPage = hasFields({ page: isCount });
const isStep = hasFields(
  {
    words: isText,
    startedAt: isTime,
    durationMs: isTime,
    worked: (value) => typeof value === 'boolean',
    shared: (value) => value === true,
    parts: (value) => isList(isPart)(value),
  },
  ['shared'],
);

/** Steps that many checks share are one object: each is looked at once. */
const right = new WeakSet<object>();

function isPart(value: unknown): boolean {
  const known = typeof value === 'object' && value !== null ? value : null;
  if (known !== null && right.has(known)) return true;
  if (!(isExchange(value) || isDelivery(value) || isPage(value) || isStep(value))) return false;
  if (known !== null && 'shared' in known) right.add(known);
  return true;
}

/** The shapes of the steps that lead to a failure: see `WayStep`. */
const wayShapes = [
  hasFields({ exchange: isCount, merchantId: isText }),
  hasFields({ control: isText, path: isText, body: isNullOr(isText) }),
  hasFields({ seconds: isNumber }),
  hasFields({ page: isText }),
  hasFields({ note: isText }),
];

const common = {
  id: isText,
  startedAt: isNullOr(isTime),
  endedAt: isNullOr(isTime),
  stepLog: isList(isPart),
  bursts: isList(hasFields({ at: isNumber, through: isCount, refused: isCount })),
  screenshots: isList(hasFields({ name: isText, at: isTime, png: isText })),
};
const ofFailed = {
  way: isList((value: unknown) => wayShapes.some((isShape) => isShape(value))),
  made: isList(hasFields({ merchantId: isText, environment: isText })),
};
const isOfPassed = hasFields(common);
const isOfFailed = hasFields({ ...common, ...ofFailed });
