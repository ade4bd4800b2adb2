import { stripVTControlCharacters } from 'node:util';
import { describe, expect, test } from 'vitest';
import type { CheckResult } from '../../../engine/checks/check-result.ts';
import { aDefinition } from '../../../engine/checks/definition.support.ts';
import { plannedChecks } from '../../../engine/checks/suites.ts';
import { delivery, told as step } from '../../../engine/evidence/check-result.support.ts';
import type { Predicate } from '../../../engine/predicates/index.ts';
import { accepted, checkResult } from '../../../engine/reports/testing.support.ts';
import { observations, requirements } from '../../../interface/register/index.ts';
import { select } from '../../../interface/selection.ts';
import { certify, type Outcomes } from '../certificate.ts';
import { listing } from '../list.ts';
import { outcomes } from '../testing.support.ts';
import { startHere, summarise } from './terminal.ts';

const id = 'refund.exceeds-paid';
const selection = select({ requirement: [id, 'checkout.created'] });

function told(results: readonly CheckResult[], change: Partial<Outcomes> = {}, verbose = false): string {
  const planned = new Map([
    [id, ['suites/refunds/amounts.ts: one kobo above what is left']],
    ['checkout.created', ['suites/checkouts/create.ts: a']],
  ]);
  const certificate = certify(outcomes({ results, planned, selection, ...change }));
  return stripVTControlCharacters(summarise(certificate, results, 'a folder', { verbose }));
}

const failed = checkResult({
  outcome: 'failed',
  reason: 'expected a refusal with 422 refund_exceeds_paid, got 201 {"id":"rf_1"}',
  stepLog: [{ exchange: 0 }, { exchange: 1 }],
  exchanges: [accepted({ id: 0, request: { ...accepted().request, method: 'GET' } }), accepted()],
});
const fine = checkResult({ id: 'checkout.created' });

describe('a failure in full', () => {
  const text = told([failed, fine]);

  test('names the requirement, its statement and its source', () => {
    expect(text).toContain(`✗ failed: ${id}\n`);
    expect(text).toContain('refused with 422 `refund_exceeds_paid`');
    expect(text).toContain('interface: Endpoints, behaviour rule 3');
    expect(text).toContain('check: one kobo above what is left');
  });

  test('shows what was sent, what was expected and what came', () => {
    expect(text).toContain('POST http://127.0.0.1:9/v1/refunds {"reference":"rfd-1","amount":2001}');
    expect(text).toContain('expected a refusal with 422 refund_exceeds_paid, got 201');
    expect(text).toContain('→ 201 {"id":"rf_1", "status":"pending"} (12 ms)');
    expect(text).not.toContain('GET http');
  });

  test('shows the exchange and the webhook that the failed expectation is about, not the last ones', () => {
    const [first, last] = failed.exchanges;
    const deliveries = [
      delivery(5, 0, { kind: 'status', status: 200 }),
      delivery(6, 60, { kind: 'status', status: 200 }),
    ];
    const predicate = { matcher: 'toBe', args: [{ value: 1 }], held: false } as const;
    const about = (subject: Predicate['subject']) =>
      told([{ ...failed, deliveries, predicates: [{ ...predicate, subject }] }, fine]);
    const derived = about({ derived: 'sum', from: [{ value: 1 }, { list: [{ exchange: 0, at: ['status'] }] }] });
    expect(first?.request.method).toBe('GET');
    expect(derived).toContain('the exchange that failed:\n      GET http');
    expect(derived).not.toContain(`${last?.request.method} http`);
    expect(derived).toContain('last delivery:\n      x-service-timestamp: 1767225660');
    const signed = about({ signature: 'v1', of: 5, secret: null });
    expect(signed).toContain('the delivery that failed:\n      x-service-timestamp: 1767225600');
    expect(signed).toContain('last exchange:\n      POST http');
    // The check's steps do not show exchange 7.
    expect(about({ exchange: 7 })).toContain('last exchange:\n      POST http');
  });

  test('says how the whole way there is gone again', () => {
    const gone = { ...failed, way: [{ exchange: 1, merchantId: 'mch_test_1' }] };
    expect(told([fine, gone])).toContain(`the whole way there again:\n    sh 'a folder/replay.sh' check-2\n`);
    expect(told([failed])).not.toContain('replay.sh');
  });

  test('says where no answer came', () => {
    const cut = accepted({ response: null, error: 'POST /v1/refunds: the connection was closed' });
    expect(told([{ ...failed, exchanges: [cut] }])).toContain(
      '→ no answer: POST /v1/refunds: the connection was closed',
    );
  });

  test('is not without end, and does not steer the terminal', () => {
    const wild = `\u001b[2J\u0007${'x'.repeat(100_000)}`;
    const { response } = accepted();
    const exchange = accepted({ response: response && { ...response, body: wild } });
    const planned = new Map([[id, ['suites/refunds/amounts.ts: a']]]);
    const results = [{ ...failed, reason: `got \u001b]0;title\u0007`, exchanges: [exchange] }];
    const raw = summarise(certify(outcomes({ results, planned, selection })), results, 'a folder');
    expect(raw.length).toBeLessThan(10_000);
    for (const sequence of ['\u001b[2J', '\u001b]0', '\u0007']) expect(raw).not.toContain(sequence);
  });

  test('of many checks, the first three', () => {
    const many = Array.from({ length: 5 }, (_, at) => ({ ...failed, title: `check ${at}` }));
    const text = told(many);
    expect(text.match(/ {2}check: /g)).toHaveLength(3);
    expect(text).toContain('… and 2 more checks of this requirement');
  });

  test('of many checks all, each with its steps, where that is asked for', () => {
    const request = { ...accepted().request, method: 'GET' };
    const steps = {
      stepLog: [
        step('the buyer pays', [{ exchange: 0 }, step('a page \u001b[2J opens', [], false)]),
        step('the merchant waits', [{ exchange: 1 }, { delivery: 5 }]),
      ],
      exchanges: [accepted({ id: 0, request }), accepted()],
      deliveries: [delivery(5, 0, { kind: 'status', status: 200 })],
    };
    const many = Array.from({ length: 5 }, (_, at) => ({ ...failed, ...steps, title: `check ${at}` }));
    const text = told(many, {}, true);
    expect(text.match(/ {2}check: check \d/g)).toHaveLength(5);
    expect(text).not.toContain('more checks');
    const course = /steps:\n(.*?)\n {2}check:/s.exec(text)?.[1] ?? '';
    expect(course.split('\n').map((line) => line.slice(0, 34))).toEqual([
      '      the buyer pays',
      '        GET http://127.0.0.1:9/v1/',
      '        → 201 {"id":"rf_1", "statu',
      '        did not work: a page \u{fffd}[2J ',
      '      the merchant waits',
      '        POST http://127.0.0.1:9/v1',
      '        → 201 {"id":"rf_1", "statu',
      '        webhook payout.succeeded f',
      '        x-service-timestamp: 17672',
      '        x-service-signature: (miss',
      '        x-service-signature-v2: (m',
      '        {"id":"evt_1"}',
    ]);
    expect(told(many)).not.toContain('steps:');
  });
});

