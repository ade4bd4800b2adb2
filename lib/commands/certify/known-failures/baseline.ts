import { readFile, rename, writeFile } from 'node:fs/promises';
import { z } from 'zod';
import type { Certificate, CertifiedRequirement, KnownFailure } from '../../../engine/evidence/certificate.ts';
import { worse } from '../../../engine/evidence/verdict.ts';
import { gateOf } from '../../../engine/reports/gate.ts';
import { SettingsError } from '../../../engine/run/target.ts';
import { observations, requirements } from '../../../interface/register/index.ts';
import { commandLine } from '../../terminal/command-line.ts';

/** A file of known failures: `{ "knownFailures": [{ "requirement", "reason", "outcome"?, "until"? }] }`. */
export type Baseline = z.infer<typeof schema>;
type Entry = Baseline['knownFailures'][number];

const schema = z.object({
  knownFailures: z.array(
    // Strict: a mistyped `untill` would be ignored and keep the failure on the list for ever.
    z.strictObject({
      requirement: z.string(),
      reason: z.string().trim().min(1, 'needs words that say why'),
      outcome: z.enum(['failed', 'blocked']).default('failed'),
      until: z.iso.date('is no day such as 2026-01-31').optional(),
    }),
  ),
});

/** Reads a baseline. Throws SettingsError, one line, if the file is not one or lists a requirement that is not in the register. */
export async function readBaseline(path: string): Promise<Baseline> {
  const no = (why: string) => new SettingsError(`--baseline: ${path} ${why}`);
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw no(error.code === 'ENOENT' ? 'does not exist' : `cannot be read (${error.code})`);
  });
  const baseline = schema.safeParse(parsed(text, no));
  if (!baseline.success) {
    const [issue] = baseline.error.issues;
    throw no(`is no list of known failures: ${issue?.path.join('.') || 'the whole'}: ${issue?.message}`);
  }
  const ids = baseline.data.knownFailures.map(({ requirement }) => requirement);
  const unknown = ids.filter((id) => !requirements.some((entry) => entry.id === id));
  const asked = unknown.filter((id) => observations.some((entry) => entry.id === id));
  if (asked.length > 0) throw no(`lists observations, which never fail: ${asked.join(', ')}`);
  if (unknown.length > 0)
    throw no(`lists what is no requirement: ${unknown.join(', ')} (${commandLine('certify', '--list')})`);
  const twice = ids.filter((id, at) => ids.indexOf(id) !== at);
  if (twice.length > 0) throw no(`lists more than once: ${[...new Set(twice)].join(', ')}`);
  return baseline.data;
}

/** The certificate with this baseline added. The verdict does not change. */
export function against(baseline: Baseline | null, certificate: Certificate): Certificate {
  if (baseline === null) return certificate;
  const today = certificate.startedAt.slice(0, 10);
  const outcomes = new Map(certificate.requirements.map(({ id, outcome }) => [id, outcome]));
  const knownFailures = baseline.knownFailures.map(
    (entry): KnownFailure => ({ ...entry, state: stateOf(entry, outcomes.get(entry.requirement), today) }),
  );
  const gate = gateOf({ ...certificate, baseline: { gate: 'closed', knownFailures } });
  return { ...certificate, baseline: { gate: gate.open ? 'open' : 'closed', knownFailures } };
}

function stateOf(
  { outcome: known, until }: Entry,
  outcome: CertifiedRequirement['outcome'] | undefined,
  today: string,
): KnownFailure['state'] {
  if (outcome === 'passed') return 'passes_now';
  if (outcome === undefined || outcome === 'not_exercised') return 'not_judged';
  if (until !== undefined && today > until) return 'expired';
  if (worse(outcome, known) !== known) return 'worse';
  return outcome === known ? 'holds' : 'not_judged';
}

/**
 * Writes the baseline that would let this run pass. Entries of the given baseline keep their reason and day (an `expired` entry loses its
 * day), and entries that were not judged are kept.
 */
export async function writeBaseline(path: string, certificate: Certificate): Promise<number> {
  const earlier = new Map((certificate.baseline?.knownFailures ?? []).map((entry) => [entry.requirement, entry]));
  const knownFailures = certificate.requirements.flatMap((requirement): object[] => {
    const { id, outcome } = requirement;
    const listed = earlier.get(id);
    if (outcome === 'passed' || (listed === undefined && outcome === 'not_exercised')) return [];
    const knownAs = listed === undefined || listed.state === 'worse' ? outcome : listed.outcome;
    return [
      {
        requirement: id,
        reason: listed?.reason ?? `not explained yet: ${shortened(requirement.reason ?? '')}`,
        ...(knownAs === 'blocked' && { outcome: knownAs }),
        ...(listed?.until !== undefined && listed.state !== 'expired' && { until: listed.until }),
      },
    ];
  });
  await writeFile(`${path}.part`, `${JSON.stringify({ knownFailures }, null, 2)}\n`);
  await rename(`${path}.part`, path);
  return knownFailures.length;
}

function shortened(text: string): string {
  const line = text.replace(/[\s\p{Cc}]+/gu, ' ');
  return line.length > 200 ? `${line.slice(0, 200)}…` : line;
}

function parsed(text: string, no: (why: string) => SettingsError): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw no(`is no JSON: ${shortened(error instanceof Error ? error.message : String(error))}`);
  }
}
