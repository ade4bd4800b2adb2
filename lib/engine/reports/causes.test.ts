import { describe, expect, test } from 'vitest';
import type { Outcome } from '../checks/outcome.ts';
import type { CertifiedRequirement } from '../evidence/certificate.ts';
import { MODEL } from '../evidence/recorded.ts';
import type { ExchangeRecord } from '../http/index.ts';
import type { Predicate } from '../predicates/index.ts';
import { causesOf, type FailureSource, ledBy, mostTelling, openCauses } from './causes.ts';
import { accepted, certificate } from './testing.support.ts';

let exchanges = 0;

function exchange(call: string, status: number, body = ''): ExchangeRecord {
  const [method = '', path = ''] = call.split(' ');
  const { request, response } = accepted();
  return accepted({
    id: ++exchanges,
    request: { ...request, method, url: `http://127.0.0.1:9${path}` },
    response: response && { ...response, status, body },
  });
}

function expected(subject: ExchangeRecord, matcher: string, ...args: (number | string)[]): Predicate {
  return { matcher, subject: { exchange: subject.id }, args: args.map((value) => ({ value })), held: false };
}

function source(
  id: string,
  outcome: Outcome,
  of: readonly ExchangeRecord[],
  wrong?: Predicate,
  reason = 'why',
): FailureSource {
  const predicates = wrong === undefined ? [] : [wrong];
  const exchangeIds = of.map((each) => each.id);
  return {
    id: id as FailureSource['id'],
    file: 'a.ts',
    outcome,
    reason,
    exchanges: of,
    exchangeIds,
    deliveries: [],
    predicates,
  };
}

/** A result of the model of the interface, about the exchanges of checks. */
function model(id: string, of: readonly ExchangeRecord[], reason = 'not as the interface allows'): FailureSource {
  return { ...source(id, 'failed', of, undefined, reason), file: MODEL };
}

/** The requirements as in a certificate made from these results. */
function requirementsOf(results: readonly FailureSource[]): CertifiedRequirement[] {
  return [...new Map(results.map((each) => [each.id, each])).values()].map(({ id, outcome, reason }) => ({
    id,
    outcome,
    reason: reason ?? '',
    chapter: 'things',
    statement: 'A thing.',
    source: 'Things',
    tests: [],
  }));
}

const causes = (...results: FailureSource[]) => causesOf(requirementsOf(results), results);
const broken = (reference: string) => exchange(`POST /v1/things/${reference}/close`, 500, '{"error":{"code":"oops"}}');

