import { describe, expect, test } from 'vitest';
import { requirement } from '../../../interface/register/index.ts';
import type { Mutant } from '../../mutants/index.ts';
import type { Job, JobResult, Seen } from '../types.ts';
import type { Exception } from './exceptions.ts';
import { score, scoreMutant } from './score.ts';

const broken: Mutant = { name: 'min-101', what: 'the minimum is 101', breaks: 'checkout.amount-smallest' };
const entries = [requirement('checkout.amount-smallest')];

function seen(id: Seen['id'], outcome: Seen['outcome']): Seen {
  return { id, title: 'a check', file: 'suites/a.ts', outcome, reason: outcome === 'passed' ? null : 'because' };
}

function result(checks: readonly Seen[], fault: string | null = null, named: JobResult['named'] = null): JobResult {
  const job: Job = {
    kind: 'quick',
    name: broken.name,
    target: [broken.name],
    first: [broken.breaks],
    beside: [],
    untilFailed: true,
    depth: 'first',
  };
  return { job, seen: checks, contradictions: [], named, requests: 1, seconds: 1, cutOff: false, fault };
}

function proof(checks: readonly Seen[], exceptions: readonly Exception[] = [], clean: readonly JobResult[] = []) {
  return score(
    entries,
    { mutants: [broken], results: new Map([[broken.name, result(checks)]]), clean },
    exceptions,
    true,
  );
}

describe('the fate of a mutant', () => {
  test.each([
    ['killed', [seen('checkout.amount-smallest', 'passed'), seen('checkout.amount-smallest', 'failed')]],
    ['survived', [seen('checkout.amount-smallest', 'passed'), seen('checkout.created', 'failed')]],
    ['survived', [seen('checkout.amount-smallest', 'blocked'), seen('checkout.created', 'failed')]],
    ['breaks nothing', [seen('checkout.amount-smallest', 'passed'), seen('checkout.created', 'blocked')]],
    ['breaks nothing', [seen('checkout.amount-smallest', 'not_exercised')]],
    ['breaks nothing', []],
  ] as const)('%s', (fate, checks) => {
    expect(scoreMutant(broken, result(checks)).fate).toBe(fate);
  });

  test('not tried where the service could not be started, or nothing came of it', () => {
    expect(scoreMutant(broken, result([], 'no service')).fate).toBe('not tried');
    expect(scoreMutant(broken, undefined).fate).toBe('not tried');
  });

  test('not tried where it was cut off before anything was seen; killed where it was seen before', () => {
    const cutOff = (checks: readonly Seen[]) => scoreMutant(broken, { ...result(checks), cutOff: true });
    const interrupted = cutOff([seen('checkout.amount-smallest', 'not_exercised')]);
    expect(interrupted.fate).toBe('not tried');
    expect(interrupted.reason).toContain('it took too long and was ended before all checks were made: a check');
    expect(cutOff([seen('checkout.amount-smallest', 'failed')]).fate).toBe('killed');
  });

  test('tells the checks that saw it, and each other requirement that failed once', () => {
    const scored = scoreMutant(
      broken,
      result([seen(broken.breaks, 'failed'), seen('checkout.created', 'failed'), seen('checkout.created', 'failed')]),
    );
    expect(scored).toMatchObject({
      killedBy: ['suites/a.ts: a check'],
      collateral: ['checkout.created'],
      reason: null,
    });
  });
});

describe('the proof', () => {
  test('holds where every requirement has a killed mutant and what must be clean is', () => {
    const clean = result([seen('checkout.created', 'passed'), seen('checkout.created', 'not_exercised')]);
    expect(proof([seen(broken.breaks, 'failed')], [], [clean])).toMatchObject({ ok: true, failures: [] });
  });

  test('fails for a survivor', () => {
    expect(proof([seen(broken.breaks, 'passed')]).failures).toEqual([
      'min-101 breaks nothing: checkout.amount-smallest did not fail',
    ]);
  });

  test('fails for a requirement without a mutant, but not where only some mutants were asked for', () => {
    const none = { mutants: [], results: new Map(), clean: [] };
    expect(score(entries, none, [], true).failures).toEqual(['checkout.amount-smallest has no mutant']);
    expect(score(entries, none, [], false).ok).toBe(true);
  });

  test('fails where verify would hold something against what must be clean', () => {
    const clean = { ...result([seen('checkout.created', 'passed')]), contradictions: ['checkout.created: a check'] };
    expect(proof([seen(broken.breaks, 'failed')], [], [clean])).toMatchObject({
      ok: false,
      failures: [expect.stringContaining('verify would not believe checkout.created: a check')],
    });
  });

  test.each(['failed', 'blocked'] as const)('fails where something %s that must be clean', (outcome) => {
    const { ok, failures } = proof([seen(broken.breaks, 'failed')], [], [result([seen('checkout.created', outcome)])]);
    expect(ok).toBe(false);
    expect(failures[0]).toContain('checkout.created');
  });

  test('lets a survivor pass for a written reason', () => {
    expect(proof([seen(broken.breaks, 'passed')], [{ about: 'min-101', reason: 'known' }]).ok).toBe(true);
  });

  test('fails for a reason that is no longer needed, or is about nothing', () => {
    const exceptions = ['min-101', 'checkout.amount-smallest', 'nothing'].map((about) => ({ about, reason: 'known' }));
    expect(proof([seen(broken.breaks, 'failed')], exceptions).failures).toEqual([
      'the exception for min-101 is no longer needed: it is killed',
      'the exception for checkout.amount-smallest is no longer needed: it has a mutant',
      'the exception for nothing is about nothing',
    ]);
  });
});

test('says of how many killed mutants the requirement is the first that a user is told', () => {
  const checks = [seen('checkout.created', 'failed'), seen(broken.breaks, 'failed')];
  const share = (named: JobResult['named']) => {
    const results = new Map([[broken.name, result(checks, null, named)]]);
    return score(entries, { mutants: [broken], results, clean: [] }, [], true).totals.namedFirst;
  };
  expect([share(broken.breaks), share('checkout.created'), share(null)]).toEqual([1, 0, 0]);
});
