import { formats } from '../../reports/formats.ts';
import type { InterfaceDocument } from '../../reports/pages/passages.ts';
import { putTogether, readSteps } from '../../reports/reported.ts';
import { markIn } from '../appearance.ts';
import { BadFile, readRegular } from '../regular.ts';
import { replayScript } from '../replay.ts';
import { evidenceFiles } from '../write.ts';
import { steppedOtherwise } from './follows/steps.ts';
import type { Evidence } from './read.ts';

/**
 * The documents for people and for other programs, and `replay.sh`, must follow from the certificate and the checks: they are rebuilt here,
 * and the files must hold exactly these bytes.
 */
export async function renderedOtherwise(
  folder: string,
  evidence: Evidence,
  document: InterfaceDocument,
): Promise<string[]> {
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
  const stepped = steppedOtherwise(evidence, steps);
  wrong.push(...stepped);
  // Documents show the steps: they cannot be made from what has another form.
  if (stepped.length > 0) return wrong;
  const run = { certificate, json: json.toString(), results: putTogether(evidence, steps), document };
  const script = await readRegular(folder, evidenceFiles.replay).catch(() => null);
  const due = replayScript(run.results, { certificate, mark: markIn(certificate) });
  if (script !== null && script.toString() !== due)
    wrong.push(`${evidenceFiles.replay}: it does other than the steps of the checks that failed: do not run it`);
  for (const [file, render] of Object.entries(formats)) {
    const there = await readRegular(folder, file).catch(() => null);
    // `checkIntegrity` reports a file that cannot be read.
    if (there === null) continue;
    if (!there.equals(Buffer.from(render(run)))) wrong.push(`${file}: it says other than ${evidenceFiles.certificate}`);
  }
  return wrong;
}
