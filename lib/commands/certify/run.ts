import { type KeyObject, randomInt, randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { noBrowser } from '../../engine/browser/chromium.ts';
import { UNSANDBOXED, withoutSandbox } from '../../engine/browser/sandbox.ts';
import { noStrays } from '../../engine/checks/progress.ts';
import { plannedChecks, type Suite } from '../../engine/checks/suites.ts';
import type { RunStoreAssignment } from '../../engine/durable/durable.ts';
import { finish } from '../../engine/durable/store/index.ts';
import { type Attesting, tryToAttest } from '../../engine/evidence/attestation/attest.ts';
import { judgeRecorded, readRecorded } from '../../engine/evidence/recorded.ts';
import { version } from '../../engine/evidence/version.ts';
import { writeEvidence } from '../../engine/evidence/write.ts';
import type { KeptStory } from '../../engine/explore/kept.ts';
import { ledBy } from '../../engine/reports/causes.ts';
import { gateOf } from '../../engine/reports/gate.ts';
import { inOneLine } from '../../engine/reports/printable.ts';
import { inTellingOrder } from '../../engine/reports/telling.ts';
import { type Appearance, newAppearance } from '../../engine/run/disguise/appearance.ts';
import { notKept } from '../../engine/run/recording/evidence-writer.ts';
import { received } from '../../engine/run/sent-result.ts';
import { type Course, timeOfDay } from '../../engine/time/clock.ts';
import { judgeRun } from '../../interface/model/index.ts';
import { interfaceModule } from '../../interface/profile.ts';
import { interfaceDocument } from '../../interface/register/document.ts';
import { requirements } from '../../interface/register/index.ts';
import { choiceOf, depthOf, type Selection, type SelectionOptions, select } from '../../interface/selection.ts';
import { loadSuitesOf } from '../../interface/suites.ts';
import { launchReference } from '../../interface/target/launch.ts';
import { probeTarget, type Target, Unreachable } from '../../interface/target/probe-target.ts';
import { readSettings, type Settings } from '../../interface/target/settings.ts';
import { commandLine } from '../terminal/command-line.ts';
import { onInterrupt } from '../terminal/interrupt.ts';
import { mayWrite, portIsFree, warnOfOpenPort } from './beforehand.ts';
import { addressesOf, certify } from './certificate.ts';
import { lockFolder } from './folder-lock.ts';
import { addToJob, annotations, type GitHub, stopCommands } from './github.ts';
import { against, type Baseline, writeBaseline } from './known-failures/baseline.ts';
import { opensPages } from './preflight/estimate.ts';
import { beginStore, keeping, makeRoom, resumption, sameSettings, toResume } from './resume.ts';
import { closing } from './terminal/closing.ts';
import { LiveLine } from './terminal/live-line.ts';
import { askedFor, summarise } from './terminal/terminal.ts';

export interface CertifyOptions {
  readonly settings: Settings;
  readonly selection: SelectionOptions;
  /** Folder for all files of the run. */
  readonly out: string;
  /** Undefined: drawn at random. */
  readonly seed?: number;
  /** How requests present themselves, if given on the command line. */
  readonly appearance?: Partial<Pick<Appearance, 'incognito' | 'userAgent'>>;
  /** Resume the run of this journal, or (`true`) the one in `out`. */
  readonly resume?: string | true;
  readonly maxWaitSaid?: boolean;
  /** Known failures, which are taken into account for the exit status. */
  readonly baseline?: Baseline | null;
  /** Where to write the baseline that would let this run pass. */
  readonly writeBaseline?: string | null;
  readonly github?: GitHub;
  /** Seconds to wait for a target that is still starting. */
  readonly waitSeconds?: number;
  /** End the run at the first failure that is not known. */
  readonly bail?: boolean;
  /** Send a `traceparent` header with each request. */
  readonly trace?: boolean;
  /** Print every failure in full. */
  readonly verbose?: boolean;
  /** Stories that broke a rule earlier. */
  readonly kept?: readonly KeptStory[];
  /** Signs the evidence; null: not signed. */
  readonly signingKey?: KeyObject | null;
  /** What others are asked to attest; by default nothing is sent to anybody. */
  readonly attesting?: Pick<Attesting, 'keyless' | 'timestamp'>;
  /** For tests only: how time passes. */
  readonly course?: Course;
}

/** What the run will do, and where it is stored. */
interface Plan {
  readonly out: string;
  readonly selection: Selection;
  readonly seed: number;
  readonly startedAt: number;
  readonly appearance: Appearance;
  readonly resumed: boolean;
  /** Null if the run cannot be resumed. */
  readonly durable: RunStoreAssignment | null;
}

/** One whole run, from the target to the certificate. Returns the exit status; throws SettingsError or Unreachable before any check. */
export async function certifyTarget(options: CertifyOptions): Promise<0 | 1 | 2> {
  const out = resolve(options.out);
  const { selection: asked, seed, maxWaitSaid = true, resume } = options;
  // Reports a mistaken selection before any file is touched.
  const chosen = select(asked);
  await mayWrite('--out', out);
  if (options.writeBaseline) await mayWrite('--write-baseline', dirname(resolve(options.writeBaseline)));
  // Nothing in the folder is changed before it is locked for this run.
  const lock = lockFolder(out);
  try {
    const old = resume === undefined ? null : toResume(out, resume);
    const settings =
      old === null
        ? options.settings
        : sameSettings(old.found, options.settings, {
            selection: asked,
            seed,
            maxWaitSaid,
            appearance: options.appearance,
          });
    // May be left by a run that was ended at once.
    await rm(evidenceFolderIn(out), { recursive: true, force: true });
    // The suites, and what runs them, are imported while the embedded reference starts.
    const loading = Promise.all([loadSuitesOf(chosen.ids), import('./suites-run.ts')]);
    const atIt = async (target: Target) => {
      const plan =
        old === null
          ? newPlan(target, { ...options, settings, out }, chosen)
          : oldPlan(target, { ...options, settings, out }, old);
      return await certifyAndReport(target, plan, options, ...(await loading));
    };
    return await atTarget(settings, atIt, options).finally(() =>
      rm(evidenceFolderIn(out), { recursive: true, force: true }),
    );
  } finally {
    lock.release();
  }
}

/** Probes the target, starting the embedded reference if none is given. Throws SettingsError or Unreachable. */
export async function atTarget<T>(
  settings: Settings,
  work: (target: Target) => Promise<T>,
  { waitSeconds }: Pick<CertifyOptions, 'waitSeconds'> = {},
): Promise<T> {
  const launched = settings.baseUrl === null ? await launchReference() : null;
  const embedded = launched !== null;
  try {
    const complete = launched === null ? settings : { ...settings, ...ofTarget(readSettings(launched.settings)) };
    if (complete.baseUrl === null) throw new Unreachable('the embedded reference named no TARGET_BASE_URL');
    await portIsFree(complete);
    const target = await probeTarget(
      { ...complete, baseUrl: complete.baseUrl },
      { embedded, noBrowser: noBrowser(settings.pages), waitSeconds },
    );
    return await work(target);
  } finally {
    await launched?.stop();
  }
}

/** Next to the evidence it is moved into: that of a long run may be large. */
function evidenceFolderIn(folder: string): string {
  return join(folder, '.journal');
}

function newPlan(target: Target, options: CertifyOptions, chosen: Selection): Plan {
  const { settings, selection, out, seed, course } = options;
  const aside = makeRoom(out);
  if (aside !== null) console.error(aside);
  const appearance = newAppearance(options.appearance);
  const startedAt = Math.floor(timeOfDay());
  const begun = { settings, selection, seed: seed ?? randomInt(2 ** 31), startedAt, appearance };
  const durable = beginStore(out, begun, target, course && 20);
  return { ...begun, out, selection: chosen, resumed: false, durable };
}

function oldPlan(
  target: Target,
  { out, settings, course }: CertifyOptions,
  { file, found }: ReturnType<typeof toResume>,
): Plan {
  const { startedAt, seed, selection, appearance } = found.identity;
  const durable = keeping(file, settings, target, course && 20);
  return { out, selection: select(selection), seed, startedAt, appearance, resumed: true, durable };
}

async function certifyAndReport(
  target: Target,
  plan: Plan,
  options: CertifyOptions,
  loaded: readonly Suite[],
  { runSuites }: typeof import('./suites-run.ts'),
): Promise<0 | 1 | 2> {
  const { selection, out, seed, startedAt, appearance, resumed, durable } = plan;
  const { baseline = null, github, course, signingKey = null } = options;
  const began = timeOfDay();
  const evidenceFolder = evidenceFolderIn(out);
  const depth = depthOf(selection, target);
  const suites = choiceOf(loaded, selection, target, seed);
  const live = new LiveLine();
  const interrupt = onInterrupt('interrupted: ending what is under way and writing the certificate (again: at once)');
  warnOfOpenPort(target.capture);
  const subject = target.embedded ? 'the embedded reference' : target.baseUrl;
  console.error(`${resumed ? 'going on with' : 'certifying'} ${subject}: ${askedFor(selection)}, seed ${seed}`);
  const unsandboxed = opensPages(target, loaded, selection) && withoutSandbox();
  if (unsandboxed) console.error(`${UNSANDBOXED}: ${unsandboxed}`);
  const isKnown = (id: string) => baseline?.knownFailures.some(({ requirement }) => requirement === id) === true;
  let endedBy: string | null = null;
  live.start();
  const run = await runSuites(
    {
      target,
      selected: [...selection.ids],
      depth,
      seed,
      stories: storiesFor(target, selection),
      kept: (options.kept ?? []).filter(({ file }) => selection.ids.has(file.breaks)),
      startedAt,
      appearance,
      interfaceModule,
      channel: randomUUID(),
      evidenceFolder,
      durable,
      trace: options.trace,
      course,
    },
    {
      onResult: (result, done, total) => {
        live.checked(result, done, total);
        if (options.bail && result.kind === 'requirement' && result.outcome === 'failed' && !isKnown(result.id)) {
          if (!interrupt.signal.aborted) endedBy = result.id;
          interrupt.end(`${result.id} failed: ending the run (--bail)`);
        }
      },
      onProgress: (progress) => live.progress(progress),
    },
    interrupt.signal,
  ).finally(() => live.stop());

  const { progress } = run;
  const impossible = progress?.impossible ?? run.results.find((result) => result.impossible)?.reason;
  if (impossible != null) throw new Unreachable(impossible);
  const gaps = progress?.gaps ?? [];
  const recorded = readRecorded(evidenceFolder);
  const judged = judgeRecorded(recorded, judgeRun, {
    target: addressesOf(target),
    isWhole: !interrupt.signal.aborted && gaps.length === 0,
  });
  const all = [...received(run.results, recorded), ...judged.filter(({ id }) => selection.ids.has(id))];
  const results = inTellingOrder(all, suites);
  const certified = certify({
    target,
    selection,
    seed,
    startedAt,
    appearance,
    version,
    interfaceUrl: options.settings.interfaceUrl,
    finishedAt: Math.floor(timeOfDay()),
    requests: progress?.requests ?? 0,
    strays: progress?.strays ?? noStrays,
    clock: progress?.clock ?? null,
    lostAnswers: progress?.lost ?? 0,
    harness: progress?.harness,
    results,
    planned: plannedChecks(suites),
    depth,
    cases: plannedChecks(loaded),
    faults: [...suites.flatMap(({ fault }) => fault ?? []), ...run.faults],
    interrupted: interrupt.signal.aborted,
    gaps,
  });
  const { causes = [] } = certified;
  const certificate = against(
    baseline,
    endedBy === null ? certified : { ...certified, causes: ledBy(endedBy, causes) },
  );
  // Before the folder is sealed, since the baseline may lie in it.
  const known = options.writeBaseline ? await writeBaseline(options.writeBaseline, certificate) : null;
  await writeEvidence(out, certificate, results, {
    evidenceFolder,
    key: signingKey,
    document: interfaceDocument,
  }).catch((error: NodeJS.ErrnoException) => {
    throw error.code === undefined ? error : new Unreachable(`--out: ${notKept(error)}`);
  });
  if (!interrupt.signal.aborted && durable !== null) finished(durable.file);
  interrupt.release();
  const resume = github?.annotate ? stopCommands(console.log) : null;
  console.log(`\n${summarise(certificate, results, out, options)}`);
  const told = { certificate, results, target, progress, out, endedBy, seconds: (timeOfDay() - began) / 1_000 };
  for (const line of closing(told)) console.log(line);
  if (resume !== null) console.log([resume, ...annotations(certificate, results)].join('\n'));
  if (github?.stepSummary) await addToJob(github.stepSummary, certificate);
  if (options.writeBaseline) {
    console.log(`baseline: ${resolve(options.writeBaseline)} lists ${known}; it counts when it is given as --baseline`);
  }
  if (interrupt.signal.aborted && durable !== null) {
    const again = commandLine('certify', resumption(out, durable.file));
    console.log(`what was begun is left as it is; to go on with it: ${again}`);
  }
  const lacking = await tryToAttest(out, { key: signingKey, ...options.attesting });
  if (lacking !== null) console.error(`certify: ${inOneLine(lacking)}; the certificate is written`);
  return lacking !== null ? 2 : gateOf(certificate).open ? 0 : 1;
}

/** Requests sent by generated stories, besides the checks, in a whole certification. */
const STORIES = 8_000;

/** Stories run only if each can have its own merchants and a controlled clock: in seconds, and without using a shared rate limit. */
function storiesFor({ clock, ownMerchants }: Target, { ids, depth }: Selection): number {
  const isWhole = depth !== 'first' && requirements.every(({ id }) => ids.has(id));
  return isWhole && clock && ownMerchants.sandbox ? STORIES : 0;
}

/** A journal that cannot be marked as finished is only a warning: the certificate is already written. */
function finished(file: string): void {
  try {
    finish(file);
  } catch (error) {
    console.error(`warning: ${error instanceof Error ? error.message : String(error)}`);
  }
}

/** The settings of the embedded reference; all others stay as the user set them. */
function ofTarget({ baseUrl, live, control, merchant, other }: Settings): Partial<Settings> {
  return { baseUrl, live, control, merchant, other };
}
