import { randomInt } from 'node:crypto';
import { withoutSandbox } from '../../../engine/browser/sandbox.ts';
import { newEvidence } from '../../../engine/checks/step-log.ts';
import type { ExchangeRecord } from '../../../engine/http/index.ts';
import type { MerchantAccess } from '../../../engine/run/merchants/merchant-access.ts';
import { timeOfDay } from '../../../engine/time/clock.ts';
import type { ClockReading } from '../../../engine/time/clock-reading.ts';
import { formatDuration } from '../../../engine/time/duration.ts';
import { apiOf } from '../../../interface/actors/endpoints.ts';
import type { PaymentsRun } from '../../../interface/actors/run.ts';
import { giveTo } from '../../../interface/context.ts';
import { openRun } from '../../../interface/profile.ts';
import type { Selection } from '../../../interface/selection.ts';
import { loadSuites } from '../../../interface/suites.ts';
import { statusAt, type Target, Unreachable } from '../../../interface/target/probe-target.ts';
import type { Settings } from '../../../interface/target/settings.ts';
import { atTarget } from '../run.ts';
import { examineAddress } from './address.ts';
import { estimateRun, mayOpenPages, neededBy, tellEstimate } from './estimate.ts';
import { examineKeys, type Named } from './keys.ts';
import { Report } from './report.ts';
import { examineWebhook } from './webhook.ts';

/**
 * Milliseconds after which the preflight check ends in any case: usually it takes at most a minute, with a user at the terminal another.
 */
const MAX_PREFLIGHT_MS = 180_000;

/** In seconds: a smaller difference between the clocks affects no check. */
const AGREE = 5;

/**
 * Examines before a run whether everything that was given works, so far as this selection needs it, and estimates the run. Returns the exit status: 0 if a run can be made, 1
 * if something that was given does not work, 130 after Ctrl-C. Throws SettingsError or Unreachable.
 */
export async function examine(
  settings: Settings,
  selection: Selection,
  patience: { waitSeconds?: number } = {},
): Promise<0 | 1 | 130> {
  const interrupt = new AbortController();
  const onSignal = () => interrupt.abort(new Error('interrupted'));
  process.once('SIGINT', onSignal).once('SIGTERM', onSignal);
  try {
    const look = (target: Target) => examineTarget(target, settings, selection, interrupt.signal);
    return await atTarget(settings, look, patience);
  } catch (error) {
    if (error instanceof DOMException && error.name === 'TimeoutError') {
      throw new Unreachable(`the look before the run did not end within ${formatDuration(MAX_PREFLIGHT_MS / 1_000)}`);
    }
    if (!interrupt.signal.aborted) throw error;
    process.stderr.write('interrupted\n');
    return 130;
  } finally {
    process.off('SIGINT', onSignal).off('SIGTERM', onSignal);
  }
}

async function examineTarget(
  target: Target,
  settings: Settings,
  selection: Selection,
  interrupt: AbortSignal,
): Promise<0 | 1> {
  const signal = AbortSignal.any([interrupt, AbortSignal.timeout(MAX_PREFLIGHT_MS)]);
  const assignment = { selected: [], depth: 'all' as const, channel: '' };
  const run = await openRun({ ...assignment, target, seed: randomInt(2 ** 31), startedAt: Math.floor(timeOfDay()) });
  const mask = run.mask([]);
  const report = new Report((text) => mask.text(text));
  // Closing the connections ends the requests under way.
  const closing = () => void run.close();
  signal.addEventListener('abort', closing);
  try {
    console.log(`looking at ${target.embedded ? 'the embedded reference' : target.baseUrl} before a run\n`);
    const took: number[] = [];
    const record = (exchange: ExchangeRecord) => void took.push(exchange.durationMs);
    const usable = await examineMerchants(report, run, settings, record);
    examineControl(report, target);
    examineClock(report, target, run.connection.clock);
    const suites = await loadSuites();
    const needs = neededBy(target, suites, selection);
    if (mayOpenPages(needs)) examineBrowser(report, target);
    if (needs.has('webhooks') || needs.has('live-webhooks')) {
      examineAddress(report, target.capture);
      if (usable) await tryWebhook(report, run, signal);
    }
    signal.throwIfAborted();
    const latency = took.sort((a, b) => a - b)[Math.floor(took.length / 2)] ?? 0;
    tellEstimate(report, target, estimateRun(target, suites, selection, latency));
  } finally {
    signal.removeEventListener('abort', closing);
    const left = await run.close();
    for (const what of left) report.tell('note', 'left', `could not be undone: ${what}`);
  }
  const wrong = report.count('wrong');
  const warnings = report.count('warning');
  const heed = warnings === 0 ? '' : ` (${warnings} to look at: !)`;
  console.log(
    `\n${wrong > 0 ? `not ready: ${wrong} that ${wrong === 1 ? 'does' : 'do'} not work (✗)` : `a run can be made${heed}`}`,
  );
  return wrong > 0 ? 1 : 0;
}