describe('one cause', () => {
  const other = 'checkout.created';
  const request = accepted().request;
  const exchange = accepted({
    request,
    response: { status: 500, headers: [], body: 'no', bodyEncoding: 'utf8', truncated: false },
  });
  const subject = { matcher: 'toHaveStatus', subject: { exchange: 1 }, args: [{ value: 201 }], held: false } as const;
  const broken = { ...failed, exchanges: [exchange], predicates: [subject], reason: 'expected status 201, got 500' };
  const results = [broken, { ...broken, id: other } as const];

  test('is one story: the first failure in full, the others by name', () => {
    const text = told(results);
    expect(text).toContain(`POST /v1/refunds is always answered 500: 2 requirements\n✗ failed: ${other}\n`);
    expect(text).toContain(`  failed too, by the same cause: ${id}\n`);
    expect(text.match(/✗ failed/g)).toHaveLength(1);
  });

  test('is told for each requirement where that is asked for', () => {
    const certificate = certify(
      outcomes({
        results,
        selection,
        planned: new Map([
          [id, ['a']],
          [other, ['a']],
        ]),
      }),
    );
    const text = summarise(certificate, results, 'a folder', { verbose: true });
    expect(text.match(/✗ failed/g)).toHaveLength(2);
    expect(text).not.toContain('failed too');
  });

  test('is where to start; of several, a list says how much each stands behind', () => {
    const two = [broken, checkResult({ id: other, outcome: 'blocked', reason: 'nothing came' })];
    const certificate = certify(
      outcomes({
        results: two,
        selection,
        planned: new Map([
          [id, ['a']],
          [other, ['a']],
        ]),
      }),
    );
    expect(stripVTControlCharacters(startHere(certificate) ?? '')).toBe(
      `start here: ${id} (POST /v1/refunds answered 500)`,
    );
    expect(told(two)).toContain(
      '2 causes, the surest first, and how many requirements each explains\n    1  POST /v1/refunds answered 500\n    1  nothing came',
    );
    expect(told(results)).not.toContain('causes');
  });

  test('is none where all is well', () => {
    const well = { selection: select({ requirement: [other] }), planned: new Map([[other, ['a']]]) };
    expect(startHere(certify(outcomes({ results: [fine], ...well })))).toBeNull();
  });
});