describe('an endpoint that never works', () => {
  test('is named by its pattern, also where a reference looks like a word of the path', () => {
    const answers = ['new', 'a-1', 'close'].map((reference) => exchange(`GET /v1/things/${reference}`, 500));
    const results = answers.map((of, at) => source(`thing.${at}`, 'failed', [of], expected(of, 'toHaveStatus', 200)));
    const patterns = ['GET /v1/things', 'GET /v1/things/{reference}', 'POST /v1/things/{reference}/close'];
    const found = causesOf(requirementsOf(results), results, patterns);
    expect(found).toMatchObject([{ endpoint: 'GET /v1/things/{…}', failed: ['thing.0', 'thing.1', 'thing.2'] }]);
  });

  test('is one cause of all that failed or was blocked there, whatever each had expected', () => {
    const [a, b, c] = [broken('a-1'), broken('B'), broken('c-3')];
    const [cause, ...others] = causes(
      source('thing.closed', 'failed', [a], expected(a, 'toHaveStatus', 200)),
      source('thing.close-refused', 'failed', [b], expected(b, 'toBeRefusedWith', 409, 'closed')),
      source('thing.stays-closed', 'blocked', [c, exchange('GET /v1/things/c-3', 200)]),
      source('thing.shown', 'passed', [exchange('GET /v1/things/d-4', 200)]),
    );
    expect(cause).toEqual({
      words: 'POST /v1/things/{…}/close is always answered 500 oops',
      endpoint: 'POST /v1/things/{…}/close',
      start: 'thing.closed',
      failed: ['thing.closed', 'thing.close-refused'],
      blocked: ['thing.stays-closed'],
    });
    expect(others).toEqual([]);
  });

  test('comes before what it brings about: a thing that could not be made is not found', () => {
    const [made, looked] = [exchange('POST /v1/things', 404), exchange('GET /v1/things/a-1', 404)];
    const found = causes(
      source('thing.shown', 'failed', [made, looked], expected(looked, 'toHaveStatus', 200)),
      source('thing.kept', 'blocked', [made, looked]),
    );
    expect(found.map(({ words }) => words)).toEqual(['POST /v1/things is always answered 404']);
  });

  test('is what should have made something, not what was read before it', () => {
    const [read, made] = [() => exchange('GET /v1/purses/1234/balance', 404), () => exchange('POST /v1/things', 404)];
    const [a, b] = [made(), made()];
    const found = causes(
      source('thing.made', 'failed', [read(), a], expected(a, 'toHaveStatus', 201)),
      source('thing.refused', 'failed', [read(), b], expected(b, 'toBeRefusedWith', 400)),
      source('thing.kept', 'blocked', [read(), made()]),
    );
    expect(found).toMatchObject([{ endpoint: 'POST /v1/things', failed: { length: 2 }, blocked: { length: 1 } }]);
  });

  test('starts with what says that it works, though the model saw another requirement break as well', () => {
    const [a, b] = [exchange('POST /v1/things', 404), exchange('POST /v1/things', 404)];
    const found = causes(
      source('thing.made', 'failed', [a], expected(a, 'toHaveStatus', 201)),
      source('thing.refused', 'failed', [b], expected(b, 'toBeRefusedWith', 400)),
      model('thing.refused', [b]),
    );
    expect(found).toMatchObject([{ start: 'thing.made', failed: ['thing.made', 'thing.refused'] }]);
  });

  test('is none that one check alone has asked: that answer may have been due', () => {
    const nowhere = exchange('GET /v1/nowhere', 404);
    const [cause] = causes(source('error.shape', 'failed', [nowhere], expected(nowhere, 'toHaveErrorShape')));
    expect(cause?.endpoint).toBeNull();
  });

  test('is none that worked for others, nor one that was asked with other credentials alone', () => {
    const wrong = broken('a-1');
    const [cause] = causes(
      source('thing.closed', 'failed', [wrong], expected(wrong, 'toHaveStatus', 200)),
      source('thing.stays', 'passed', [exchange('POST /v1/things/b-2/close', 200)]),
    );
    expect(cause).toMatchObject({ endpoint: null, words: 'POST /v1/things/{…}/close answered 500 oops' });
    const foreign = { ...exchange('GET /v1/things/a-1', 401), otherCredentials: true as const };
    const [other] = causes(source('auth.error', 'failed', [foreign], expected(foreign, 'toHaveErrorShape')));
    expect(other?.endpoint).toBeNull();
  });
});

