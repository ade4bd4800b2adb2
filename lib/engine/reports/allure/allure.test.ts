import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { StepResult, TestResult } from 'allure-js-commons';
import { afterAll, describe, expect, test } from 'vitest';
import { interfaceDocument } from '../../../interface/register/document.ts';
import type { CheckResult } from '../../checks/check-result.ts';
import type { Certificate } from '../../evidence/certificate.ts';
import { checkResult, delivery, HOSTILE, told } from '../../evidence/check-result.support.ts';
import { certificate } from '../testing.support.ts';
import { OBSERVATIONS, writeAllureResults } from './allure.ts';

const base = mkdtempSync(join(tmpdir(), 'allure-results-'));
afterAll(() => rmSync(base, { recursive: true, force: true }));

function written(findings: readonly CheckResult[], of: Certificate = certificate(all('not selected'))) {
  const folder = mkdtempSync(join(base, 'r-'));
  writeAllureResults(folder, of, findings, interfaceDocument);
  const names = readdirSync(folder);
  const results = names
    .filter((name) => name.endsWith('-result.json'))
    .map((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')) as TestResult);
  const read = (step: StepResult | undefined) =>
    readFileSync(join(folder, step?.attachments[0]?.source ?? 'none'), 'utf8');
  return { folder, names, results, only: results[0], read };
}

/** Every requirement, not exercised for this reason. */
function all(reason: string) {
  return Object.fromEntries(
    certificate().requirements.map(({ id }) => [id, { outcome: 'not_exercised', reason }] as const),
  );
}

function label(result: TestResult | undefined, name: string): string[] {
  return result?.labels.filter((each) => each.name === name).map(({ value }) => value) ?? [];
}

describe('a check', () => {
  test('stands below its chapter, topic and requirement, with its severity', () => {
    const { results, only } = written([checkResult()]);
    expect(results).toHaveLength(1);
    expect(only).toMatchObject({ name: 'one kobo above what is left is refused', status: 'passed' });
    expect([label(only, 'epic'), label(only, 'feature'), label(only, 'severity')]).toEqual([
      ['Refunds'],
      ['Amounts'],
      ['blocker'],
    ]);
    expect(label(only, 'story')[0]).toMatch(
      /^A refund whose amount, .* is refused with 422 refund_exceeds_paid, .*\.$/,
    );
    expect(only?.descriptionHtml).toContain('Interface: Endpoints, behaviour rule 3');
    expect(only?.descriptionHtml).toContain('<code>refund_exceeds_paid</code>');
  });

  test('lasts whole milliseconds', () => {
    const { only } = written([checkResult({ startedAt: 1_000.4, endedAt: 2_000.7 })]);
    expect([only?.start, only?.stop]).toEqual([1_000, 2_001]);
  });

  test('names neither the machine nor its folders, and has no link unless the document has an address', () => {
    const { folder, names, only } = written([checkResult({ outcome: 'failed', reason: 'no' })]);
    const everything = names.map((name) => readFileSync(join(folder, name), 'utf8')).join('\n');
    expect(everything).not.toContain(process.cwd());
    expect(label(only, 'host')).toEqual([]);
    expect(only?.links).toEqual([]);
    const linked = { ...certificate(all('not selected')), interfaceUrl: 'https://docs.example/interface' };
    expect(written([checkResult()], linked).only?.links).toEqual([
      {
        name: 'Endpoints, behaviour rule 3',
        url: 'https://docs.example/interface#endpoints',
        type: 'link',
      },
    ]);
  });

  test('tells its steps in order, with the exchanges in Allure’s own format inside of them', () => {
    const stepLog = [
      told('the merchant creates a checkout of 5,000 kobo → 201', [{ exchange: 1 }]),
      told('nobody pays', [], false),
      { page: 0 },
      { delivery: 7 },
      { exchange: 99 },
    ];
    const screenshots = [{ name: 'opened', at: 1, png: Buffer.from('png').toString('base64') }];
    const deliveries = [delivery(7, 0, { kind: 'status', status: 500 })];
    const { only, read } = written([checkResult({ stepLog, screenshots, deliveries })]);
    expect(only?.steps.map(({ name, status }) => [name, status])).toEqual([
      ['the merchant creates a checkout of 5,000 kobo → 201', 'passed'],
      ['nobody pays: in vain', 'passed'],
      ['page: opened', 'passed'],
      ['webhook payout.succeeded for pay-1, well signed, answered 500', 'passed'],
      ['then: one kobo above what is left is refused', 'passed'],
    ]);
    const http = only?.steps[0]?.steps[0];
    expect(http?.name).toBe('POST /v1/refunds?a=b → 422 refund_exceeds_paid');
    // Allure shows a single attachment of the same name in place of the step.
    expect(http?.attachments).toMatchObject([{ name: http?.name, type: 'application/vnd.allure.http+json' }]);
    expect(JSON.parse(read(http))).toMatchObject({
      schemaVersion: 1,
      request: { method: 'POST', body: { value: '{"amount":2001}', contentType: 'application/json' } },
      response: { status: 422, body: { encoding: 'utf8' } },
    });
    expect(JSON.parse(read(only?.steps[3]))).toMatchObject({ request: { url: '/hook' }, response: { status: 500 } });
  });

  test('that did not pass says why, which step failed, and how to send the telling request again', () => {
    const stepLog = [told('the buyer pays', [{ exchange: 1 }], false)];
    const failed = written([checkResult({ outcome: 'failed', reason: 'expected 422, got 201', stepLog })]);
    expect(failed.only?.statusDetails.message).toBe('expected 422, got 201');
    expect(failed.only?.statusDetails.trace).toContain('Interface: Endpoints, behaviour rule 3');
    expect(failed.only?.steps.map(({ status }) => status)).toEqual(['broken', 'failed']);
    const [last] = failed.only?.steps.at(-1)?.steps ?? [];
    expect(last?.name).toBe('the last request again, with curl');
    expect(failed.read(last)).toMatch(/^curl .*\$TARGET_API_KEY/);
    const predicates = [{ matcher: 'toBe', subject: { exchange: 1 }, args: [], held: false }];
    const about = written([checkResult({ outcome: 'failed', reason: 'r', predicates })]);
    expect(about.only?.steps.at(-1)?.steps[0]?.name).toBe('the request that failed again, with curl');
    expect(written([checkResult({ outcome: 'blocked', reason: 'r' })]).only?.status).toBe('broken');
    expect(written([checkResult({ outcome: 'not_exercised', reason: 'r', stepLog: [] })]).only).toMatchObject({
      status: 'skipped',
      steps: [],
    });
  });

  test('of a retried webhook, or of the rate limit, has a picture', () => {
    const deliveries = [
      delivery(1, 0, { kind: 'status', status: 500 }),
      delivery(2, 60, { kind: 'hang' }),
      delivery(3, 360, { kind: 'status', status: 200 }),
    ];
    const { only, read } = written([checkResult({ deliveries, bursts: [{ at: 5, through: 120, refused: 180 }] })]);
    const pictures = only?.steps.filter(({ attachments }) => attachments[0]?.type === 'image/svg+xml');
    expect(pictures?.map(({ name }) => name)).toEqual([
      'timeline of payout.succeeded',
      'what the rate limit let through',
    ]);
    expect(read(pictures?.[0])).toMatch(/3 attempts[\s\S]*6 min/);
    expect(read(pictures?.[1])).toContain('120 let through, 180 refused');
  });
});

test('no two places share an attachment: Allure would show it at one of them alone', () => {
  const { results } = written([checkResult(), checkResult({ title: 'another' })]);
  const sources = results.map(({ steps }) => steps[0]?.steps[0]?.attachments[0]?.source);
  expect(new Set(sources).size).toBe(2);
});

test('observations are a section of their own: the question, and what was seen', () => {
  const observation = { kind: 'observation', id: 'refund.status-on-create', title: 'status on create' } as const;
  const { only } = written([checkResult({ ...observation, observed: 'pending' })]);
  expect([label(only, 'epic'), label(only, 'feature'), label(only, 'story')]).toEqual([
    [OBSERVATIONS],
    ['Refunds'],
    [],
  ]);
  expect(only?.name).toBe('status on create → pending');
});

test('a requirement whose checks never told what became of them is in the results, too', () => {
  const lost = { ...all('not selected'), 'refund.created': { outcome: 'blocked', reason: 'suite fault: oh' } } as const;
  const { results, only } = written([], certificate(lost));
  expect(results).toHaveLength(1);
  expect(only).toMatchObject({ status: 'broken', statusDetails: { message: 'suite fault: oh' } });
});

test('what a target says is text', () => {
  const observation = { kind: 'observation', id: 'refund.status-on-create' } as const;
  const { only } = written([checkResult({ ...observation, observed: HOSTILE })]);
  expect(only?.descriptionHtml).not.toContain('<img');
});

test('the environment of the run is told', () => {
  const { folder } = written([], { ...certificate(), clock: { skewMs: -1_200, uncertaintyMs: 30 }, interrupted: true });
  const result = readFileSync(join(folder, 'environment.properties'), 'utf8');
  for (const words of ['inconclusive (interrupted)', 'http', 'seed=7', 'behind by 1200 ms', '0.1.0']) {
    expect(result.replaceAll('\\', '')).toContain(words);
  }
});
