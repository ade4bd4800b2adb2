import { formats } from '../../reports/formats.ts';
import { putTogether, readSteps } from '../../reports/reported.ts';
import { BadFile, readRegular } from '../regular.ts';
import { evidenceFiles } from '../write.ts';
import type { Evidence } from './read.ts';

/** What people and other programs read is made of the certificate alone: it is made again, and must be the same to the byte. */
export async function renderedOtherwise(folder: string, evidence: Evidence): Promise<string[]> {
  const { certificate } = evidence;
  const json = await readRegular(folder, evidenceFiles.certificate);
  const wrong: string[] = [];
  if (json.toString() !== `${JSON.stringify(certificate, null, 2)}\n`) {
    wrong.push(`${evidenceFiles.certificate}: it is not written as a run writes it`);
  }
  const steps = await readSteps(folder).catch((error: unknown) => {
    if (!(error instanceof BadFile)) throw error;
    wrong.push(error.message);
    return [];
  });
  const run = { certificate, json: json.toString(), results: putTogether(evidence, steps) };
  for (const [file, render] of Object.entries(formats)) {
    const there = await readRegular(folder, file).catch(() => null);
    // What cannot be read is not what the manifest says either.
    if (there === null) continue;
    if (!there.equals(Buffer.from(render(run)))) wrong.push(`${file}: it says other than ${evidenceFiles.certificate}`);
  }
  return wrong;
}
