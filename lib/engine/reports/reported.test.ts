import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { interfaceDocument } from '../../interface/register/document.ts';
import { checkResult, delivery, told } from '../evidence/check-result.support.ts';
import { evidenceFiles, writeEvidence } from '../evidence/write.ts';
import { writtenFiles } from '../run/recording/evidence-writer.ts';
import { reportedChecks } from './reported.ts';
import { certificate } from './testing.support.ts';

const folder = mkdtempSync(join(tmpdir(), 'reported-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('every check is put together again as it was, from the evidence alone', async () => {
  const webhook = delivery(7, 0, { kind: 'status', status: 500 });
  const refused = checkResult({
    outcome: 'failed',
    reason: 'expected 422',
    startedAt: 1_000,
    endedAt: 2_000.5,
    exchangeIds: [1],
    deliveries: [webhook],
    stepLog: [told('the merchant asks for a refund', [{ exchange: 1 }], false), { page: 0 }, { delivery: 7 }],
    screenshots: [{ name: 'opened', at: 1, png: 'cG5n' }],
    bursts: [{ at: 5, through: 120, refused: 3 }],
  });
  const [answered] = refused.exchanges;
  if (answered === undefined) throw new Error('it has an exchange');
  const lost = { ...answered, id: 2, response: null, error: 'socket hang up', lost: true as const };
  const bytes = { ...answered, id: 3, request: { ...answered.request, body: '/w==', bodyEncoding: 'base64' as const } };
  const other = checkResult({
    title: 'another',
    exchangeIds: [2, 3],
    exchanges: [lost, bytes],
    stepLog: [told('two', [{ exchange: 2 }, told('inside', [{ exchange: 3 }])])],
  });
  const observed = checkResult({
    kind: 'observation',
    id: 'bank.list-shape',
    observed: 'a list',
    exchanges: [],
    stepLog: [],
  });
  const findings = [refused, other, observed];
  const evidenceFolder = join(folder, '.evidence');
  mkdirSync(evidenceFolder);
  const lines = (values: readonly object[]) => values.map((value) => `${JSON.stringify(value)}\n`).join('');
  writeFileSync(join(evidenceFolder, writtenFiles.exchanges), lines([answered, lost, bytes]));
  const bodyBase64 = Buffer.from(webhook.body ?? '').toString('base64');
  writeFileSync(join(evidenceFolder, writtenFiles.deliveries), lines([{ ...webhook, bodyBase64 }]));
  await writeEvidence(folder, certificate(), findings, { evidenceFolder, key: null, document: interfaceDocument });
  expect(readdirSync(folder)).toContain(evidenceFiles.steps);
  expect(readdirSync(folder)).not.toContain('allure-results');

  const reported = await reportedChecks(folder);

  expect(reported.certificate.verdict).toBe(certificate().verdict);
  expect(reported.findings).toHaveLength(3);
  for (const [at, each] of reported.findings.entries()) {
    const { exchanges, ...rest } = each;
    expect(findings[at]).toMatchObject({ ...rest, deliveries: findings[at]?.deliveries });
    expect(exchanges).toEqual(findings[at]?.exchanges);
  }
});
