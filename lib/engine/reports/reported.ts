import { z } from 'zod';
import type { CheckResult } from '../checks/check-result.ts';
import { StepUnpacker, UnknownPreparation } from '../checks/packed-steps.ts';
import { exchangesIn } from '../checks/step-log.ts';
import { recordOf } from '../evidence/archive/har.ts';
import type { Certificate } from '../evidence/certificate.ts';
import type { CheckSteps, PackedSteps } from '../evidence/checks.ts';
import { BadFile } from '../evidence/regular.ts';
import { type Evidence, readEvidence, readRecords } from '../evidence/verify/read.ts';
import { evidenceFiles } from '../evidence/write.ts';

/** The parts of a check's result that its report shows. */
export type ReportedCheck = Omit<CheckResult, 'spare' | 'impossible' | 'notes' | 'exchangeIds'>;

const packedPart = z.looseObject({
  preparation: z.number().optional(),
  get parts() {
    return z.array(packedPart).optional();
  },
});

const stepsOfCheck = z.looseObject({
  id: z.string(),
  startedAt: z.number().nullable(),
  endedAt: z.number().nullable(),
  stepLog: z.array(packedPart),
  bursts: z.array(z.looseObject({})),
  screenshots: z.array(z.looseObject({ name: z.string(), png: z.string() })),
});

/** All checks of a run, restored from its evidence. Throws BadFile. */
export async function reportedChecks(
  folder: string,
): Promise<{ certificate: Certificate; findings: readonly ReportedCheck[] }> {
  const evidence = await readEvidence(folder);
  return { certificate: evidence.certificate, findings: putTogether(evidence, await readSteps(folder)) };
}

/** Throws BadFile. */
export async function readSteps(folder: string): Promise<readonly CheckSteps[]> {
  const packed = (await readRecords(folder, evidenceFiles.steps, stepsOfCheck)) as unknown as PackedSteps[];
  const unpacker = new StepUnpacker();
  return packed.map((check, at) => {
    try {
      return { ...check, stepLog: unpacker.unpack(check.stepLog) };
    } catch (error) {
      if (!(error instanceof UnknownPreparation)) throw error;
      throw new BadFile(`line ${at + 1} of ${evidenceFiles.steps}: ${error.message}`);
    }
  });
}

/** As `reportedChecks`, from evidence that has been read. */
export function putTogether(
  { checks, exchanges, deliveries }: Evidence,
  checkSteps: readonly CheckSteps[],
): readonly ReportedCheck[] {
  const steps = new Map(checkSteps.map((each) => [each.id, each]));
  const entries = new Map(exchanges.map((entry) => [entry._id, entry]));
  const webhooks = new Map(deliveries.map((delivery) => [delivery.seq, delivery]));
  return checks.map((check): ReportedCheck => {
    const { kind, about, title, file, outcome, reason, observed, predicates } = check;
    const own: Partial<CheckSteps> = steps.get(check.id) ?? {};
    const { startedAt = null, endedAt = null, stepLog = [], bursts = [], screenshots = [], way = [], made = [] } = own;
    return {
      kind,
      id: about,
      title,
      file,
      outcome,
      reason,
      observed,
      predicates,
      startedAt,
      endedAt,
      stepLog,
      bursts,
      screenshots,
      way,
      made,
      // Computed on access: reports show few of the exchanges of a run that passed.
      get exchanges() {
        return [...new Set(exchangesIn(stepLog))].flatMap((id) => entries.get(id) ?? []).map(recordOf);
      },
      deliveries: check.deliveries.flatMap((seq) => webhooks.get(seq) ?? []),
    };
  });
}