describe('other causes', () => {
  const fine = () => exchange('POST /v1/things', 201);

  test('what was accepted and should have been refused alike is one', () => {
    const [a, b, c] = [fine(), fine(), fine()];
    const found = causes(
      source('thing.too-small', 'failed', [a], expected(a, 'toBeRefusedWith', 400, 'invalid'), 'got {"id":1}'),
      source('thing.too-large', 'failed', [b], expected(b, 'toBeRefusedWith', 400, 'invalid'), 'got {"id":2}'),
      source('thing.twice', 'failed', [c], expected(c, 'toBeRefusedWith', 409, 'used')),
    );
    expect(found.map(({ words, failed }) => [words, failed])).toEqual([
      ['POST /v1/things answered 201, 400 invalid was due', ['thing.too-small', 'thing.too-large']],
      ['POST /v1/things answered 201, 409 used was due', ['thing.twice']],
    ]);
  });

  test('what is blocked by the answer for which another failed has the same', () => {
    const [a, b] = [exchange('POST /v1/things', 200), exchange('POST /v1/things', 200)];
    const found = causes(
      source('thing.kept', 'blocked', [b], undefined, 'a thing should have been made with 201; got 200'),
      source('thing.made', 'failed', [a], expected(a, 'toHaveStatus', 201)),
    );
    expect(found).toMatchObject([{ start: 'thing.made', failed: ['thing.made'], blocked: ['thing.kept'] }]);
  });

  test('what is blocked with the same digits in an address or an amount has a cause of its own', () => {
    for (const reason of [
      'the page http://127.0.0.1:18200/pay/1: no way to pay',
      'http://127.0.0.1:200/pay: no way to pay',
      '1,200 kobo were not paid',
    ]) {
      const [a, b] = [exchange('GET /v1/funds', 200), exchange('GET /v1/funds', 200)];
      const found = causes(
        source('rate.refused', 'failed', [a], expected(a, 'toHaveStatus', 429)),
        source('funds.added', 'blocked', [b], undefined, reason),
      );
      expect(found.map(({ failed, blocked }) => [failed, blocked])).toEqual([
        [['rate.refused'], []],
        [[], ['funds.added']],
      ]);
    }
  });

  test('a refusal that was due and lacks what refusals have is named by what it lacks, and blames no other request', () => {
    const refusal = exchange('GET /v1/balance', 429, '{"error":{"code":"rate_limited"}}');
    const header: Predicate = {
      matcher: 'toMatch',
      subject: { exchange: refusal.id, at: ['headers', 'retry-after'] },
      args: [{ pattern: '\\d+', flags: '' }],
      held: false,
    };
    const derived: Predicate = {
      matcher: 'toBeA',
      subject: { derived: 'seconds', from: [{ exchange: refusal.id }] },
      args: [{ value: 'number' }],
      held: false,
    };
    for (const wrong of [header, derived, expected(refusal, 'toHaveErrorShape')]) {
      const found = causes(
        source('limit.header', 'failed', [refusal], wrong, 'Retry-After: none'),
        source('limit.other', 'blocked', [refusal], undefined, 'it was answered 429'),
      );
      expect(found).toMatchObject([
        { words: 'Retry-After: none', failed: ['limit.header'], blocked: [] },
        { words: 'it was answered 429', blocked: ['limit.other'] },
      ]);
    }
  });

  test('what looks at no answer goes by its reason, whatever its references', () => {
    const reason = (reference: string) => `no webhook came for ${reference}`;
    const found = causes(
      source(
        'event.sent',
        'failed',
        [fine()],
        { matcher: 'toBe', subject: { value: 1 }, args: [], held: false },
        reason('a-b1-c2-d3'),
      ),
      source('event.signed', 'blocked', [], undefined, reason('a-b1-c2-d4')),
      source('event.late', 'blocked', [], undefined, 'another'),
    );
    expect(found.map(({ words, failed, blocked }) => [words, failed.length, blocked.length])).toEqual([
      ['no webhook came for …', 1, 1],
      ['another', 0, 1],
    ]);
  });

  test('what differs by the id of what was made alone is one, whatever ids look like', () => {
    const noWay = (id: string) => `the page http://127.0.0.1:8080/pay/${id}: nothing to press`;
    const found = causes(
      source('a', 'blocked', [], undefined, noWay('chk_14')),
      source('b', 'blocked', [], undefined, noWay('7f3c2a')),
      source('c', 'blocked', [], undefined, 'no webhook came for 01M89CPC1SB2269AEC6KKT35PZ'),
      source('d', 'blocked', [], undefined, 'no webhook came for 550e8400-e29b-41d4-a716-446655440000'),
      source('e', 'blocked', [], undefined, 'the page http://127.0.0.1:8080/pay/chk_1: no answer'),
    );
    expect(found.map(({ blocked }) => blocked)).toEqual([['a', 'b'], ['c', 'd'], ['e']]);
  });

  test('are told without what belongs to one request: bodies, references, ids in addresses', () => {
    const worded = (reason: string) => causes(source('a', 'blocked', [], undefined, reason))[0]?.words;
    expect(worded('body: expected {"id":"a","of":{"at":[1,{"b":"}"}]}} to equal {"id":"b"}')).toBe(
      'body: expected … to equal …',
    );
    expect(worded('got 201 {"id":"a","text":"cut he')).toBe('got 201 …');
    expect(worded('the page http://127.0.0.1:80/pay/c-1: nothing to press')).toBe(
      'the page http://127.0.0.1:80/…: nothing to press',
    );
    expect(worded('the page says: {"error":{"code":"unauthorized","message":"no"}}')).toBe(
      'the page says: unauthorized',
    );
    expect(worded('order basket-20261127-8707155314652852: it was paid')).toBe('order …: it was paid');
    expect(worded('amount is at most 2,000,000,000')).toBe('amount is at most 2,000,000,000');
  });

  test('an answer that should have been any refusal names its endpoint', () => {
    const [a, b] = [fine(), fine()];
    const found = causes(
      source('thing.key', 'failed', [a], expected(a, 'toBeRefused'), 'expected a refusal'),
      source('thing.merchant', 'failed', [b], expected(b, 'toBeRefused'), 'POST: expected a refusal'),
    );
    expect(found).toMatchObject([{ words: 'POST /v1/things answered 201, a refusal was due', failed: { length: 2 } }]);
  });

  test('that a target has stopped answering, or serves nothing, comes before all else', () => {
    const a = fine();
    for (const reason of [
      'the target has stopped answering: 80 requests in a row got no answer, first POST /v1/things (exchange 7)',
      'the target refuses every request with 429: 300 in a row over 3 min, whatever was waited',
    ]) {
      const found = causes(
        source('thing.made', 'failed', [a], expected(a, 'toBeRefusedWith', 400)),
        source('thing.kept', 'blocked', [], undefined, reason),
      );
      expect(found).toMatchObject([{ words: reason, start: 'thing.kept' }, { start: 'thing.made' }]);
    }
  });

  test('most requirements first, and what is blocked alone last', () => {
    const [a, b, c] = [fine(), fine(), fine()];
    const found = causes(
      source('x', 'blocked', [], undefined, 'blocked'),
      source('y', 'blocked', [], undefined, 'blocked'),
      source('z', 'blocked', [], undefined, 'blocked'),
      source('one', 'failed', [a], expected(a, 'toBeRefusedWith', 400)),
      source('two', 'failed', [b], expected(b, 'toBeRefusedWith', 409)),
      source('three', 'failed', [c], expected(c, 'toBeRefusedWith', 409)),
    );
    expect(found.map(({ start }) => start)).toEqual(['two', 'one', 'x']);
  });
});

