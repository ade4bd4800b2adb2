import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { TestModule } from 'vitest/node';
import type { Finding } from '../harness/exercise.ts';
import { writeAllureResults } from './allure.ts';
import { badge } from './badge.ts';
import type { Certificate } from './certificate.ts';
import { junitXml } from './junit.ts';
import { summary } from './summary.ts';

/**
 * Everything that a run leaves, in one folder: certificate.json, junit.xml, summary.md, badge.svg, deliveries.ndjson,
 * allure-results/. Replaces an older run's.
 */
export async function writeEvidence(
  folder: string,
  certificate: Certificate,
  run: { findings: readonly Finding[]; modules: readonly TestModule[] },
): Promise<void> {
  await mkdir(folder, { recursive: true });
  const results = join(folder, 'allure-results');
  // A report of an older run would contradict this one's certificate.
  await rm(results, { recursive: true, force: true });
  await rm(join(folder, 'allure-report.html'), { force: true });
  writeAllureResults(results, certificate, run.modules);
  await whole(join(folder, 'junit.xml'), junitXml(certificate, run.findings));
  await whole(join(folder, 'summary.md'), summary(certificate));
  await whole(join(folder, 'badge.svg'), badge(certificate));
  await whole(join(folder, 'deliveries.ndjson'), deliveries(run.findings));
  // Last, so that whoever finds the certificate finds the rest.
  await whole(join(folder, 'certificate.json'), `${JSON.stringify(certificate, null, 2)}\n`);
}

/** Never half a file. */
async function whole(path: string, content: string): Promise<void> {
  await writeFile(`${path}.part`, content);
  await rename(`${path}.part`, path);
}

function deliveries(findings: readonly Finding[]): string {
  const once = new Map(findings.flatMap((finding) => finding.deliveries).map((delivery) => [delivery.seq, delivery]));
  return [...once.values()].map((delivery) => `${JSON.stringify(delivery)}\n`).join('');
}
