import { setTimeout as delay } from 'node:timers/promises';
import yoctoSpinner from 'yocto-spinner';
import { NotExercised } from '../../../engine/checks/outcome.ts';
import { createTransport } from '../../../engine/http/index.ts';
import { pathOf } from '../../../engine/run/listen.ts';
import type { Run } from '../../../engine/run/run.ts';
import type { Delivery } from '../../../engine/webhooks/server.ts';
import { verify } from '../../../engine/webhooks/signature.ts';
import type { Created } from '../../../interface/actors/merchant.ts';
import type { CheckContext } from '../../../interface/context.ts';
import type { Report } from './report.ts';
import { askForResend } from './resend.ts';

/** Milliseconds of real time to wait for a webhook: the interface states no bound. */
const ARRIVAL_MS = 20_000;
const PROBE_MS = 5_000;

/** Examines whether a webhook comes, and whether its signatures hold. */
export async function examineWebhook(
  report: Report,
  run: Run,
  given: CheckContext,
  signal: AbortSignal,
): Promise<void> {
  const { merchant } = given;
  const unable = run.target.missing.webhooks;
  if (unable !== undefined) {
    const advice =
      'set the webhook URL in the console, and CAPTURE_LISTEN, CAPTURE_PUBLIC_URL and TARGET_WEBHOOK_SECRET here';
    return report.tell('warning', 'webhook', unable, advice);
  }
  const probe = await probed(run, signal);
  const began = performance.now();
  const caused = await cause(report, given);
  if (caused === null) return;
  signal.throwIfAborted();
  const { reference } = caused.resource;
  const delivery = await arrival(run, merchant.access.hookPath, { reference, began }, signal);
  if (delivery !== undefined) {
    const seconds = Math.max(0, (delivery.mono - began) / 1_000).toFixed(1);
    report.tell(
      'fine',
      'webhook',
      `${caused.what}: ${delivery.event ?? 'something'} came, ${seconds} s after the first request for it`,
    );
    return examineSignature(report, delivery, merchant.access.webhookSecret ?? '');
  }
  const told = await attempts(given, caused.resource);
  const resent = await askForResend(run, signal);
  if (resent !== null) {
    report.tell(
      'warning',
      'webhook',
      `${caused.what}, and no webhook came within ${ARRIVAL_MS / 1_000} s; but one came after Resend: the address leads here`,
    );
    return examineSignature(report, resent, merchant.access.webhookSecret ?? '');
  }
  report.tell(
    'wrong',
    'webhook',
    `${caused.what}, and no webhook came within ${ARRIVAL_MS / 1_000} s`,
    ...told,
    ...probe,
  );
}

interface Caused {
  readonly what: string;
  readonly resource: Created;
}

/** Causes a webhook: by a payment or, if no buyer can pay, by what the merchant can do alone. */
async function cause(report: Report, { can, merchant, buyer }: CheckContext): Promise<Caused | null> {
  if (can('buyer')) {
    try {
      return { what: 'a checkout was paid', resource: await buyer.paid(merchant) };
    } catch (error) {
      report.tell('warning', 'buyer', `no checkout could be paid: ${wordsOf(error)}`);
    }
  }
  try {
    const escrow = await merchant.escrow();
    const { status } = await merchant.api.cancelEscrow(escrow.reference);
    if (status < 300) return { what: 'an escrow was cancelled', resource: escrow };
    report.tell('warning', 'webhook', `not tried: an escrow could not be cancelled (${status})`);
  } catch (error) {
    report.tell('warning', 'webhook', `not tried: ${wordsOf(error)}`);
  }
  return null;
}

