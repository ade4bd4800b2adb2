import { expect, test } from 'vitest';
import type { Event } from './events.ts';
import { judge } from './judge.ts';
import { machines } from './machines.ts';
import { bankRows } from './rules/banks.ts';
import { changedAddress } from './rules/deliveries/addresses.ts';
import { readings } from './rules/deliveries/schedule.ts';
import { dueEvents } from './rules/events/due-events.ts';
import { eventWithoutObject } from './rules/events/events-without-object.ts';
import { eventRows } from './rules/events/webhooks.ts';
import {
  falseRefusals,
  hiddenFromOtherMerchants,
  keyReused,
  neverUsed,
  onlyRightRefusal,
} from './rules/money/cross-object-rules.ts';
import { remainderStated } from './rules/money/sums.ts';
import { rateRows } from './rules/rate-limit.ts';
import { newRef, oneLinkPerRef, PERMANENT_FIELDS } from './rules/records/known-refs.ts';
import { pageFields } from './rules/records/pages.ts';
import { answerRows, recordRows } from './rules/records/record-rows.ts';
import { answerShapeRows, shapeRows } from './rules/records/record-shapes.ts';
import { createdStatus, recordFound, unknownReference } from './rules/records/records.ts';
import { timeRows } from './rules/records/times.ts';
import { noObject } from './rules/requests/bodies.ts';
import { bodyTables, escrowRefund, feeWallet } from './rules/requests/body-tables.ts';
import { foreignKeys, refusedCredentials } from './rules/requests/credentials.ts';
import { keyedEndpoints, keyRules, keyUnused } from './rules/requests/keys.ts';
import { otherPermittedCodes, refusalRows } from './rules/requests/refusals.ts';
import { createdWhenRight, sellerRules } from './rules/requests/right-requests.ts';
import { endpoints, shapeOf } from './rules/requests/shapes.ts';
import { nameRows } from './rules/wallets/holder-names.ts';
import { linkLimit } from './rules/wallets/link-requests.ts';
import { histories } from './stories.support.ts';

// Each row of each table is made wrong in turn, and the histories of the model's other tests are judged again: the
// outcome of one must change, by a false alarm or by a violation that is no longer found. A row that changes no outcome
// is covered by no test.

await Promise.all([
  import('./answers.test.ts'),
  import('./each-row.test.ts'),
  import('./endpoints.test.ts'),
  import('./operations.test.ts'),
  import('./requests.test.ts'),
  import('./states.test.ts'),
  import('./rules/requests/bodies.test.ts'),
  import('./rules/deliveries/deliveries.test.ts'),
  import('./rules/events/due-events.test.ts'),
  import('./rules/requests/keys.test.ts'),
  import('./rules/requests/reasons.test.ts'),
  import('./rules/money/money.test.ts'),
  import('./rules/records/records.test.ts'),
  import('./rules/records/record-shapes.test.ts'),
  import('./rules/records/times.test.ts'),
  import('./rules/money/sums.test.ts'),
  import('./rules/events/webhooks.test.ts'),
  import('./rules/who-may.test.ts'),
  import('./rules/newer-links.test.ts'),
  import('./rules/rate-limit.test.ts'),
  import('./rules/banks.test.ts'),
  import('./rules/records/known-refs.test.ts'),
  import('./rules/deliveries/addresses.test.ts'),
  import('./rules/events/events-without-object.test.ts'),
  import('./rules/wallets/wallets.test.ts'),
]);

type Rows = Record<string, unknown>;
type Change = (row: unknown, states: readonly string[]) => unknown;

/** Changes the requirement of a row, or whatever else it states. */
const saysOther: Change = (row) => {
  if (typeof row === 'string') return 'changed';
  if (Array.isArray(row)) return [];
  const { path, replay, after, requirement } = row as Rows;
  if (replay !== undefined)
    return { ...(row as Rows), replay: 'changed', tookEffectTwice: 'changed', reused: 'changed' };
  if (after !== undefined && requirement === undefined)
    return { ...(row as Rows), after: [], oncePerTransition: 'changed', unfounded: 'changed' };
  if (requirement === undefined && path !== undefined) return { ...(row as Rows), path: ['nowhere'] };
  return { ...(row as Rows), requirement: 'changed' };
};

