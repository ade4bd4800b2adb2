import { type KeyObject, randomInt, randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { gateOf } from '../evidence/gate.ts';
import { writeEvidence } from '../evidence/write.ts';
import type { Course } from '../harness/clock.ts';
import type { JournalAssignment } from '../harness/durable.ts';
import { noStrays } from '../harness/progress.ts';
import { firstChecksOf, loadSuites } from '../harness/suites.ts';
import { finish, inWords as gapInWords } from '../journal/index.ts';
import { noBrowser } from '../target/chromium.ts';
import { inWords } from '../target/duration.ts';
import { launchReference } from '../target/launch.ts';
import { meet, type Target, Unreachable } from '../target/meet.ts';
import { readSettings, type Settings } from '../target/settings.ts';
import { against, type Baseline, writeBaseline } from './baseline.ts';
import { mayWrite, portIsFree } from './beforehand.ts';
import { certify } from './certificate.ts';
import { addToJob, annotations, type GitHub, stopCommands } from './github.ts';
import { hints, inWords as straysInWords } from './hints.ts';
import { plannedChecks } from './list.ts';
import { LiveLine } from './live-line.ts';
import { beginJournal, keeping, makeRoom, resumption, sameSettings, toResume } from './resume.ts';
import { type Selection, type SelectionOptions, select } from './selection.ts';
import { runSuites } from './suites-run.ts';
import { summarise } from './terminal.ts';
import { version } from './version.ts';

export interface CertifyOptions {
  readonly settings: Settings;
  readonly selection: SelectionOptions;
  /** Folder for everything that the run leaves. */
  readonly out: string;
  /** Undefined: any. */
  readonly seed?: number;
  /** Go on with the run of this journal, or of the one in `out`. */
  readonly resume?: string | true;
  readonly maxWaitSaid?: boolean;
  /** Known failures, which decide the exit status with it. */
  readonly baseline?: Baseline | null;
  /** Where to write the baseline that would let this run through. */
  readonly writeBaseline?: string | null;
  readonly github?: GitHub;
  /** Signs the evidence; null: it is not signed. */
  readonly signingKey?: KeyObject | null;
  /** For tests alone: how time passes. */
  readonly course?: Course;
}

/** What is to be done, and how it is kept. */
interface Plan {
  readonly out: string;
  readonly selection: Selection;
  readonly seed: number;
  readonly startedAt: number;
  readonly resumed: boolean;
  readonly durable: JournalAssignment | null;
  readonly file: string;
}

/** One whole run, from the target to the certificate. Returns the exit status; throws SettingsError or Unreachable before any check. */
export async function certifyTarget(options: CertifyOptions): Promise<0 | 1 | 2> {
  const out = resolve(options.out);
  const { selection: asked, seed, maxWaitSaid = true, resume } = options;
  // A slip is told before anything is touched.
  const chosen = select(asked);
  await mayWrite('--out', out);
  if (options.writeBaseline) await mayWrite('--write-baseline', dirname(resolve(options.writeBaseline)));
  const old = resume === undefined ? null : toResume(out, resume);
  const settings =
    old === null
      ? options.settings
      : sameSettings(old.found, options.settings, { selection: asked, seed, maxWaitSaid });
  // Of a run that was ended at once.
  await rm(journalIn(out), { recursive: true, force: true });
  try {
    return await atTarget(settings, (target) => {
      const plan =
        old === null
          ? newPlan(target, { ...options, settings, out }, chosen)
          : oldPlan(target, { ...options, settings, out }, old);
      return certifyAndReport(target, plan, options);
    });
  } finally {
    await rm(journalIn(out), { recursive: true, force: true });
  }
}

/** Finds out what the target is, starting the embedded one where none is named. Throws SettingsError or Unreachable. */
export async function atTarget<T>(settings: Settings, work: (target: Target) => Promise<T>): Promise<T> {
  const launched = settings.baseUrl === null ? await launchReference() : null;
  const embedded = launched !== null;
  try {
    const complete = launched === null ? settings : { ...settings, ...ofTarget(readSettings(launched.settings)) };
    if (complete.baseUrl === null) throw new Unreachable('the embedded reference named no TARGET_BASE_URL');
    await portIsFree(complete);
    const target = await meet(
      { ...complete, baseUrl: complete.baseUrl },
      { embedded, noBrowser: noBrowser(settings.pages) },
    );
    return await work(target);
  } finally {
    await launched?.stop();
  }
}

/** Beside what it becomes part of: a long run's may be large. */
function journalIn(folder: string): string {
  return join(folder, '.journal');
}

function newPlan(target: Target, { settings, selection, out, seed, course }: CertifyOptions, chosen: Selection): Plan {
  const aside = makeRoom(out);
  if (aside !== null) process.stderr.write(`${aside}\n`);
  const { embedded } = target;
  const begun = { settings, selection, seed: seed ?? randomInt(2 ** 31), startedAt: Date.now(), embedded };
  const file = beginJournal(out, begun);
  const durable = keeping(file, settings, target, course && 20);
  return { ...begun, out, selection: chosen, resumed: false, durable, file };
}

function oldPlan(
  target: Target,
  { out, settings, course }: CertifyOptions,
  { file, found }: ReturnType<typeof toResume>,
): Plan {
  const { startedAt, seed, selection } = found.identity;
  const durable = keeping(file, settings, target, course && 20);
  return { out, selection: select(selection), seed, startedAt, resumed: true, durable, file };
}

async function certifyAndReport(target: Target, plan: Plan, options: CertifyOptions): Promise<0 | 1 | 2> {
  const { selection, out, seed, startedAt, resumed, durable, file } = plan;
  const { baseline = null, github, course, signingKey = null } = options;
  const began = Date.now();
  const journal = journalIn(out);
  const loaded = await loadSuites();
  const suites = selection.firstChecksOnly ? firstChecksOf(loaded) : loaded;
  const live = new LiveLine();
  const interrupt = new AbortController();
  let interruptedAt = Number.POSITIVE_INFINITY;
  const onSignal = () => {
    // A terminal and npm both hand on the same Ctrl-C: what comes within a second is no second wish.
    if (performance.now() - interruptedAt > 1_000) process.exit(130);
    if (interrupt.signal.aborted) return;
    interruptedAt = performance.now();
    process.stderr.write('\ninterrupted: ending what is under way and writing the certificate (again: at once)\n');
    interrupt.abort();
  };
  process.on('SIGINT', onSignal).on('SIGTERM', onSignal);
  const subject = target.embedded ? 'the embedded reference' : target.baseUrl;
  const { publicUrl, port } = target.capture;
  if (publicUrl !== null && port === 0) {
    process.stderr.write(
      'warning: CAPTURE_PUBLIC_URL is set, but CAPTURE_LISTEN leaves the port open: can it lead there?\n',
    );
  }
  process.stderr.write(
    `${resumed ? 'going on with' : 'certifying'} ${subject}: ${selection.ids.size} requirements and observations, seed ${seed}\n`,
  );
  live.start();
  const run = await runSuites(
    {
      target,
      selected: [...selection.ids],
      firstChecksOnly: selection.firstChecksOnly,
      seed,
      startedAt,
      channel: randomUUID(),
      journal,
      durable,
      course,
    },
    {
      onFinding: (finding, done, total) => live.found(finding, done, total),
      onProgress: (progress) => live.progress(progress),
    },
    interrupt.signal,
  ).finally(() => live.stop());

  const { findings, progress } = run;
  const impossible = progress?.impossible ?? findings.find((finding) => finding.impossible)?.reason;
  if (impossible != null) throw new Unreachable(impossible);

  const certified = certify({
    target,
    selection,
    seed,
    startedAt,
    version,
    interfaceUrl: options.settings.interfaceUrl,
    finishedAt: Date.now(),
    requests: progress?.requests ?? 0,
    strays: progress?.strays ?? noStrays,
    clock: progress?.clock ?? null,
    lostAnswers: progress?.lost ?? 0,
    findings,
    planned: plannedChecks(suites),
    faults: [...suites.flatMap(({ fault }) => fault ?? []), ...run.faults],
    interrupted: interrupt.signal.aborted,
    gaps: progress?.gaps ?? [],
  });
  const certificate = against(baseline, certified);
  // Before the folder is sealed: it may lie there.
  const known = options.writeBaseline ? await writeBaseline(options.writeBaseline, certificate) : null;
  await writeEvidence(out, certificate, findings, { journal, key: signingKey });
  if (!interrupt.signal.aborted) finished(file);
  process.off('SIGINT', onSignal).off('SIGTERM', onSignal);

  const resume = github?.annotate ? stopCommands(console.log) : null;
  console.log(`\n${summarise(certificate, findings)}`);
  const took = inWords((Date.now() - began) / 1000);
  const { advancedMs, advances, sleptMs } = progress?.totals ?? { advancedMs: 0, advances: 0, sleptMs: 0 };
  const clock = advances > 0 ? `, the target's clock moved ${inWords(advancedMs / 1000)} in ${advances} steps` : '';
  console.log(
    `${certificate.requests} requests in ${took}, ${inWords(sleptMs / 1000)} of it waiting for time to pass${clock}; seed ${seed}`,
  );
  for (const gap of progress?.gaps ?? []) console.log(`interrupted: ${gapInWords(gap)}`);
  const strays = progress && straysInWords(progress.strays);
  if (strays !== null) console.log(strays);
  const lost = certificate.lostAnswers ?? 0;
  if (lost > 0)
    console.log(
      `${lost} ${lost === 1 ? 'answer was' : 'answers were'} lost on the way: asked for again where that does no harm`,
    );
  for (const hint of hints(target, findings, progress)) console.log(`hint: ${hint}`);
  for (const left of progress?.left ?? []) console.log(`left at the target, could not be undone: ${left}`);
  console.log(`certificate: ${out}/certificate.html, and as certificate.json · every check: npm run report`);
  if (resume !== null) console.log([resume, ...annotations(certificate)].join('\n'));
  if (github?.stepSummary) await addToJob(github.stepSummary, certificate);
  if (options.writeBaseline) {
    console.log(`baseline: ${resolve(options.writeBaseline)} lists ${known}; it counts when it is given as --baseline`);
  }
  if (interrupt.signal.aborted && durable !== null) {
    console.log(`what was begun is left as it is; to go on with it: npm run certify -- ${resumption(out, file)}`);
  }
  return gateOf(certificate).open ? 0 : 1;
}

/** What cannot be noted any more changes nothing: the certificate is written. */
function finished(file: string): void {
  try {
    finish(file);
  } catch (error) {
    process.stderr.write(`warning: ${error instanceof Error ? error.message : String(error)}\n`);
  }
}

/** What the embedded reference's own settings say; the rest stays as the user set it. */
function ofTarget({ baseUrl, live, control, merchant, other }: Settings): Partial<Settings> {
  return { baseUrl, live, control, merchant, other };
}
