import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import type { CheckResult } from '../../engine/checks/check-result.ts';
import type { Certificate, CertifiedRequirement } from '../../engine/evidence/certificate.ts';
import { MODEL } from '../../engine/evidence/recorded.ts';
import { replayScript } from '../../engine/evidence/replay.ts';
import { version } from '../../engine/evidence/version.ts';
import type { StoryFile } from '../../engine/explore/story.ts';
import { isInstalled } from '../../engine/modules.ts';
import { junitXml } from '../../engine/reports/junit.ts';
import { markOf } from '../../engine/run/disguise/names.ts';
import { timeOfDay } from '../../engine/time/clock.ts';
import type { Exploration, Found } from '../../interface/explore/explore.ts';
import { byName } from '../../interface/explore/words.ts';
import { interfaceDocument } from '../../interface/register/document.ts';
import { INTERFACE_VERSION, registerDigest, requirement } from '../../interface/register/index.ts';
import type { Target } from '../../interface/target/probe-target.ts';
import { addressesOf } from '../certify/certificate.ts';
import { racePage } from './race-page.ts';
import { foundInWords, reasonOf } from './terminal.ts';

type Story = Pick<Found, 'story' | 'telling' | 'violation'>;

interface Reported {
  readonly out: string;
  readonly seed: number;
  readonly startedAt: number;
  /** The target's name, as shown to users. */
  readonly target: string;
  readonly addresses: Pick<Target, 'baseUrl' | 'liveBaseUrl'>;
  readonly exploration?: Exploration;
  readonly earlier?: readonly string[];
  /** The violating story of a replay. */
  readonly found?: Story;
}

const explorationFile = z.object({ target: z.string(), reached: z.array(z.string()) });

/** The pairs of state and trigger that earlier explorations of this target reached. */
export async function reachedBefore(out: string, target: string): Promise<string[]> {
  try {
    const before = explorationFile.parse(JSON.parse(await readFile(join(out, 'exploration.json'), 'utf8')));
    return before.target === target ? before.reached : [];
  } catch {
    return [];
  }
}

/**
 * Writes the results of an exploration and the story that broke a rule: as text, as curl commands, as a file for `--replay`, as JUnit and
 * (with the package allure-js-commons) for Allure. Returns the story for `--replay`.
 */
export async function writeReports(reported: Reported): Promise<StoryFile | null> {
  const { out, seed, startedAt, target, exploration, earlier = [] } = reported;
  const found = exploration?.found ?? reported.found ?? null;
  await mkdir(out, { recursive: true });
  if (exploration !== undefined) {
    const { coverage, fresh, stories, exchanges, doubtful } = exploration;
    const reached = [...new Set([...earlier, ...fresh])].sort();
    const summary = { target, seed, stories, exchanges, doubtful, of: coverage.of, missing: coverage.missing };
    const broken = found === null ? null : found.violation.requirement;
    await write(out, 'exploration.json', json({ version: 1, ...summary, breaks: broken, reached }));
  }
  // Removes the files of an earlier exploration.
  for (const file of ['story.md', 'story.sh', 'story.json', 'race.html', 'allure-results'])
    await rm(join(out, file), { recursive: true, force: true });
  const results = found === null ? [] : [resultOf(found)];
  const certificate = certificateOf(reported, found);
  await write(out, 'junit.xml', junitXml(certificate, results));
  if (found === null) return null;
  await writeForAllure(join(out, 'allure-results'), certificate, results);
  const reason = byName(reasonOf(found.violation), found.telling);
  const file: StoryFile = { version: 1, breaks: found.violation.requirement, reason, seed, story: [...found.story] };
  await write(out, 'story.json', json(file));
  await write(out, 'story.sh', replayScript(results, { certificate, mark: markOf({ startedAt, seed }) }));
  await write(out, 'story.md', `# A story that breaks ${found.violation.requirement}\n\n${foundInWords(found)}\n`);
  const race = racePage(found);
  if (race !== null) await write(out, 'race.html', race);
  return file;
}

/** Writes nothing where the package is missing, which is not part of a plain installation of the command. */
async function writeForAllure(
  folder: string,
  certificate: Certificate,
  results: readonly CheckResult[],
): Promise<void> {
  if (!isInstalled('allure-js-commons')) return;
  const { writeAllureResults } = await import('../../engine/reports/allure/allure.ts');
  writeAllureResults(folder, certificate, results, interfaceDocument);
}

const json = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`;
const write = (folder: string, file: string, text: string) => writeFile(join(folder, file), text);

function resultOf({ telling, violation }: Story): CheckResult {
  const { evidence, exchanges, recorded } = telling;
  const startedAt = exchanges[0]?.startedAt ?? null;
  return {
    kind: 'requirement',
    id: violation.requirement,
    title: 'a story that was made up',
    file: MODEL,
    outcome: 'failed',
    reason: reasonOf(violation),
    observed: null,
    impossible: false,
    startedAt,
    endedAt: startedAt,
    notes: [],
    stepLog: evidence.stepLog,
    way: evidence.way,
    made: evidence.merchants.flatMap(({ own, merchantId, environment }) => (own ? { merchantId, environment } : [])),
    bursts: [],
    screenshots: [],
    exchanges,
    exchangeIds: exchanges.map(({ id }) => id),
    deliveries: recorded.deliveries,
    predicates: [],
  };
}

/** The certificate that report formats are made from. Its one requirement is the one that was broken, or else the exploration itself. */
function certificateOf({ addresses, seed, startedAt, exploration }: Reported, found: Story | null): Certificate {
  const at = (ms: number) => new Date(ms).toISOString();
  return {
    verdict: found === null ? 'conformant_in_scope' : 'nonconformant',
    interfaceVersion: INTERFACE_VERSION,
    target: addressesOf(addresses),
    suite: { version, registerDigest },
    cases: { depth: 'all', made: 1, of: 1 },
    selection: null,
    capabilities: [],
    startedAt: at(startedAt),
    finishedAt: at(timeOfDay()),
    requests: exploration?.exchanges ?? 0,
    seed,
    interrupted: false,
    totals: { passed: found === null ? 1 : 0, failed: found === null ? 0 : 1, blocked: 0, notExercised: 0 },
    requirements: [found === null ? explored(exploration) : broken(found)],
    observations: [],
  };
}

function broken({ violation }: Story): CertifiedRequirement {
  const { id, chapter, statement, source } = requirement(violation.requirement);
  return { id, chapter, statement, source, outcome: 'failed', reason: reasonOf(violation), tests: [] };
}

function explored(exploration: Exploration | undefined): CertifiedRequirement {
  const { reached, of } = exploration?.coverage ?? { reached: 0, of: 0 };
  const statement = `No story that was made up broke a rule; ${reached} of ${of} pairs of state and trigger were reached.`;
  return { id: 'exploration', chapter: 'exploration', statement, source: MODEL, outcome: 'passed', tests: [] };
}
