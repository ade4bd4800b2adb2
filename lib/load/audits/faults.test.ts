import { expect, test } from 'vitest';
import type { Line } from '../../../load/support/line.ts';
import { lineOf, notPassed } from '../testing.support.ts';
import { faultsJudge } from './faults.ts';
import type { Intent } from './idempotency.ts';

const mishaps = { 'lost answer': 8, 'cut request': 7 };
const created = JSON.stringify({ id: 'po_1' });
const silent: Partial<Line> = { status: 0, error: 'EOF' };
const original: Partial<Line> = { status: 201, body: created };
const replay: Partial<Line> = { status: 201, body: created, replayed: true };
const busy: Partial<Line> = { status: 409, body: '{"error":{"code":"request_in_progress"}}' };
const duplicate: Partial<Line> = { status: 409, body: '{"error":{"code":"duplicate_reference"}}' };

const judge = (answers: readonly Partial<Line>[], change: Partial<Intent> = {}, went = mishaps) => {
  const intent: Intent = {
    key: 0,
    round: 0,
    kind: 'payout',
    amount: 5,
    answers: answers.map((fields, turn) => lineOf({ op: 'payout', turn, ...fields })),
    found: [{ status: 200, json: { id: 'po_1', amount: 5 } }],
    again: null,
    ...change,
  };
  const judge = faultsJudge();
  judge.add(intent);
  return notPassed(judge.findings(went));
};

test.for<[string, string[], string[]]>([
  ['an answer that was lost is replayed', judge([silent, replay]), []],
  ['a request that never arrived is carried out', judge([silent, original]), []],
  ['still in progress, then replayed', judge([silent, busy, replay]), []],
  ['refused as a duplicate of itself', judge([silent, duplicate]), ['no-response-lost failed']],
  ['in progress for ever', judge([silent, busy, busy]), ['no-response-lost failed']],
  ['never an answer', judge([silent, silent]), ['answered inconclusive']],
  ['two originals', judge([original, original]), ['one-original failed']],
  ['two effects', judge([original, { ...replay, body: '{"id":"po_2"}' }]), ['one-effect failed']],
  [
    'created and gone',
    judge([silent, replay], { found: [{ status: 404, json: {} }] }),
    ['one-effect failed', 'nothing-lost failed'],
  ],
  ['nothing went wrong', judge([original], {}, { 'lost answer': 0, 'cut request': 0 }), ['faults inconclusive']],
])('%s', ([, seen, expected]) => {
  expect(seen).toEqual(expected);
});
