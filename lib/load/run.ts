import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { counted } from '../engine/evidence/counted.ts';
import { NetworkError } from '../engine/http/index.ts';
import { ControlError } from '../engine/run/merchants/control.ts';
import type { MerchantKeys } from '../engine/run/target.ts';
import { type Launched, launchReference } from '../interface/target/launch.ts';
import { probeTarget, type Target, Unreachable } from '../interface/target/probe-target.ts';
import { readSettings, type Settings } from '../interface/target/settings.ts';
import { writeLoadResults } from './allure.ts';
import { finding, inconclusive } from './audits/findings.ts';
import { runElsewhere } from './elsewhere.ts';
import type { K6 } from './k6/find.ts';
import { type K6Ran, type K6Run, runK6 } from './k6/run.ts';
import { arrivalsSinceDue } from './latency/due.ts';
import { writeLatency } from './latency/files.ts';
import { overviewOf } from './overview.ts';
import { type FileBeside, resultPage } from './pages/result-page.ts';
import type { Picture } from './plots.ts';
import { RequestLog } from './request-log.ts';
import type { Driven, Ran, RunWindow } from './script.ts';
import { scriptNamed } from './scripts/index.ts';
import { capabilitiesOf, openSite, type Site, Unprepared } from './site.ts';
import type { Finding, LoadOptions, Outcome, Plan, Result } from './types.ts';

export interface LoadRun {
  readonly settings: Settings;
  readonly options: LoadOptions;
  readonly k6: K6;
  /** The user's flags for k6, unchanged. */
  readonly flags: readonly string[];
  readonly segments: number;
  /** Folder for exchanging files when the user runs the script on other machines (see `runElsewhere`). Null: k6 runs here. */
  readonly elsewhere: string | null;
  /** Folder for the results of all scripts. */
  readonly out: string;
  /** Whether the live environment may be loaded too. */
  readonly live: boolean;
  readonly merchants: readonly MerchantKeys[];
  readonly say: (line: string) => void;
  readonly onProgress: (words: string) => void;
  readonly signal: AbortSignal;
  /** A script ran just before in this command: keys that are not created anew must rest before the next. */
  readonly after?: boolean;
  /** Starts the target if the settings name none; default: the embedded reference. */
  readonly launch?: () => Promise<Launched>;
}

/** Runs one script and returns its result. Throws SettingsError, Unreachable or K6Failed if it could not be run. */
export async function runScript(name: string, run: LoadRun): Promise<Result> {
  const launched = run.settings.baseUrl === null ? await (run.launch ?? launchReference)() : null;
  try {
    const settings =
      launched === null ? run.settings : { ...run.settings, ...ofTarget(readSettings(launched.settings)) };
    if (settings.baseUrl === null) throw new Unreachable('the embedded reference named no TARGET_BASE_URL');
    // A live environment is not even probed unless the user asked for it.
    const mayBeLive = launched !== null || run.live;
    const target = await probeTarget(
      { ...settings, baseUrl: settings.baseUrl, live: mayBeLive ? settings.live : null },
      { embedded: launched !== null, noBrowser: 'load opens no pages' },
    );
    return await load(name, target, { ...run, live: mayBeLive });
  } finally {
    await launched?.stop();
  }
}