/** The first webhook with this reference, well signed or not, since only the target knows it; or any well signed one. */
async function arrival(
  { capture }: Run,
  path: string,
  { reference, began }: { reference: string; began: number },
  signal: AbortSignal,
): Promise<Delivery | undefined> {
  const within = AbortSignal.any([signal, AbortSignal.timeout(ARRIVAL_MS)]);
  const where = (delivery: Delivery) =>
    delivery.reference === reference || (delivery.standing === 'genuine' && delivery.mono >= began);
  const spinner = process.stderr.isTTY ? yoctoSpinner({ text: 'waiting for a webhook' }).start() : null;
  try {
    return await capture.next({ path, where }, within);
  } catch {
    signal.throwIfAborted();
    return undefined;
  } finally {
    spinner?.stop();
  }
}

function examineSignature(report: Report, delivery: Delivery, secret: string): void {
  const { valid, v1, v2, problems } = verify(delivery, secret);
  if (valid) {
    report.tell('fine', 'signature', 'both signatures hold');
  } else if (v1 === 'valid' || v2 === 'valid') {
    report.tell('warning', 'signature', `the secret is right, the target is not: ${problems.join('; ')}`);
  } else {
    const advice = [
      'TARGET_WEBHOOK_SECRET, as the console showed it when it was made or last rotated',
      'where it is right, the target signs wrongly',
    ];
    report.tell('wrong', 'signature', `neither signature holds: ${problems.join('; ')}`, ...advice);
  }
}

/** The attempts listed in the console, if control lists deliveries. */
async function attempts({ can, merchant, console }: CheckContext, { reference }: Created): Promise<string[]> {
  if (!can('deliveries')) return [];
  try {
    const listed = (await console.deliveries(merchant)).filter((entry) => entry.reference === reference);
    const last = listed.flatMap((entry) => entry.attempts).at(-1);
    if (listed.length === 0) return ['the console lists no delivery of it: is a webhook URL set there?'];
    if (last === undefined) return ['the console lists a delivery of it, and no attempt that has ended'];
    return [`the console says of its last attempt: ${last.error ?? `status ${last.status}`}`];
  } catch (error) {
    return error instanceof NotExercised ? [] : [wordsOf(error)];
  }
}

/** The most milliseconds until the capture server's thread reports a request that it rejected. */
const TOLD_MS = 2_000;

/** Requests the public address from this machine, which may not be possible from here: the result only explains why no webhook came. */
async function probed({ target, capture }: Run, signal: AbortSignal): Promise<string[]> {
  const { publicUrl, host, port } = target.capture;
  if (publicUrl === null) {
    return [
      `the target was told to send to ${capture.url}: where it cannot reach that, CAPTURE_PUBLIC_URL and CAPTURE_LISTEN`,
    ];
  }
  const before = capture.stats;
  const { origin } = new URL(publicUrl);
  // Uses the same proxy and certificate authorities as all other requests.
  const transport = createTransport({ network: target.network });
  const { failure, status } = await transport
    .send(
      { origin, method: 'GET', path: pathOf(publicUrl), headers: [], body: null },
      { deadlineMs: PROBE_MS, maxBodyBytes: 64 * 1024, signal },
    )
    .finally(() => transport.close());
  signal.throwIfAborted();
  const said = failure === null ? `status ${status}` : failure.reason;
  // The capture server's thread reports rejected requests with a short delay.
  const isHeard = ({ received, rejected } = capture.stats) =>
    received > before.received || rejected.elsewhere > before.rejected.elsewhere;
  for (let waited = 0; waited < TOLD_MS && !isHeard(); waited += 50) await delay(50, undefined, { signal });
  const now = capture.stats;
  if (now.received > before.received)
    return [`from here ${publicUrl} leads to the capture server: is it the URL that the console has?`];
  if (now.rejected.elsewhere > before.rejected.elsewhere) {
    return [
      `${publicUrl} leads to the capture server, but with another path: what stands between must leave the path as it is`,
    ];
  }
  return [
    `from here ${publicUrl} does not lead to the capture server at ${host}:${port} (${said}): the tunnel or the reverse proxy, and CAPTURE_LISTEN`,
  ];
}

function wordsOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  return error.message === '' ? code : (error.message.split('\n')[0] ?? '');
}
