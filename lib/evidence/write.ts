import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Finding } from '../harness/exercise.ts';
import { writeAllureResults } from './allure.ts';
import { badge } from './badge.ts';
import type { Certificate } from './certificate.ts';
import { certificatePage } from './certificate-page.ts';
import { junitXml } from './junit.ts';
import { summary } from './summary.ts';
import { tracePage } from './trace-page.ts';

/**
 * Everything that a run leaves, in one folder: certificate.json and .html, trace.html, junit.xml, summary.md, badge.svg,
 * deliveries.ndjson, allure-results/. Replaces an older run's.
 */
export async function writeEvidence(
  folder: string,
  certificate: Certificate,
  findings: readonly Finding[],
): Promise<void> {
  await mkdir(folder, { recursive: true });
  const results = join(folder, 'allure-results');
  // A report of an older run would contradict this one's certificate.
  await rm(results, { recursive: true, force: true });
  await rm(join(folder, 'allure-report.html'), { force: true });
  writeAllureResults(results, certificate, findings);
  await whole(join(folder, 'junit.xml'), junitXml(certificate, findings));
  await whole(join(folder, 'summary.md'), summary(certificate));
  await whole(join(folder, 'badge.svg'), badge(certificate));
  await whole(join(folder, 'deliveries.ndjson'), deliveries(findings));
  const json = `${JSON.stringify(certificate, null, 2)}\n`;
  await whole(join(folder, 'certificate.html'), certificatePage(certificate, json));
  await whole(join(folder, 'trace.html'), tracePage(certificate));
  // Last, so that whoever finds the certificate finds the rest.
  await whole(join(folder, 'certificate.json'), json);
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
