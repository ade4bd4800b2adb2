import { expect, test } from 'vitest';
import { MODEL } from '../recorded.ts';
import type { Evidence } from '../verify/read.ts';
import { type Learned, learned, widened } from './learn.ts';
import { type Pattern, pointed } from './pattern.ts';
import { deviation, type Expectations, namesIn } from './table.ts';

const pattern = (within: number) => ({ text: 'toHaveCome attempts(~)', leaves: [within], shared: false });
const refused = { text: 'toBeRefusedWith POST /v1/checkouts ~ ~', leaves: [409, 'in_progress'], shared: false };
const recorded = (patterns: readonly Pattern[], isRacing = false): Learned =>
  new Map([['a.requirement', new Map([['a check', { patterns, isRacing }]])]]);
const run = (...values: number[]) => recorded(values.map(pattern));
const table: Expectations = { 'a.requirement': { 'a check': [[1, 'toHaveCome attempts(~)', 2_520]] } };

const afterwards = (...runs: Learned[]) => widened(table, runs)['a.requirement']?.['a check'] ?? [];

test('what a further run recorded with another value stays demanded, with any value', () => {
  const known = afterwards(run(100));
  expect(known).toEqual([[1, 'toHaveCome attempts(*)']]);
  expect(deviation([pattern(2_520)], known)).toBe(null);
  expect(deviation([pattern(100)], known)).toBe(null);
  expect(deviation([], known)).toMatchObject({ kind: 'missing' });
});

test('a leaf that was the same stays literal', () => {
  const of = (field: string, value: string): Pattern => ({
    text: 'toEqual ~ ~',
    leaves: [field, value],
    shared: false,
  });
  const one: Expectations = { 'a.requirement': { 'a check': [[1, 'toEqual ~ ~', 'status', 'disputed']] } };
  expect(
    widened(one, [recorded([of('amount', 'other'), of('status', 'released')])])['a.requirement']?.['a check'],
  ).toEqual([
    [0, 'toEqual * *'],
    [1, 'toEqual ~ *', 'status'],
  ]);
});

test('what it recorded as it is known stays as it is', () => {
  expect(afterwards(run(2_520))).toEqual(table['a.requirement']?.['a check']);
});

test('where another check has the exchange too, the row allows it', () => {
  expect(afterwards(recorded([{ ...pattern(2_520), shared: true }]))).toEqual([
    [1, 'shared toHaveCome attempts(~)', 2_520],
  ]);
});

test('where a target decided otherwise, one record or the other is demanded, and not neither', () => {
  const known = afterwards(recorded([refused, refused]));
  expect(known).toEqual({
    oneOf: [[[1, 'toHaveCome attempts(~)', 2_520]], [[2, 'toBeRefusedWith POST /v1/checkouts * *']]],
  });
  expect(deviation([pattern(2_520)], known)).toBe(null);
  expect(deviation([refused, refused], known)).toBe(null);
  expect(deviation([pattern(2_520), refused], known)).toBe(null);
  expect(deviation([refused], known)).toMatchObject({ kind: 'missing' });
  expect(deviation([], known)).toMatchObject({ kind: 'missing' });
  expect(widened({ 'a.requirement': { 'a check': known } }, [run(2_520), recorded([refused, refused])])).toEqual({
    'a.requirement': { 'a check': known },
  });
});

test('an alternative demands something: what was recorded, where all of it was optional', () => {
  const optional: Expectations = {
    'a.requirement': {
      'a check': [
        [1, 'toHaveCome attempts(~)', 2_520],
        [0, 'toBeRefusedWith POST /v1/checkouts * *'],
      ],
    },
  };
  const known = widened(optional, [recorded([refused])])['a.requirement']?.['a check'] ?? [];
  expect(known).toEqual({
    oneOf: [optional['a.requirement']?.['a check'], [[1, 'toBeRefusedWith POST /v1/checkouts * *']]],
  });
  expect(widened(optional, [recorded([])])).toEqual(optional);
});

test('of what was done at once, how often it was recorded says nothing', () => {
  expect(afterwards(recorded([refused, refused], true))).toEqual({
    oneOf: [[[1, 'toHaveCome attempts(~)', 2_520]], [[1, 'toBeRefusedWith POST /v1/checkouts * *']]],
  });
});

/** `count` checks, each with a request of 10 ms for the same merchant, all during one long control operation for that merchant. */
function withSharers(count: number): Evidence {
  const numbers = Array.from({ length: count }, (_, at) => at);
  const headers = [{ name: 'x-merchant-id', value: 'mch_1' }];
  const seen = { names: { merchantId: 'mch_1' }, sentMono: 5, durationMs: 1_000_000 };
  return {
    certificate: { target: { baseUrl: 'http://127.0.0.1:1' } },
    checks: numbers.map((id) => ({
      ...{ kind: 'requirement', about: 'a.requirement', title: `check ${id}`, outcome: 'passed' },
      ...{ exchanges: [id], deliveries: [], predicates: [] },
    })),
    exchanges: numbers.map((id) => ({
      ...{ _id: id, _sentMono: id * 100, time: 10 },
      request: { method: 'POST', url: 'http://127.0.0.1:1/v1/things', headers },
    })),
    deliveries: [],
    sightings: [{ id: 1, at: '', what: 'control', seen }],
  } as unknown as Evidence;
}

const racing = (evidence: Evidence) =>
  [...(learned(evidence).get('a.requirement')?.values() ?? [])].filter(({ isRacing }) => isRacing).length;

test('what is done at once for a merchant of its own may come in any order; of a merchant that all share nothing is known by it', () => {
  expect(racing(withSharers(1))).toBe(1);
  expect(racing(withSharers(100))).toBe(0);
});

test('an exchange at which the model points beside its check is not shared; one that two checks have is', () => {
  const run = withSharers(2);
  const [first] = run.checks;
  const sharersBeside = (file: string) =>
    pointed({ ...run, checks: [...run.checks, ...(first === undefined ? [] : [{ ...first, file }])] }).sharers(0);
  expect(sharersBeside(MODEL)).toBe(1);
  expect(sharersBeside('suites/another.ts')).toBe(2);
});

test('a path segment is a name where the table has it; an id of letters alone is none', () => {
  const names = namesIn({
    'a.requirement': { 'a check': [[1, 'shared toHaveStatus GET /v1/things/*/approve ~', 200]] },
  });
  const { isName } = pointed(withSharers(1), names);
  expect(['', 'v1', 'things', 'approve'].filter((segment) => !isName(segment))).toEqual([]);
  expect(['wl-bgwpdznjhejbqjtjdj', 'reference', '*'].filter(isName)).toEqual([]);
});
