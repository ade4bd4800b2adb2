import { describe, expect, test } from 'vitest';
import type { CheckResult } from '../../engine/checks/check-result.ts';
import { checkResult } from '../../engine/reports/testing.support.ts';
import { observations, requirements } from '../../interface/register/index.ts';
import { select } from '../../interface/selection.ts';
import { certify, type Outcomes } from './certificate.ts';
import { outcomes } from './testing.support.ts';

const id = 'refund.exceeds-paid';
const file = 'suites/refunds/amounts.ts';

/** Outcome and reason of one requirement. */
function judged(results: readonly Partial<CheckResult>[], tests: readonly string[], change: Partial<Outcomes> = {}) {
  const certificate = certify(
    outcomes({ results: results.map(checkResult), planned: new Map([[id, tests]]), ...change }),
  );
  const found = certificate.requirements.find((requirement) => requirement.id === id);
  return [found?.outcome, found?.reason];
}

const one = [`${file}: a`];
const two = [`${file}: a`, `${file}: b`];
const [passed, failed, blocked, notExercised] = [
  { outcome: 'passed' },
  { outcome: 'failed', reason: 'expected 422' },
  { outcome: 'blocked', reason: 'could not be paid' },
  { outcome: 'not_exercised', reason: 'no control' },
] as const;

describe('a requirement', () => {
  test('passes when each of its checks has', () => {
    expect(judged([passed, passed], two)).toEqual(['passed', undefined]);
  });

  test.each([
    [[passed, failed], 'failed', 'expected 422'],
    [[blocked, failed], 'failed', 'expected 422'],
    [[passed, blocked], 'blocked', 'could not be paid'],
    [[notExercised, blocked], 'blocked', 'could not be paid'],
    [[passed, notExercised], 'not_exercised', 'no control'],
  ] as const)('is as good as the worst of its checks (%#)', (results, outcome, reason) => {
    expect(judged(results, two)).toEqual([outcome, reason]);
    expect(judged([...results].reverse(), two)).toEqual([outcome, reason]);
  });

  test('tells every reason once', () => {
    const other = { outcome: 'failed', reason: 'expected 409' } as const;
    expect(judged([failed, other, failed], [...two, `${file}: c`])).toEqual(['failed', 'expected 422 | expected 409']);
  });

  test('of which a check never told what became of it does not pass', () => {
    expect(judged([passed], two)).toEqual(['blocked', 'suite fault: a check never ended']);
    expect(judged([], one)).toEqual(['blocked', 'suite fault: a check never ended']);
    expect(judged([notExercised], two)[0]).toBe('blocked');
    expect(judged([passed], two, { faults: ['the worker died'] })).toEqual(['blocked', 'suite fault: the worker died']);
  });

  test('has failed where one check failed, whatever became of the others', () => {
    expect(judged([failed], two)).toEqual(['failed', 'expected 422']);
    expect(judged([failed], two, { interrupted: true })).toEqual(['failed', 'expected 422']);
  });

  test('without any check is a fault of the suite', () => {
    expect(judged([], [])).toEqual(['blocked', 'suite fault: no check exists']);
  });

  test('whose file could not be imported says so, with the fault of that file', () => {
    const faults = ['suites/a.ts could not be imported: other', `${file} could not be imported: oh`];
    const lost = [...one, `${file}, which could not be imported`];
    expect(judged([passed], lost, { faults })).toEqual(['blocked', `suite fault: ${file} could not be imported: oh`]);
  });

  test('whose checks an interruption stopped is not exercised', () => {
    expect(judged([], one, { interrupted: true })).toEqual(['not_exercised', 'interrupted']);
    expect(judged([passed], two, { interrupted: true })).toEqual(['not_exercised', 'interrupted']);
    expect(judged([passed, passed], two, { interrupted: true })).toEqual(['passed', undefined]);
  });

  test('that was not selected is not exercised, whatever was found', () => {
    const selection = select({ chapter: ['banks'] });
    expect(judged([failed], one, { selection })).toEqual(['not_exercised', 'not selected']);
    expect(judged([], [], { selection })).toEqual(['not_exercised', 'not selected']);
  });
});

