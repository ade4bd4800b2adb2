import { describe, expect as plainly, test } from 'vitest';
import { answered } from '../../interface/testing.support.ts';
import {
  derivation,
  difference,
  type EvidenceSource,
  evaluate,
  expect,
  Missing,
  of,
  part,
  recordExpectations,
  Traced,
} from './index.ts';
import { type Predicate, pointsSomewhere } from './term.ts';
import { header, witness } from './trace.ts';
import { type DeliveryView, viewOfExchange } from './views.ts';

/** The predicates that these expectations record, whether they hold or not. */
function recorded(...expectations: (() => void)[]): Predicate[] {
  const predicates: Predicate[] = [];
  recordExpectations({ predicates, refusals: [] }, () => {
    for (const each of expectations) {
      try {
        each();
      } catch {}
    }
  });
  // As it would be read from disk.
  return JSON.parse(JSON.stringify(predicates)) as Predicate[];
}

const balance = (id: number, available: unknown) =>
  answered(200, { available, customer: { email: 'a@example.com' } }, { id, headers: { via: 'x' } });
const [before, after] = [balance(1, 5_000), balance(2, 17_345)];

function source(...exchanges: (typeof before)[]): EvidenceSource {
  const nothing = (): never => {
    throw new Missing('it is not there');
  };
  return {
    exchange: (id) => {
      const exchange = exchanges.find((each) => each.id === id);
      return exchange === undefined ? nothing() : viewOfExchange(exchange);
    },
    delivery: nothing,
    deliveries: ({ after, upTo }) =>
      [1, 2, 3].filter((seq) => seq > after && seq <= upTo).map((seq) => ({ seq }) as DeliveryView),
    sighting: () => ({ list: ['a', { b: 1 }] }),
    signature: () => 'valid',
  };
}

const holds = (predicate: Predicate | undefined, from: EvidenceSource) =>
  predicate === undefined ? undefined : evaluate(predicate, from).holds;

describe('an expectation', () => {
  const moved = () => difference(of(after, 'available'), of(before, 'available'));
  const cases: [string, () => void][] = [
    ['of an exchange', () => expect(before).toHaveStatus(200)],
    ['of a field', () => expect(before).toHaveField('available', 5_000)],
    ['of a field inside, by a pattern', () => expect(of(before, 'customer.email')).toMatch(/@example\.com$/)],
    ['of a field that is not there', () => expect(of(before, 'none')).toBe(undefined)],
    ['of a header', () => expect(header(before, 'via')).toBe('x')],
    ['of two exchanges', () => expect(part(before, 'status')).toBe(part(after, 'status'))],
    ['of what was worked out', () => expect(moved()).toBe(12_345)],
    ['of a part of that', () => expect(part(pair(before, after), '1')).toBe(17_345)],
    ['of a list', () => expect([of(before, 'available'), 1]).toEqual([5_000, 1])],
    ['of an object, with what it may not be', () => expect({ a: moved() }).not.toEqual({ a: 0 })],
    ['of a list of exchanges', () => expect([before, after]).toHaveLength(2)],
  ];

  test.each(cases)('%s is evaluated again', (_, expectation) => {
    const [predicate] = recorded(expectation);
    plainly(predicate).toMatchObject({ held: true });
    plainly(predicate && pointsSomewhere(predicate.subject)).toBe(true);
    plainly(holds(predicate, source(before, after))).toBe(true);
    // On other evidence it does not hold.
    const other = [balance(1, 'nothing'), balance(2, 0)].map((each) =>
      answered(500, { available: 5_001 }, { id: each.id, headers: {} }),
    );
    if (!/not there|two exchanges|list of exchanges/.test(_)) plainly(holds(predicate, source(...other))).toBe(false);
  });

  test('that did not hold is recorded too, and throws', () => {
    plainly(() => expect(before, 'the balance').toHaveStatus(201)).toThrow(
      /^the balance: expected status 201, got 200 \{/,
    );
    const [predicate] = recorded(() => expect(before).toHaveStatus(201));
    plainly(predicate).toMatchObject({ held: false });
    plainly(holds(predicate, source(before))).toBe(false);
  });

  test('is evaluated whatever was recorded of it', () => {
    const [predicate] = recorded(() => expect(before).toHaveStatus(201));
    plainly(predicate && evaluate({ ...predicate, held: true }, source(before)).holds).toBe(false);
  });

  test('of a plain value is recorded as a value only', () => {
    const [predicate] = recorded(() => expect(5_000).toBe(5_000));
    plainly(predicate && pointsSomewhere(predicate.subject)).toBe(false);
  });

  test('of what was witnessed points into it', () => {
    const seen = witness({ list: ['a', { b: 1 }] }, 7);
    const [whole, inside] = recorded(
      () => expect(of(seen, 'list')).toContain('a'),
      () => expect(seen.list[1]).toMatchObject({ b: 1 }),
    );
    plainly([whole?.subject, inside?.subject]).toEqual([
      { sighting: 7, at: ['list'] },
      { sighting: 7, at: ['list', '1'] },
    ]);
    plainly([holds(whole, source()), holds(inside, source())]).toEqual([true, true]);
  });

  test('of webhooks looks for all of them again', () => {
    const traced = (after: number, upTo: number) => new Traced([], { deliveries: { after, upTo } });
    const [none, some] = recorded(
      () => expect(traced(3, 9)).toBeEmpty(),
      () => expect(traced(0, 2)).toBeEmpty(),
    );
    plainly([holds(none, source()), holds(some, source())]).toEqual([true, false]);
  });

  test('whose evidence is missing says so', () => {
    const [predicate] = recorded(() => expect(before).toHaveStatus(200));
    plainly(() => predicate && evaluate(predicate, source())).toThrow(Missing);
  });

  test('of another version of the suite is not verifiable', () => {
    const [predicate] = recorded(() => expect(moved()).toBe(12_345));
    const foreign = { ...predicate, subject: { derived: 'nobody knows', from: [] } } as unknown as Predicate;
    plainly(evaluate(foreign, source())).toEqual({ holds: null, why: plainly.stringContaining('nobody knows') });
    plainly(evaluate({ ...foreign, matcher: 'toBeNice' }, source()).holds).toBe(null);
    plainly(evaluate({ ...foreign, matcher: 'toString' }, source()).holds).toBe(null);
  });

  test('of which nothing can be made does not hold', () => {
    const [predicate] = recorded(() => expect(part(pair(before, after), '0')).toBe(5_000));
    plainly(predicate && evaluate(predicate, source(before, { ...after, json: undefined }))).toMatchObject({
      holds: false,
      why: plainly.stringContaining('not to be evaluated'),
    });
  });
});

const pair = derivation('a pair, for a test', (one: { json: Available }, other: { json: Available }) => [
  one.json.available,
  other.json.available,
]);

interface Available {
  readonly available: unknown;
}
