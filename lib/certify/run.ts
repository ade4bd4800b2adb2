import { type KeyObject, randomUUID } from 'node:crypto';
import { constants, existsSync } from 'node:fs';
import { access, mkdir, rm, stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { startCapture } from '../capture/server.ts';
import { gateOf } from '../evidence/gate.ts';
import { writeEvidence } from '../evidence/write.ts';
import { noStrays } from '../harness/progress.ts';
import { firstChecksOf, loadSuites } from '../harness/suites.ts';
import { noBrowser } from '../target/chromium.ts';
import { inWords } from '../target/duration.ts';
import { launchReference } from '../target/launch.ts';
import { meet, type Target, Unreachable } from '../target/meet.ts';
import { readSettings, type Settings, SettingsError } from '../target/settings.ts';
import { against, type Baseline, writeBaseline } from './baseline.ts';
import { certify } from './certificate.ts';
import { addToJob, annotations, type GitHub, stopCommands } from './github.ts';
import { hints, inWords as straysInWords } from './hints.ts';
import { plannedChecks } from './list.ts';
import { LiveLine } from './live-line.ts';
import type { Selection } from './selection.ts';
import { runSuites } from './suites-run.ts';
import { summarise } from './terminal.ts';
import { version } from './version.ts';

export interface CertifyOptions {
  readonly settings: Settings;
  readonly selection: Selection;
  /** Folder for everything that the run leaves. */
  readonly out: string;
  readonly seed: number;
  /** Known failures, which decide the exit status with it. */
  readonly baseline?: Baseline | null;
  /** Where to write the baseline that would let this run through. */
  readonly writeBaseline?: string | null;
  readonly github?: GitHub;
  /** Signs the evidence; null: it is not signed. */
  readonly signingKey?: KeyObject | null;
}

/** One whole run, from the target to the certificate. Returns the exit status; throws SettingsError or Unreachable before any check. */
export async function certifyTarget(options: CertifyOptions): Promise<0 | 1 | 2> {
  const folder = resolve(options.out);
  await mayWrite('--out', folder);
  if (options.writeBaseline) await mayWrite('--write-baseline', dirname(resolve(options.writeBaseline)));
  // Of a run that was ended at once.
  await rm(journalIn(folder), { recursive: true, force: true });
  try {
    return await atTarget(options.settings, (target) => certifyAndReport(target, options));
  } finally {
    await rm(journalIn(folder), { recursive: true, force: true });
  }
}

/** Finds out what the target is, starting the embedded one where none is named. Throws SettingsError or Unreachable. */
export async function atTarget<T>(settings: Settings, work: (target: Target) => Promise<T>): Promise<T> {
  const launched = settings.baseUrl === null ? await launchReference() : null;
  try {
    const complete = launched === null ? settings : { ...settings, ...ofTarget(readSettings(launched.settings)) };
    if (complete.baseUrl === null) throw new Unreachable('the embedded reference named no TARGET_BASE_URL');
    await portIsFree(complete);
    const target = await meet(
      { ...complete, baseUrl: complete.baseUrl },
      { embedded: launched !== null, noBrowser: noBrowser(settings.pages) },
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

async function certifyAndReport(target: Target, options: CertifyOptions): Promise<0 | 1 | 2> {
  const { settings, selection, out, seed, baseline = null, github, signingKey = null } = options;
  const startedAt = Date.now();
  const folder = resolve(out);
  const journal = journalIn(folder);
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
  process.stderr.write(`certifying ${subject}: ${selection.ids.size} requirements and observations, seed ${seed}\n`);
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
    interfaceUrl: settings.interfaceUrl,
    finishedAt: Date.now(),
    requests: progress?.requests ?? 0,
    strays: progress?.strays ?? noStrays,
    clock: progress?.clock ?? null,
    lostAnswers: progress?.lost ?? 0,
    findings,
    planned: plannedChecks(suites),
    faults: [...suites.flatMap(({ fault }) => fault ?? []), ...run.faults],
    interrupted: interrupt.signal.aborted,
  });
  const certificate = against(baseline, certified);
  // Before the folder is sealed: it may lie there.
  const known = options.writeBaseline ? await writeBaseline(options.writeBaseline, certificate) : null;
  await writeEvidence(folder, certificate, findings, { journal, key: signingKey });
  process.off('SIGINT', onSignal).off('SIGTERM', onSignal);

  const resume = github?.annotate ? stopCommands(console.log) : null;
  console.log(`\n${summarise(certificate, findings)}`);
  const took = inWords((Date.now() - startedAt) / 1000);
  const { advancedMs, advances, sleptMs } = progress?.totals ?? { advancedMs: 0, advances: 0, sleptMs: 0 };
  const clock = advances > 0 ? `, the target's clock moved ${inWords(advancedMs / 1000)} in ${advances} steps` : '';
  console.log(
    `${certificate.requests} requests in ${took}, ${inWords(sleptMs / 1000)} of it waiting for time to pass${clock}; seed ${seed}`,
  );
  const strays = progress && straysInWords(progress.strays);
  if (strays !== null) console.log(strays);
  const lost = certificate.lostAnswers ?? 0;
  if (lost > 0)
    console.log(
      `${lost} ${lost === 1 ? 'answer was' : 'answers were'} lost on the way: asked for again where that does no harm`,
    );
  for (const hint of hints(target, findings, progress)) console.log(`hint: ${hint}`);
  for (const left of progress?.left ?? []) console.log(`left at the target, could not be undone: ${left}`);
  console.log(`certificate: ${folder}/certificate.html, and as certificate.json · every check: npm run report`);
  if (resume !== null) console.log([resume, ...annotations(certificate)].join('\n'));
  if (github?.stepSummary) await addToJob(github.stepSummary, certificate);
  if (options.writeBaseline) {
    console.log(`baseline: ${resolve(options.writeBaseline)} lists ${known}; it counts when it is given as --baseline`);
  }
  return gateOf(certificate).open ? 0 : 1;
}

/** What the embedded reference's own settings say; the rest stays as the user set it. */
function ofTarget({ baseUrl, live, control, merchant, other }: Settings): Partial<Settings> {
  return { baseUrl, live, control, merchant, other };
}

/** A folder that cannot be written to is told before anything is sent. */
async function mayWrite(option: string, folder: string): Promise<void> {
  try {
    // One by one: made all at once, a folder where none can be made, such as below /proc, is tried for ever.
    if (!existsSync(folder)) {
      await mayWrite(option, dirname(folder));
      await mkdir(folder).catch((error: NodeJS.ErrnoException) => {
        if (error.code !== 'EEXIST') throw error;
      });
    }
    await access(folder, constants.W_OK);
    if (!(await stat(folder)).isDirectory()) throw new Error('it is a file');
  } catch (error) {
    if (error instanceof SettingsError) throw error;
    const why = error instanceof Error ? ('code' in error ? String(error.code) : error.message) : String(error);
    throw new SettingsError(`${option}: ${folder} is no folder that can be written to (${why})`);
  }
}

/** A busy port is told before anything is sent. */
async function portIsFree({ capture: { host, port } }: Settings): Promise<void> {
  const capture = await startCapture({ host, port }).catch((error: unknown) => {
    throw new Unreachable(`CAPTURE_LISTEN: ${error instanceof Error ? error.message : String(error)}`);
  });
  await capture.close();
}