test('every requirement that failed or was blocked has one cause, with or without results', () => {
  const named = {
    'refund.created': { outcome: 'failed', reason: 'a' },
    'payout.created': { outcome: 'blocked', reason: 'b' },
    'payout.succeeds': { outcome: 'blocked', reason: 'suite fault: c', reasons: ['b'] },
  } as const;
  const found = causesOf(certificate(named).requirements);
  expect(found.flatMap(({ failed, blocked }) => [...failed, ...blocked]).sort()).toEqual(Object.keys(named).sort());
  expect(found).toHaveLength(2);
});

test('of more causes than there is room for the first are shown, and of the others the widest, in their order', () => {
  const of = (failed: number, blocked: number) => ({
    failed: Array.from({ length: failed }, (_, at) => `f${at}`),
    blocked: Array.from({ length: blocked }, (_, at) => `b${at}`),
  });
  const all = [1, 1, 1, 1, 2, 1, 5, 1].map((failed) => of(failed, 0)).concat([of(0, 1), of(0, 9)]);
  const sizes = (most: number) => mostTelling(all, most).map((each) => each.failed.length + each.blocked.length);
  expect(sizes(5)).toEqual([1, 1, 2, 5, 9]);
  expect(mostTelling(all, 10)).toEqual(all);
});