async function load(name: string, target: Target, run: LoadRun): Promise<Result> {
  const script = scriptNamed(name);
  const startedAt = Date.now();
  const capabilities = capabilitiesOf(target, run);
  const plan = script.plan(capabilities, run.options);
  const folder = join(run.out, name);
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  if (typeof plan === 'string') {
    return await leave(folder, name, target, run, { findings: [], reason: plan, startedAt });
  }
  run.say(`${name}: ${plan.words}, about ${Math.round(plan.seconds)} s`);
  const site = await openSite(target, plan, {
    ...run,
    respond: script.respond?.(capabilities),
    keepHistory: script.keepsHistory,
  });
  const lines = new RequestLog();
  try {
    run.onProgress('preparing');
    if (run.after && !capabilities.own) await site.rest('the keys rest between two scripts');
    const prepared = await script.prepare(site, plan, run.options).catch(unprepared);
    if (typeof prepared !== 'function' && 'outcome' in prepared)
      return await leave(folder, name, target, run, { plan, findings: [prepared], startedAt });
    const { audit, drive, draw }: Partial<Driven> & Pick<Driven, 'audit'> =
      typeof prepared === 'function' ? { audit: prepared } : prepared;
    const began = performance.now();
    const work: K6Run = {
      k6: run.k6.path,
      script: script.file ?? name,
      env: envOf(site, plan),
      keys: JSON.stringify(site.keys.map(({ apiKey, merchantId, live }) => ({ apiKey, merchantId, live }))),
      flags: run.flags,
      segments: plan.movesClock ? 1 : run.segments,
      folder,
      lines,
      onLines: (count) =>
        run.onProgress(
          `${Math.round((performance.now() - began) / 1_000)} of about ${Math.round(plan.seconds)} s, ${counted(count, 'request')}`,
        ),
      signal: run.signal,
    };
    const once = async (more: Partial<K6Run> = {}) =>
      run.elsewhere === null
        ? await runK6({ ...work, ...more })
        : await runElsewhere({ ...work, ...more }, run.elsewhere, run.say);
    const k6 = drive === undefined ? await once() : await driven(drive, work, once, run);
    site.history?.k6Ended(run.elsewhere === null);
    run.onProgress(`${counted(lines.count, 'request')}, auditing`);
    const arrivals = plan.profile && arrivalsSinceDue(lines, plan.profile, k6.totals.dropped);
    const latency = arrivals === undefined ? null : await writeLatency(folder, arrivals, startedAt);
    const ran: Ran = { plan, lines, latency, totals: k6.totals };
    const findings = [...(await audit(ran)), ...thresholds(k6)];
    run.signal.throwIfAborted();
    const picture = draw?.() ?? null;
    return await leave(folder, name, target, run, { plan, ran, seconds: k6.seconds, findings, picture, startedAt });
  } finally {
    lines.close();
    await site.close();
  }
}

/** Runs k6 as often as `drive` asks for, and sums up all its runs as one. */
async function driven(
  drive: Driven['drive'],
  { env, lines }: K6Run,
  once: (more: Partial<K6Run>) => Promise<K6Ran>,
  { say }: LoadRun,
): Promise<K6Ran> {
  const runWindow = async (words: Parameters<RunWindow>[0]) => {
    const told = Object.fromEntries(Object.entries(words).map(([name, value]) => [name, String(value)]));
    const { LOAD_WINDOW: window } = words;
    return window === undefined
      ? await once({ env: { ...env, ...told } })
      : await once({ env: { ...env, ...told, LOAD_RUN: `${env.LOAD_RUN}w${window}` }, window });
  };
  const all = await drive(Object.assign(runWindow, { say }), lines);
  return {
    totals: {
      dropped: all.reduce((sum, { totals }) => sum + totals.dropped, 0),
      maxUsers: Math.max(0, ...all.map(({ totals }) => totals.maxUsers)),
    },
    status: all.some(({ status }) => status === 99) ? 99 : 0,
    seconds: all.reduce((sum, { seconds }) => sum + seconds, 0),
    waitMs: Math.max(0, ...all.map(({ waitMs }) => waitMs)),
  };
}

/** An inconclusive finding for a failure of the preparation (control, network or an unexpected response); rethrows any other error. */
function unprepared(error: unknown): Finding {
  const control = error instanceof ControlError && error.problem !== 'token';
  if (!control && !(error instanceof Unprepared) && !(error instanceof NetworkError)) throw error;
  return inconclusive('prepared', 'What the load needs could be prepared.', error.message);
}

/** Finding for k6's own thresholds, which only the user's flags can define: scripts have none. */
function thresholds({ status }: K6Ran): Finding[] {
  if (status === 0) return [];
  return [finding('k6-thresholds', 'The thresholds given to k6 hold.', 'failed', 'k6 ended with status 99', [])];
}