describe('the rest of the summary', () => {
  test('what one cause blocks is told together, whatever its references', () => {
    const reason = (reference: string) => `a payout should have been created with 201; got 404 for ${reference}`;
    const text = told([
      checkResult({ outcome: 'blocked', reason: reason('pay-mwp20fzt-fesiap-d') }),
      checkResult({ id: 'checkout.created', outcome: 'blocked', reason: reason('pay-mwp20fzt-fesiap-e') }),
    ]);
    expect(text).toContain('■ blocked: a payout should have been created with 201; got 404 for …\n');
    expect(text).toContain(`  checkout.created, ${id}\n`);
    expect(text.match(/■ blocked/g)).toHaveLength(1);
  });

  test('shows the delivery that a check of webhooks looked at, and what is wrong with it', () => {
    const delivery = {
      seq: 1,
      at: '2026-01-01T00:00:00.000Z',
      monoMs: 1,
      method: 'POST',
      path: '/hook',
      headers: { 'x-service-timestamp': '1767225600' },
      body: '{"event":"payout.succeeded"}',
      answer: { kind: 'status', status: 200 },
      senderClosedAfterMs: null,
      verification: { v1: 'missing', v2: 'missing', timestamp: 1767225600, valid: false, problems: ['no signature'] },
    } as const;
    const text = told([{ ...failed, deliveries: [delivery] }]);
    expect(text).toContain('x-service-signature: (missing)\n');
    expect(text).toContain('{"event":"payout.succeeded"}\n      no signature\n');
  });

  test('shows what was seen of open questions where they were asked for', () => {
    const question = 'bank.list-shape';
    const seen = checkResult({ kind: 'observation', id: question, observed: 'a bare list' });
    const asked = select({ requirement: [question] });
    expect(told([seen], { selection: asked, planned: new Map([[question, ['a']]]) })).toContain(
      `? ${question}  a bare list`,
    );
  });

  test('counts what was seen, also where its words begin with "not"', () => {
    const seen = checkResult({ kind: 'observation', id: 'bank.list-shape', observed: 'not redirected' });
    expect(told([seen])).toContain('1 observation of what the interface leaves open');
  });

  test('a fault of the suite is told without a result', () => {
    expect(told([], { faults: ['the worker died'] })).toContain('suite fault: the worker died');
  });

  test('counts by chapter, leaves out what was not selected, and ends with the verdict', () => {
    const text = told([failed, fine]);
    expect(text).toMatch(/^refunds +· +1 +· +·$/m);
    expect(text).toMatch(/^checkouts +1 +· +· +·$/m);
    expect(text).not.toMatch(/^payouts/m);
    expect(text).toContain(
      'NONCONFORMANT: at least one requirement failed\n1 passed, 1 failed, 0 blocked, 0 not exercised, ',
    );
  });

  test('groups what was not exercised by its reason', () => {
    const text = told([checkResult({ outcome: 'not_exercised', reason: 'no control' }), fine]);
    expect(text).toMatch(/^ +1 not exercised: no control$/m);
    expect(text).not.toContain('not exercised: not selected');
    expect(text).toContain('CONFORMANT_IN_SCOPE');
  });
});

describe('the list', () => {
  const definition = aDefinition('one kobo above', { id, chapter: 'refunds' });
  const look = { ...definition, kind: 'observation', id: 'auth.unknown-key', title: 'a question' } as const;
  const suites = [
    { file: 'suites/a.ts', definitions: [definition, look], fault: null, lost: [] },
    { file: 'suites/b.ts', definitions: [], fault: 'suites/b.ts could not be imported: oh', lost: [id] },
  ];

  test('gives each requirement its checks, those that are lost too', () => {
    expect([...plannedChecks(suites)]).toEqual([
      [id, ['suites/a.ts: one kobo above', 'suites/b.ts, which could not be imported']],
      ['auth.unknown-key', ['suites/a.ts']],
    ]);
  });

  test('prints statement, source and checks, of the selection alone', () => {
    const text = stripVTControlCharacters(listing(suites, selection));
    expect(text).toContain(`${id}  A refund`);
    expect(text).toMatch(
      /Endpoints, behaviour rule 3.*\n {4}· suites\/a\.ts: one kobo above\n {4}· suites\/b\.ts, which/,
    );
    expect(text).toMatch(/checkout\.created .*\n.*\n {4}· no check yet/);
    expect(text).not.toContain('payout.created');
    expect(text).toContain(
      `\n2 requirements with 2 checks, 0 observations, of ${requirements.length} and ${observations.length} in the register`,
    );
    const one = stripVTControlCharacters(listing(suites, select({ requirement: [id] })));
    expect(one).toMatch(/^refunds — 1 requirement, 0 observations$/m);
    expect(one).toContain('\n1 requirement with 2 checks, 0 observations, of ');
    expect(stripVTControlCharacters(listing(suites, select({})))).toMatch(
      new RegExp(`\n${requirements.length} requirements with 2 checks, ${observations.length} observations$`),
    );
  });
});
