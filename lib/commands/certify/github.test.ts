import { describe, expect, test } from 'vitest';
import { accepted, certificate, checkResult } from '../../engine/reports/testing.support.ts';
import { type RequirementId, requirements } from '../../interface/register/index.ts';
import { annotations, stopCommands } from './github.ts';

const id = 'refund.exceeds-paid';
const failed = (reason: string) => certificate({ [id]: { outcome: 'failed', reason } });

describe('annotations', () => {
  test('say what failed, with statement and source', () => {
    const [line, ...rest] = annotations(failed('expected 422'));
    expect(line).toMatch(
      /^::error title=failed%3A refund\.exceeds-paid::start here: refund\.exceeds-paid%0AA refund .*%0Aexpected 422%0Ainterface: Endpoints, behaviour rule 3$/,
    );
    expect(rest).toEqual([]);
  });

  test('name the exchange that the failed expectation is about, else the last one', () => {
    const read = accepted({ id: 2, request: { ...accepted().request, method: 'GET' } });
    const check = checkResult({
      outcome: 'failed',
      stepLog: [{ exchange: 1 }, { exchange: 2 }],
      exchanges: [accepted(), read],
    });
    const about = { matcher: 'toHaveStatus', subject: { exchange: 1 }, args: [{ value: 422 }], held: false } as const;
    const shown = (predicates: (typeof check)['predicates']) =>
      annotations(failed('expected 422'), [{ ...check, predicates }])[0];
    expect(shown([about])).toContain('%0Athe exchange that failed: POST http://127.0.0.1:9/v1/refunds → 201');
    expect(shown([])).toContain('%0Alast exchange: GET http://127.0.0.1:9/v1/refunds → 201');
  });

  test('are one line each, whatever a target has said', () => {
    const wild = '100% wrong\r\n::set-output name=a::b\n##[add-mask]x\u001b[2J\u0000';
    for (const outcome of ['failed', 'blocked'] as const) {
      const [line = ''] = annotations(certificate({ [id]: { outcome, reason: wild } }));
      expect(line).not.toMatch(/[\p{Cc}]/u);
      expect(line).toContain('100%25 wrong%0D%0A::set-output');
    }
    expect(annotations(failed('x'.repeat(100_000)))[0]?.length).toBeLessThan(2_000);
  });

  test('are one for all that has one cause', () => {
    const one = { outcome: 'failed', reason: 'got 500' } as const;
    const blocked = { outcome: 'blocked', reason: 'got 500' } as const;
    expect(
      annotations(certificate({ 'refund.created': one, 'payout.created': one, 'payout.succeeds': blocked })),
    ).toEqual([
      expect.stringMatching(
        /^::error title=got 500%3A 3 requirements::start here: refund\.created%0A.*%0Afailed too: payout\.created%0Ablocked by it: payout\.succeeds$/,
      ),
    ]);
  });

  test('say of which known failure the last day is over', () => {
    const entry = { requirement: id, reason: 'ticket 42', outcome: 'failed', until: '2026-01-31' } as const;
    const known = (state: 'expired' | 'holds') =>
      annotations({ ...failed('got 500'), baseline: { gate: 'closed', knownFailures: [{ ...entry, state }] } });
    expect(known('expired')).toEqual([
      expect.stringContaining('::error title=failed%3A refund.exceeds-paid::'),
      '::warning title=known%2C but their day is over::refund.exceeds-paid (2026-01-31): ticket 42',
    ]);
    expect(known('holds').join()).not.toContain('their day is over');
  });

  test('say once where to start', () => {
    const one = { outcome: 'failed', reason: 'got 500' } as const;
    const other = { outcome: 'failed', reason: 'got 400' } as const;
    const lines = annotations(
      certificate({ 'refund.created': one, 'payout.created': one, 'escrow.created': other, 'escrow.released': other }),
    );
    expect(lines.map((line) => /::(start here|first of them): ([\w.-]+)/.exec(line)?.slice(1))).toEqual([
      ['start here', 'refund.created'],
      ['first of them', 'escrow.created'],
    ]);
  });

  test('tell how many more there are than GitHub shows', () => {
    const of = (count: number) =>
      annotations(
        certificate(
          Object.fromEntries(
            requirements.slice(0, count).map((each, at) => [each.id, { outcome: 'failed', reason: `why ${at}` }]),
          ),
        ),
      );
    expect(of(10)).toHaveLength(10);
    expect(of(10).join()).not.toContain('and more');
    expect(of(25)).toHaveLength(10);
    expect(of(25).at(-1)).toBe('::error title=and more::16 more are in the summary of the job.');
  });

  test('warn once of all that is blocked, by its cause', () => {
    const named: Partial<Record<RequirementId, { outcome: 'blocked'; reason: string }>> = {};
    for (const [at, each] of requirements.slice(0, 30).entries())
      named[each.id] = { outcome: 'blocked', reason: at < 2 ? `404 for pay-a1-b2-${at}` : `cause ${at}` };
    const lines = annotations(certificate(named));
    expect(lines).toHaveLength(1);
    expect(lines[0]).toMatch(
      /^::warning title=blocked%3A could not be judged::start here: checkout\.created%0A404 for …: checkout\.created, [\w.-]+%0Acause 2: .*%0Aand 9 more$/,
    );
  });
});

test('meanwhile, commands are stopped by a word that nobody can guess', () => {
  const printed: string[] = [];
  const resume = stopCommands((line) => printed.push(line));
  const other = stopCommands((line) => printed.push(line));
  expect(printed[0]).toMatch(/^::stop-commands::[\w-]{30,}$/);
  expect(resume).toBe(`::${printed[0]?.slice('::stop-commands::'.length)}::`);
  expect(other).not.toBe(resume);
});