/** Makes a row lead to another state. */
const leadsElsewhere: Change = (row, states) => {
  const { to } = row as { to: readonly string[] };
  return {
    ...(row as Rows),
    to: [states.findLast((state) => !to.includes(state) && state !== 'absent' && state !== 'superseded')],
  };
};

/** The tables, each with the change that makes its rows wrong. */
const tables: readonly (readonly [
  name: string,
  rows: object,
  change: Change,
  states?: readonly string[],
  only?: string,
])[] = [
  ...Object.values(machines).flatMap(
    ({ kind, states, operations, silentTransitions, timedTransitions, contradictions, mustRefuse, mustAccept }) => [
      ...Object.entries(operations).map(
        ([operation, rows]) => [`${kind}, ${operation}`, rows, leadsElsewhere, states] as const,
      ),
      [`${kind}, silent`, silentTransitions, leadsElsewhere, states] as const,
      [`${kind}, timed`, timedTransitions, leadsElsewhere, states] as const,
      ...[contradictions, mustRefuse, mustAccept].map((rows) => [`${kind}, what is told`, rows, saysOther] as const),
    ],
  ),
  ...[...Object.entries(bodyTables), ['escrow refund', escrowRefund] as const, ['fee', [feeWallet]] as const].flatMap(
    ([name, fields]) => [
      ...fields.flatMap(({ path, required }, at) =>
        required === null
          ? []
          : [[`body of ${name}, ${path}, required`, fields[at] ?? {}, saysOther, [], 'required'] as const],
      ),
      ...fields.map(({ path, rules }) => [`body of ${name}, ${path}`, rules, saysOther] as const),
    ],
  ),
  ...Object.entries(dueEvents).map(([kind, rows]) => [`events due of a ${kind}`, rows, saysOther] as const),
  ...Object.entries({
    refusedCredentials,
    foreignKeys,
    keyedEndpoints,
    keyUnused,
    PERMANENT_FIELDS,
    pageFields,
    falseRefusals,
  }).map(([name, rows]) => [name, rows, saysOther] as const),
  ...Object.entries({
    keyReused,
    neverUsed,
    hiddenFromOtherMerchants,
    answerRows,
    recordRows,
    createdStatus,
    unknownReference,
  }).map(([name, rows]) => [name, rows, saysOther] as const),
  ...Object.entries({
    otherPermittedCodes,
    refusalRows,
    createdWhenRight,
    endpoints,
    shapeOf,
    eventRows,
    readings,
    timeRows,
    rateRows,
    changedAddress,
    eventWithoutObject,
    sellerRules,
    oneLinkPerRef,
    newRef,
    noObject,
    nameRows,
    linkLimit,
    bankRows,
    onlyRightRefusal,
    remainderStated,
    keyRules,
    recordFound,
    shapeRows,
    answerShapeRows,
  }).map(([name, rows]) => [name, rows, saysOther] as const),
];

/** The requirements that a history breaks, sorted; or that it cannot be judged. */
function outcome(events: readonly Event[]): string {
  try {
    return judge(events)
      .violations.map(({ requirement }) => requirement)
      .sort()
      .join(' ');
  } catch {
    return 'cannot be judged';
  }
}

test('each row of each table, made wrong, is seen by a history', () => {
  const known = histories.map((events) => ({ events, came: outcome(events), text: JSON.stringify(events) }));
  const idle: string[] = [];
  let latest = known;
  for (const [name, table, change, states = [], only] of tables) {
    const rows = table as Rows;
    for (const [at, row] of Object.entries(rows).filter(([key]) => only === undefined || key === only)) {
      const told = String((row as Rows).requirement ?? row);
      rows[at] = change(row, states);
      // First the histories that break the row's requirement or contain its operation, then those that found the latest
      // rows, then all.
      const done = name.split(/[, ]/).at(-1) ?? '';
      const likely = known.filter(({ came, text }) => came.includes(told) || text.includes(done));
      const seen = [likely, latest, known].flatMap(
        (all) => all.find(({ events, came }) => outcome(events) !== came) ?? [],
      )[0];
      rows[at] = row;
      if (seen === undefined) idle.push(`${name}: ${at} (${told})`);
      else latest = [seen, ...latest.filter((each) => each !== seen)].slice(0, 20);
    }
  }
  expect(idle).toEqual([]);
}, 240_000);