/** Examines keys and merchant ids. Returns whether the sandbox merchant can be used; without it nothing can be tried. */
async function examineMerchants(
  report: Report,
  run: PaymentsRun,
  settings: Settings,
  record: (exchange: ExchangeRecord) => void,
): Promise<boolean> {
  const { target } = run;
  const { baseUrl, liveBaseUrl, merchant, other, live } = target;
  const given = settings.merchant !== null && !target.embedded;
  const usable = await examineMerchant(report, run, record, {
    subject: 'sandbox',
    prefix: 'TARGET_',
    keys: merchant,
    given,
    baseUrl,
  });
  if (other !== null) {
    const named = {
      subject: 'second',
      prefix: 'TARGET_OTHER_',
      keys: other,
      given: settings.other !== null,
      baseUrl,
    } as const;
    await examineMerchant(report, run, record, named);
  }
  if (liveBaseUrl !== null && live !== null) {
    const byHand = settings.live?.merchant != null && !target.embedded;
    const named = { subject: 'live', prefix: 'TARGET_LIVE_', keys: live, given: byHand, baseUrl: liveBaseUrl } as const;
    await examineMerchant(report, run, record, named);
  }
  return usable;
}

async function examineMerchant(
  report: Report,
  run: PaymentsRun,
  record: (exchange: ExchangeRecord) => void,
  named: Named,
): Promise<boolean> {
  const environment = named.prefix === 'TARGET_LIVE_' ? 'live' : 'sandbox';
  const access: MerchantAccess = { ...named.keys, environment, own: false, hookPath: run.hook().path };
  const activity = await run.conductor.begin(0);
  const api = apiOf(run.client(access, activity, { record }));
  return await activity.perform(() =>
    examineKeys(report, api, named, (baseUrl) => statusAt(baseUrl, run.target.network)),
  );
}

function examineControl(report: Report, { control, clock, ownMerchants }: Target): void {
  if (control === null) {
    report.tell('note', 'control', 'none: buyers pay on the hosted pages, and time passes as it does');
    return;
  }
  const { listed, missing } = control.knowledge;
  const offers = listed === null ? 'it lists nothing, and is found out by use' : `it lists ${listed.length} endpoints`;
  const can = [
    clock ? 'the clock can be moved' : 'the clock cannot be moved',
    ownMerchants.sandbox ? 'merchants can be made' : 'no merchants can be made',
  ];
  report.tell('fine', 'control', `${control.url} answers; ${offers}; ${can.join(', ')}`);
  if (missing.length > 0) report.tell('note', 'control', `not there: ${missing.join(', ')}`);
}

function examineClock(report: Report, { clock: moves }: Target, { offset }: ClockReading): void {
  if (offset === null) {
    report.tell('note', 'clock', 'no answer carries a Date: how far the clocks are apart is not known');
    return;
  }
  const apart = Math.abs(offset.skewMs) / 1_000;
  const doubt = offset.uncertaintyMs / 1_000;
  const far = apart < 60 ? `${apart.toFixed(1)} s` : formatDuration(apart);
  const words = `the target's clock is ${far} ${offset.skewMs < 0 ? 'behind' : 'ahead'}, give or take ${doubt.toFixed(1)} s`;
  if (apart <= doubt)
    report.tell('fine', 'clock', `the clocks agree, as far as can be seen to ${(apart + doubt).toFixed(1)} s`);
  else if (apart - doubt <= AGREE) report.tell('fine', 'clock', words);
  else if (moves) report.tell('note', 'clock', `${words}: it can be moved, and may have been`);
  else report.tell('warning', 'clock', words, "let this machine's clock and the target's follow a time server");
}

function examineBrowser(report: Report, { missing }: Target): void {
  if (missing.browser !== undefined) {
    report.tell('warning', 'browser', missing.browser);
    return;
  }
  report.tell('fine', 'browser', 'one is there for the hosted pages');
  const reason = withoutSandbox();
  if (reason !== null) report.tell('note', 'browser', `without a sandbox of its own: ${reason}`);
}

async function tryWebhook(report: Report, run: PaymentsRun, signal: AbortSignal): Promise<void> {
  const activity = await run.conductor.begin(0);
  await activity.perform(async () => {
    const options = { name: 'a look before the run', needs: [], signal, evidence: newEvidence() };
    await examineWebhook(report, run, await giveTo(run, activity, options), signal);
  });
}
