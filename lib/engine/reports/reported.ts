import { z } from 'zod';
import type { CheckResult } from '../checks/exercise.ts';
import type { Part } from '../checks/story.ts';
import type { Certificate } from '../evidence/certificate.ts';
import type { CheckStory } from '../evidence/checks.ts';
import { recordOf } from '../evidence/har.ts';
import { readEvidence, readRecords } from '../evidence/verify/read.ts';
import { evidenceFiles } from '../evidence/write.ts';

/** A check as its report tells it. */
export type ReportedCheck = Omit<
  CheckResult,
  'spare' | 'impossible' | 'notes' | 'way' | 'made' | 'exchangeIds' | 'predicates'
>;

const story = z.looseObject({
  id: z.string(),
  startedAt: z.number().nullable(),
  endedAt: z.number().nullable(),
  story: z.array(z.looseObject({})),
  bursts: z.array(z.looseObject({})),
  screenshots: z.array(z.looseObject({ name: z.string(), png: z.string() })),
});

/** All checks of a run, put together again from its evidence. Throws BadFile. */
export async function reportedChecks(
  folder: string,
): Promise<{ certificate: Certificate; findings: readonly ReportedCheck[] }> {
  const { certificate, checks, exchanges, deliveries } = await readEvidence(folder);
  const told = (await readRecords(folder, evidenceFiles.stories, story)) as unknown as CheckStory[];
  const stories = new Map(told.map((each) => [each.id, each]));
  const entries = new Map(exchanges.map((entry) => [entry._id, entry]));
  const webhooks = new Map(deliveries.map((delivery) => [delivery.seq, delivery]));
  const findings = checks.map((check): ReportedCheck => {
    const { kind, about, title, file, outcome, reason, observed } = check;
    const { startedAt = null, endedAt = null, story = [], bursts = [], screenshots = [] } = stories.get(check.id) ?? {};
    const shown = [...new Set(exchangesIn(story))].flatMap((id) => entries.get(id) ?? []);
    return {
      kind,
      id: about,
      title,
      file,
      outcome,
      reason,
      observed,
      startedAt,
      endedAt,
      story,
      bursts,
      screenshots,
      exchanges: shown.map(recordOf),
      deliveries: check.deliveries.flatMap((seq) => webhooks.get(seq) ?? []),
    };
  });
  return { certificate, findings };
}

function exchangesIn(parts: readonly Part[]): number[] {
  return parts.flatMap((part) => {
    if ('exchange' in part) return part.exchange;
    return 'words' in part ? exchangesIn(part.parts) : [];
  });
}