describe('a certificate', () => {
  test.each<[string, Partial<Outcomes>]>([
    ['nothing ran', {}],
    ['everything crashed', { faults: ['the worker died'] }],
    ['interrupted', { interrupted: true }],
    ['nothing of it selected', { selection: select({ requirement: ['checkout.created'] }) }],
    ['a result that nobody knows', { results: [checkResult({ id: 'no.such-thing' as CheckResult['id'] })] }],
  ])('lists every requirement and observation once: %s', (_, change) => {
    const certificate = certify(outcomes(change));
    expect(certificate.requirements.map((each) => each.id)).toEqual(requirements.map((each) => each.id));
    expect(certificate.observations.map((each) => each.id)).toEqual(observations.map((each) => each.id));
    const { passed, failed, blocked, notExercised } = certificate.totals;
    expect(passed).toBe(0);
    expect(failed + blocked + notExercised).toBe(requirements.length);
    expect(certificate.verdict).toBe('inconclusive');
  });

  test('is conformant only when every requirement passed', () => {
    const planned = new Map(requirements.map((each) => [each.id as string, one]));
    const results = requirements.map((each) => checkResult({ id: each.id }));
    expect(certify(outcomes({ planned, results })).verdict).toBe('conformant');
    expect(certify(outcomes({ planned, results: results.slice(1) })).verdict).toBe('inconclusive');
    const selection = select({ chapter: ['refunds'] });
    expect(certify(outcomes({ planned, results, selection })).verdict).toBe('conformant_in_scope');
  });

  test('says what was certified, when, how and by what', () => {
    const base = outcomes();
    const target = { ...base.target, liveBaseUrl: 'http://live', clock: true, missing: { browser: 'none here' } };
    const certificate = certify(outcomes({ target, selection: select({ profile: 'smoke' }) }));
    expect(certificate).toMatchObject({
      interfaceVersion: '1.0.0',
      target: { baseUrl: 'http://127.0.0.1:9', liveBaseUrl: 'http://live' },
      suite: { version: '0.1.0', registerDigest: expect.stringMatching(/^sha256:[0-9a-f]{64}$/) },
      selection: { profile: 'smoke' },
      startedAt: '2026-01-01T00:00:00.000Z',
      finishedAt: '2026-01-01T00:01:00.000Z',
      requests: 12,
      seed: 7,
    });
    expect(certificate.capabilities).toEqual(expect.arrayContaining(['clock', 'buyer']));
    expect(certificate.capabilities).not.toContain('browser');
    expect(certify(outcomes()).selection).toBeNull();
    expect(certify(outcomes()).capabilities).not.toContain('clock');
  });

  test('says how late this machine was at the worst', () => {
    const harness = { eventLoopDelayMs: 40, webhookAnswerMs: 4_210, waitsLateMs: 0 };
    expect(certify(outcomes({ harness })).harness).toEqual(harness);
  });

  test('holds no key', () => {
    const base = outcomes();
    const control = { url: 'http://c', token: 'secret-token', knowledge: { listed: null, answered: [], missing: [] } };
    const text = JSON.stringify(certify(outcomes({ target: { ...base.target, control } })));
    expect(text).not.toContain('svc_test_sk_standing');
    expect(text).not.toContain('secret-token');
  });
});

test('each reason is told by itself, whatever a target puts into it', () => {
  const reasons = ['got a | b', 'got c'];
  const results = [...reasons, 'got c'].map((reason) => checkResult({ outcome: 'failed', reason }));
  const certified = certify(outcomes({ results })).requirements.find(({ id }) => id === checkResult().id);
  expect(certified).toMatchObject({ outcome: 'failed', reason: 'got a | b | got c', reasons });
});

describe('an observation', () => {
  const seen = (results: readonly Partial<CheckResult>[], change: Partial<Outcomes> = {}) =>
    certify(
      outcomes({
        results: results.map((each) => checkResult({ kind: 'observation', id: 'auth.unknown-key', ...each })),
        ...change,
      }),
    ).observations.find((each) => each.id === 'auth.unknown-key')?.observed;

  test('says what was seen, each answer once', () => {
    expect(seen([{ observed: '401 a' }, { observed: '401 b' }, { observed: '401 a' }])).toBe('401 a | 401 b');
  });

  test('or why nothing was', () => {
    expect(seen([{ outcome: 'not_exercised', reason: 'no control' }])).toBe('not seen: no control');
    expect(seen([], { interrupted: true })).toBe('not seen: interrupted');
    expect(seen([], { faults: ['the worker died'] })).toBe('not seen: the worker died');
    expect(seen([])).toBe('not seen: no look exists');
    expect(seen([], { selection: select({ chapter: ['banks'] }) })).toBe('not looked at: not selected');
  });

  test('whether something was seen is told apart from its words', () => {
    const entry = (results: readonly Partial<CheckResult>[]) =>
      certify(
        outcomes({
          results: results.map((each) => checkResult({ kind: 'observation', id: 'auth.unknown-key', ...each })),
        }),
      ).observations.find((each) => each.id === 'auth.unknown-key');
    expect(entry([{ observed: 'not redirected' }])).toMatchObject({ observed: 'not redirected', seen: true });
    expect(entry([{ outcome: 'blocked', reason: 'no' }])).toMatchObject({ observed: 'not seen: no', seen: false });
  });

  test('is never part of the verdict', () => {
    const blocked = checkResult({ kind: 'observation', id: 'auth.unknown-key', outcome: 'blocked', reason: 'no' });
    const planned = new Map(requirements.map((each) => [each.id as string, one]));
    const results = [...requirements.map((each) => checkResult({ id: each.id })), blocked];
    expect(certify(outcomes({ planned, results })).verdict).toBe('conformant');
  });
});