test('known failures are no cause, and nobody starts with one', () => {
  const base = certificate({
    'refund.created': { outcome: 'failed', reason: 'same' },
    'payout.created': { outcome: 'failed', reason: 'same' },
  });
  const known = [{ requirement: 'refund.created', reason: 'later', outcome: 'failed', state: 'holds' }] as const;
  const whole = { ...base, causes: causesOf(base.requirements) };
  expect(openCauses(whole)).toMatchObject([{ failed: expect.arrayContaining(['refund.created', 'payout.created']) }]);
  const left = openCauses({ ...whole, baseline: { gate: 'closed', knownFailures: known } });
  expect(left).toMatchObject([{ start: 'payout.created', failed: ['payout.created'] }]);
});

describe('the model of the interface', () => {
  const [refused, other] = [exchange('POST /v1/things', 400), exchange('GET /v1/things/a-1', 200)];
  const check = source('thing.largest', 'failed', [other, refused], expected(refused, 'toHaveStatus', 201));

  test('says once more what a check saw: the general rule is no cause beside the special one', () => {
    const found = causes(model('thing.created', [refused]), check);
    expect(found).toMatchObject([{ start: 'thing.largest', failed: ['thing.created', 'thing.largest'] }]);
  });

  test('goes with the check that failed last in its story, not with the first that shares a request with it', () => {
    const [made, again] = [exchange('POST /v1/things', 201), exchange('POST /v1/things', 201)];
    const found = causes(
      source('thing.small', 'failed', [made, again, other], expected(other, 'toHaveStatus', 404)),
      source('thing.whole', 'failed', [made], expected(made, 'toBeRefusedWith', 400)),
      source('thing.once', 'failed', [made, again], expected(again, 'toBeRefusedWith', 409)),
      model('thing.ended-once', [made, again]),
    );
    expect(found.map(({ failed }) => failed)).toContainEqual(['thing.once', 'thing.ended-once']);
  });

  test('comes after what checks saw, where it speaks of something else', () => {
    const elsewhere = [exchange('GET /v1/things/b-2', 200)];
    const made = source('thing.made', 'passed', [exchange('POST /v1/things', 201)]);
    const found = causes(model('thing.kept', elsewhere), model('thing.stays', elsewhere), check, made);
    expect(found.map(({ start }) => start)).toEqual(['thing.largest', 'thing.kept']);
  });

  test('and a check that say the same come before what one of them says alone', () => {
    const seen = [exchange('GET /v1/things/c-3', 200)];
    const alone = source('thing.kept', 'failed', [other], undefined, 'not kept');
    const both = source('thing.stays', 'failed', seen, undefined, 'did not stay');
    const found = causes(alone, both, model('thing.stays', seen));
    expect(found.map(({ start }) => start)).toEqual(['thing.stays', 'thing.kept']);
  });

  test('alone, it is a cause like any other', () => {
    expect(causes(model('thing.kept', [other]))).toMatchObject([{ start: 'thing.kept', failed: ['thing.kept'] }]);
  });
});

test('a field that is not as expected is one cause, whatever else the bodies say', () => {
  const saw = (id: string) =>
    source(
      id,
      'failed',
      [exchange('GET /v1/things/a-1', 200)],
      undefined,
      `expected status to be "held", got "kept" in 200 {"id":"${id}"}`,
    );
  expect(causes(saw('thing.held'), saw('thing.anybody'))).toMatchObject([
    { start: 'thing.held', failed: ['thing.held', 'thing.anybody'] },
  ]);
});

test('what ended a run is told first, with all that has its cause', () => {
  const cause = (words: string, failed: string[], blocked: string[] = []) => ({
    words,
    endpoint: null,
    start: failed[0] ?? blocked[0] ?? '',
    failed,
    blocked,
  });
  const [surest, ending] = [cause('surest', [], ['thing.held']), cause('ending', ['thing.kept', 'thing.stays'])];
  expect(ledBy('thing.stays', [surest, ending])).toEqual([{ ...ending, start: 'thing.stays' }, surest]);
  expect(ledBy('thing.held', [surest, ending])).toEqual([surest, ending]);
});
