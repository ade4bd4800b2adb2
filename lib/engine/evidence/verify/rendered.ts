import { badge } from '../../reports/badge.ts';
import { certificatePage } from '../../reports/certificate-page.ts';
import { ctrfReport } from '../../reports/ctrf.ts';
import { junitXml } from '../../reports/junit.ts';
import { putTogether, readSteps } from '../../reports/reported.ts';
import { summary } from '../../reports/summary.ts';
import { tracePage } from '../../reports/trace-page.ts';
import { readRegular } from '../regular.ts';
import { evidenceFiles } from '../write.ts';
import type { Evidence } from './read.ts';

/** What people and other programs read is made of the certificate alone: it is made again, and must be the same to the byte. */
export async function renderedOtherwise(folder: string, evidence: Evidence): Promise<string[]> {
  const { certificate } = evidence;
  const json = await readRegular(folder, evidenceFiles.certificate);
  const wrong = [];
  if (json.toString() !== `${JSON.stringify(certificate, null, 2)}\n`) {
    wrong.push(`${evidenceFiles.certificate}: it is not written as a run writes it`);
  }
  const findings = putTogether(evidence, await readSteps(folder));
  const files: readonly (readonly [string, () => string])[] = [
    ['certificate.html', () => certificatePage(certificate, json.toString())],
    ['trace.html', () => tracePage(certificate)],
    ['summary.md', () => summary(certificate)],
    ['badge.svg', () => badge(certificate)],
    ['junit.xml', () => junitXml(certificate, findings)],
    ['ctrf.json', () => `${JSON.stringify(ctrfReport(certificate, findings), null, 2)}\n`],
  ];
  for (const [file, render] of files) {
    const there = await readRegular(folder, file).catch(() => null);
    // What cannot be read is not what the manifest says either.
    if (there === null) continue;
    if (!there.equals(Buffer.from(render()))) wrong.push(`${file}: it says other than ${evidenceFiles.certificate}`);
  }
  return wrong;
}