function envOf({ target, run, bankName }: Site, plan: Plan): Record<string, string> {
  const { control } = target;
  return {
    LOAD_BASE_URL: target.baseUrl,
    ...(plan.liveKeys > 0 && target.liveBaseUrl !== null ? { LOAD_LIVE_URL: target.liveBaseUrl } : {}),
    LOAD_RUN: run,
    LOAD_BANK: bankName,
    LOAD_NEW_CONNECTIONS: target.keepAlive ? '0' : '1',
    ...(plan.movesClock && control !== null
      ? { LOAD_CONTROL_URL: control.url, LOAD_CONTROL_TOKEN: control.token ?? '' }
      : {}),
    ...Object.fromEntries(Object.entries(plan.env).map(([name, value]) => [name, String(value)])),
  };
}

interface Came {
  readonly findings: readonly Finding[];
  readonly startedAt: number;
  /** Why it was not exercised. */
  readonly reason?: string;
  readonly plan?: Plan;
  /** Undefined if the preparation failed. */
  readonly ran?: Ran;
  readonly seconds?: number;
  readonly picture?: Picture | null;
}

function resultOf(name: string, target: Target, run: LoadRun, came: Came): Result {
  const { plan, ran, seconds = 0, findings, startedAt, reason = null } = came;
  const { requests, perSecond, latency, statuses } = overviewOf(ran ?? null);
  return {
    script: name,
    question: scriptNamed(name).question,
    verdict: plan === undefined ? 'not exercised' : worst(findings),
    reason,
    target: target.embedded ? 'the embedded reference' : target.baseUrl,
    plan: plan?.words ?? '',
    startedAt: new Date(startedAt).toISOString(),
    finishedAt: new Date().toISOString(),
    k6: { version: run.k6.version, segments: run.segments, seconds },
    requests,
    rate: { askedPerSecond: plan?.env.LOAD_RATE ?? null, achievedPerSecond: perSecond },
    latency,
    statuses,
    findings,
  };
}

function worst(findings: readonly Finding[]): Outcome {
  const has = (outcome: Outcome) => findings.some((each) => each.outcome === outcome);
  return has('failed') ? 'failed' : has('inconclusive') || !has('passed') ? 'inconclusive' : 'passed';
}

/** Writes the files of a script's result; `result.json` last, so that it exists only if all others do. */
async function leave(folder: string, name: string, target: Target, run: LoadRun, came: Came): Promise<Result> {
  const { ran, picture = null } = came;
  const result = resultOf(name, target, run, came);
  await ran?.lines.writeTo(join(folder, 'requests.ndjson'));
  const { drawPlots } = await import('./plots.ts');
  const plots =
    ran === undefined ? [] : await drawPlots(folder, { script: name, ...ran, picture, limits: run.options });
  await writeLoadResults(join(folder, 'allure-results'), result, plots);
  await writeFile(
    join(folder, 'result.html'),
    resultPage(result, plots, await filesIn(folder, scriptNamed(name).file !== undefined)),
  );
  await writeFile(join(folder, 'result.json'), `${JSON.stringify(result, null, 2)}\n`);
  return result;
}

/** Files that the result page links to, if they exist. If k6 ran once per window, its own files are those of the last window. */
const kinds: readonly (readonly [RegExp, string])[] = [
  [/^dashboard.*\.html$/, "k6's own page"],
  [/^requests\.ndjson$/, 'a line of JSON for each request'],
  [/^latency\.hlog$/, 'HdrHistogram log, an interval a second'],
  [/^latency-all\.hgrm$/, 'distribution of all latencies; those of each operation are beside it'],
  [/^summary.*\.json$/, "k6's summary"],
  [/^k6.*\.log$/, 'what k6 said'],
];

async function filesIn(folder: string, windows: boolean): Promise<FileBeside[]> {
  const names = (await readdir(folder)).sort();
  return kinds.flatMap(([kind, what]) =>
    names
      .filter((name) => kind.test(name))
      .map((file) => ({ file, what: windows && what.includes('k6') ? `${what}, in the last window` : what })),
  );
}

/** The settings that a started target provides; all others remain as the user set them. */
function ofTarget({ baseUrl, live, control, merchant, other }: Settings): Partial<Settings> {
  return { baseUrl, live, control, merchant, other };
}
