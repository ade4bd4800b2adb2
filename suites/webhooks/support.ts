import {
  type Answer,
  Blocked,
  type Created,
  type EventKind,
  type Given,
  type Merchant,
  type Received,
  shared,
} from '../../lib/harness/index.ts';

/** An event that a merchant can cause alone: its payout succeeds. */
export const EVENT = 'payout.succeeded';

/** Target time, in seconds, after which what comes again is no immediate duplicate. The first retry is due after 60. */
const SETTLED = 45;

/** Webhooks that came, or did not. */
export type Came = ReturnType<Merchant['webhooks']['came']>;

/** An event whose first attempt has arrived. */
export interface Sent {
  readonly merchant: Merchant;
  readonly reference: string;
  readonly first: Received;
  /** When it had, as `time.now` counts. */
  readonly at: number;
  /** What has come of it so far, as `Webhooks.all`. */
  all(): Received[];
  /** For expectations, what came after the webhook with this `seq`: as `Webhooks.surely`, and as `Webhooks.came`. */
  surely(after?: number): Came;
  came(after?: number): Came;
  /** As `Webhooks.latest`. */
  latest(): number;
  /** As `Webhooks.another`. */
  another(what: string, when: { after: number; within: number }): Promise<Received | undefined>;
  /** How what comes from now on is answered. */
  answer(answer: Answer): void;
}

/** A step: causes an event and waits for its first attempt. Each attempt is answered so. */
export async function sent({ merchant, fresh, time }: Given, answer: Answer = 200): Promise<Sent> {
  const reference = fresh.reference('pay');
  merchant.webhooks.answer({ reference }, answer);
  await merchant.payout({ reference });
  const first = await merchant.webhooks.given(EVENT, reference);
  return {
    merchant,
    reference,
    first,
    at: time.now(),
    all: () => merchant.webhooks.all(EVENT, reference),
    surely: (after) => merchant.webhooks.surely(EVENT, reference, after),
    came: (after) => merchant.webhooks.came(EVENT, reference, after),
    latest: () => merchant.webhooks.latest(EVENT, reference),
    another: (what, when) => merchant.webhooks.another(what, EVENT, reference, when),
    answer: (next) => merchant.webhooks.answer({ reference }, next),
  };
}

/** What came at the time of the first retry: the first of it, undefined where nothing did, and all of it. */
export interface Again {
  readonly retry: Received | undefined;
  readonly came: Came;
}

/** What comes from 45 to 95 seconds after the first attempt. */
export async function comesAgain({ time }: Given, { all, latest, surely }: Sent): Promise<Again> {
  await time.wait(SETTLED, 'the first retry comes');
  const [before, after] = [all().length, latest()];
  await time.until('the first retry', 95 - SETTLED, () => (all().length > before ? true : undefined));
  return { retry: all()[before], came: surely(after) };
}

/** The first retry, where one comes at its time. It is acknowledged, so that nothing follows. */
export async function retryOf({ time }: Given, event: Sent): Promise<Again> {
  await time.wait(5, 'duplicates of the first attempt come');
  event.answer(200);
  await time.wait(SETTLED, 'the first retry comes');
  const after = event.latest();
  const retry = await event.another('the first retry', { after, within: 95 - SETTLED });
  return { retry, came: event.came(after) };
}

/** A delivery whose first attempt was answered with 500, and its retry. */
export const failedOnce = shared('a delivery that failed once', ['webhooks'], async (given) => {
  const event = await sent(given, 500);
  const { retry, came } = await retryOf(given, event);
  return { ...event, retry, again: came };
});

/** A step: as `failedOnce`, where the retry has come. */
export async function retried(given: Given): Promise<Sent & { retry: Received }> {
  const { retry, ...event } = await failedOnce(given);
  if (retry === undefined) throw new Blocked('no retry came about 1 minute after a first attempt answered with 500');
  return { ...event, retry };
}

/** Waits for a delivery by anything that can be seen of it: for checks that the rest of it is right. */
export async function delivery(
  { run, time }: Given,
  what: string,
  query: Parameters<Given['run']['capture']['find']>[0],
): Promise<Received['delivery']> {
  const all = () => run.capture.find(query);
  const genuine = await time.until(what, 60, () => all().find(({ standing }) => standing === 'genuine'));
  // Of a target that signs badly what it sent is looked at all the same; what anybody sent is not found at all.
  const found = genuine ?? all()[0];
  if (found === undefined) throw new Blocked(`${what}: nothing like it came within 60 s`);
  return found;
}

export interface Announced {
  readonly resource: Created;
  readonly event: Received;
}

async function announced(merchant: Merchant, kind: EventKind, resource: Created): Promise<Announced> {
  return { resource, event: await merchant.webhooks.given(kind, resource.reference) };
}

/** One genuine event of each kind, and what it is about. Nobody changes these. */
export const announcedBy = {
  'payment.succeeded': shared('a payment that succeeded', ['webhooks', 'buyer'], async ({ merchant, buyer }) =>
    announced(merchant, 'payment.succeeded', await buyer.paid(merchant, { amount: 7_421 })),
  ),
  'payment.failed': shared('a payment that failed', ['webhooks', 'payment-failure'], async ({ merchant, buyer }) =>
    announced(merchant, 'payment.failed', await buyer.fails(merchant, await merchant.checkout({ amount: 7_421 }))),
  ),
  'refund.succeeded': shared('a refund that succeeded', ['webhooks', 'buyer'], async ({ merchant, buyer }) => {
    const payment = await buyer.paid(merchant, { amount: 9_000 });
    return announced(merchant, 'refund.succeeded', await merchant.refund(payment, { amount: 2_345 }));
  }),
  'refund.failed': shared('a refund that failed', ['webhooks', 'buyer'], async ({ merchant, buyer }) => {
    const payment = await buyer.paid(merchant, { amount: 9_000 });
    const refund = await merchant.refund(payment, { amount: 2_345, reason: 'sandbox_fail' });
    return announced(merchant, 'refund.failed', refund);
  }),
  'payout.succeeded': shared('a payout that succeeded', ['webhooks'], async ({ merchant }) =>
    announced(merchant, 'payout.succeeded', await merchant.payout({ amount: 12_345 })),
  ),
  'payout.failed': shared('a payout that failed', ['webhooks'], async ({ merchant }) =>
    announced(
      merchant,
      'payout.failed',
      await merchant.payout({ amount: 12_345, recipient: { accountNumber: '0000000000' } }),
    ),
  ),
} as const;
