import { expect, test } from 'vitest';
import { loadSuites } from '../suites.ts';
import { recordedByChecks } from './index.ts';

const table = recordedByChecks();
const inTable = Object.entries(table).flatMap(([id, checks]) => Object.keys(checks).map((title) => `${id}: ${title}`));

test('the table has exactly the checks that the suites define; npm run predicates makes it', async () => {
  const defined = (await loadSuites()).flatMap(({ definitions }) =>
    definitions.flatMap(({ kind, id, title }) => (kind === 'requirement' ? `${id}: ${title}` : [])),
  );
  const [there, known] = [new Set(defined), new Set(inTable)];
  expect(defined.filter((name) => !known.has(name))).toEqual([]);
  expect(inTable.filter((name) => !there.has(name))).toEqual([]);
});

test('of a chapter whose table is not written yet nothing is known', () => {
  expect(recordedByChecks(['banks', 'not-written'])).toEqual(recordedByChecks(['banks']));
});

test('what every check records is known', () => {
  const unknown = Object.entries(table).flatMap(([id, checks]) =>
    Object.entries(checks).flatMap(([title, expected]) => (expected === null ? `${id}: ${title}` : [])),
  );
  expect(unknown).toEqual([]);
});

test('no name of a run is in it: what differs from run to run is no literal', () => {
  expect(JSON.stringify(table)).not.toMatch(/mch_(?:test|live)_\w{8}|127\.0\.0\.1|svc_(?:test|live)_sk_\w{12}/);
});
