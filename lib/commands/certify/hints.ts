import type { CheckResult } from '../../engine/checks/check-result.ts';
import type { Progress, Strays } from '../../engine/checks/progress.ts';
import { formatDuration } from '../../engine/time/duration.ts';
import { entryOf } from '../../interface/register/index.ts';
import type { Target } from '../../interface/target/probe-target.ts';
import { UNFINISHED } from './preflight/keys.ts';

/** Hints that a setting may be wrong rather than the target. They are shown beside the verdict and do not change it. */
export function hints(target: Target, results: readonly CheckResult[], progress: Progress | null): string[] {
  return [...ofRequests(target, results), ...ofWebhooks(target, results, progress), ...ofClocks(target, progress)];
}

/** Requests to the capture server that do not come from the target, or that repeat an earlier one; null if there were none. */
export function formatStrays({ foreign, badlySigned, repeated, elsewhere, crowd }: Strays): string | null {
  const told = [
    [foreign, 'badly signed and about nothing of this run, most often retries of earlier runs (answered 401)'],
    [badlySigned, 'badly signed and about something of this run'],
    [repeated, `that repeat${repeated === 1 ? 's' : ''} an earlier one to the byte`],
    [elsewhere, 'requests for other paths (answered 404)'],
    [crowd, 'connections too many'],
  ] as const;
  const parts = told.filter(([count]) => count > 0).map(([count, what]) => `${count.toLocaleString('en')} ${what}`);
  return parts.length === 0 ? null : `also arrived: ${parts.join(', ')}`;
}

const NAMED = 3;

/** What could not be cleaned up at the target ("escrow basket-17"), one line for each kind of object. */
export function formatLeft(left: readonly string[]): string[] {
  const kinds = Map.groupBy(left, (what) => what.slice(0, what.lastIndexOf(' ')));
  return [...kinds].map(([kind, all]) => {
    const names = all.slice(0, NAMED).map((what) => what.slice(what.lastIndexOf(' ') + 1));
    const more = all.length > NAMED ? ` and ${(all.length - NAMED).toLocaleString('en')} more` : '';
    return `left at the target, could not be undone: ${kind} ${names.join(', ')}${more}`;
  });
}

function ofRequests(target: Target, results: readonly CheckResult[]): string[] {
  // Without failures, all refusals were expected ones.
  if (!results.some(({ outcome }) => outcome === 'failed' || outcome === 'blocked')) return [];
  const answers = results.flatMap(({ exchanges }) => exchanges).flatMap(({ response }) => response ?? []);
  if (answers.length === 0 || answers.some(({ status }) => status >= 200 && status < 300)) return [];
  const [status = 0, of] =
    [...Map.groupBy(answers, (answer) => answer.status)].sort(([, a], [, b]) => b.length - a.length)[0] ?? [];
  // What always fails inside the service, or is too much for it, is told as its cause; neither address nor key is in doubt.
  if (status === 429 || UNFINISHED.includes(status)) return [];
  const answered = `not one request was answered with success, ${of?.length ?? 0} of ${answers.length} with ${status}`;
  const doubts = [
    ...(status === 404 || status === 405 ? [] : [ofKeys(target)]),
    ...(status === 401 || status === 403
      ? []
      : [`is ${target.baseUrl}/v1/checkouts the address of the checkouts (TARGET_BASE_URL)?`]),
  ];
  return [`${answered}: ${doubts.join(' ')}`];
}

function ofKeys({ ownMerchants }: Target): string {
  return ownMerchants.sandbox
    ? 'is the service at TARGET_BASE_URL the one whose merchants TARGET_CONTROL_URL makes?'
    : 'are TARGET_API_KEY and TARGET_MERCHANT_ID right?';
}

/** Receivers reject webhooks whose timestamp is minutes off, so a large clock difference is reported. */
function ofClocks(target: Target, progress: Progress | null): string[] {
  const clock = progress?.clock;
  // A clock that can be advanced may have been advanced by an earlier run.
  if (clock == null || target.clock || Math.abs(clock.skewMs) - clock.uncertaintyMs < 30_000) return [];
  const off = `${formatDuration(Math.abs(clock.skewMs) / 1_000)} ${clock.skewMs > 0 ? 'ahead of' : 'behind'}`;
  return [
    `the target's clock is ${off} this machine's (give or take ${formatDuration(clock.uncertaintyMs / 1_000)}): one of them is wrong`,
  ];
}

function ofWebhooks(target: Target, results: readonly CheckResult[], progress: Progress | null): string[] {
  if (progress === null || target.missing.webhooks !== undefined) return [];
  const { deliveries, strays } = progress;
  // Told whatever became of the checks: those that wait for well signed ones may have run out of time. A secret that control returned is
  // known to be right.
  if (strays.badlySigned > 0 && strays.badlySigned + strays.repeated >= deliveries && !target.ownMerchants.sandbox)
    return ['every webhook was badly signed: is TARGET_WEBHOOK_SECRET right?'];
  const awaited = results.some(
    ({ id, outcome }) => entryOf(id)?.chapter === 'webhooks' && (outcome === 'failed' || outcome === 'blocked'),
  );
  if (!awaited || deliveries > 0) return [];
  const { publicUrl, host, port } = target.capture;
  const listens = `${host}:${port === 0 ? '(any port)' : port}`;
  return [
    publicUrl === null
      ? `not one webhook reached the capture server at ${listens}: can the target reach this machine there? CAPTURE_LISTEN and CAPTURE_PUBLIC_URL say another address`
      : `not one webhook reached the capture server at ${publicUrl}: is CAPTURE_PUBLIC_URL right, and does it lead to CAPTURE_LISTEN?`,
  ];
}
