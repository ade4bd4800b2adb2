import { amountOf, burstKind, referenceOf } from '../../../load/support/intents.ts';
import type { Delivery } from '../../engine/webhooks/types.ts';
import { Cases, holdsUnless } from '../audits/findings.ts';
import { type Expected, judgeDeliveries } from '../audits/webhooks.ts';
import type { LoadScript } from '../script.ts';
import type { Site } from '../site.ts';

/** Seconds: an unpaid checkout fails after a day; one more hour is for redeliveries. */
const DAY = 86_400 + 3_600;
/** Seconds of real time in which payouts settle and their events arrive: about 5, and 5 more under load. */
const SOON = 10;

const events = { payout: 'payout.succeeded', 'failing payout': 'payout.failed', checkout: 'payment.failed' } as const;

export const script: LoadScript = {
  name: 'webhook-burst',
  question: 'Are all events delivered, signed and unchanged, when thousands fall due at once?',

  plan(capabilities, { size, keys: wished }) {
    if (!capabilities.webhooks)
      return 'no webhook can arrive: set CAPTURE_PUBLIC_URL and TARGET_WEBHOOK_SECRET, or offer a control interface';
    const few = capabilities.keys < 4;
    const keys = Math.min(capabilities.keys, wished ?? (size === 'short' ? 12 : 50));
    const each = few ? Math.floor(capabilities.perMinute / 2) : Math.min(100, capabilities.perMinute);
    const what = capabilities.clock ? 'payouts and checkouts that expire' : 'payouts';
    return {
      keys,
      liveKeys: 0,
      env: { LOAD_EACH: each, LOAD_TOGETHER: 10, LOAD_CHECKOUTS_EXPIRE: capabilities.clock ? 1 : 0 },
      seconds: 1 + (keys * each) / 900,
      words: `${keys} ${keys === 1 ? 'key' : 'keys'}, ${each} ${what} each: ${keys * each} events`,
    };
  },

  /** If the clock can be advanced, one in forty first attempts is answered 503: the target must send the event again, unchanged. */
  respond({ clock }) {
    if (!clock) return () => undefined;
    const refused = new Set<string>();
    return ({ reference = '' }) => {
      const [, key, turn] = /-(\d+)-(\d+)$/.exec(reference) ?? [];
      if (key === undefined || (Number(key) + Number(turn) * 7) % 40 !== 0 || refused.has(reference)) return undefined;
      refused.add(reference);
      return 503;
    };
  },

  async prepare(site) {
    return async ({ lines, plan }) => {
      const expected: Expected[] = [];
      const refused = new Cases();
      let limited = false;
      for (const line of lines) {
        const { key, turn, status } = line;
        limited ||= status === 429;
        const event = events[burstKind(turn, plan.env.LOAD_CHECKOUTS_EXPIRE === 1)];
        if (status !== 201) refused.addLine(line);
        else expected.push({ key, reference: referenceOf(site.run, key, turn), event, amount: amountOf(key, turn) });
      }
      await settled(site, expected);
      return [
        holdsUnless(
          limited ? 'the request rate was met' : null,
          'created',
          'What sends the events was created.',
          `${expected.length} of ${lines.count}`,
          refused,
        ),
        ...judgeDeliveries(
          expected,
          [...(site.capture?.deliveries ?? [])],
          (key) => site.keys[key]?.webhookSecret ?? null,
        ),
      ];
    };
  },
};

/** Waits until all events have been delivered, or their time is over. */
async function settled(site: Site, expected: readonly Expected[]): Promise<void> {
  const soon = expected.filter(({ event }) => event !== events.checkout);
  // Payouts settle without further requests after a few seconds, all at about the same time: this is the burst.
  await arrivals(site, soon, site.capabilities.clock ? SOON : Math.max(SOON, site.target.maxWait));
  if (site.capabilities.clock) await site.pass(DAY, 'checkouts expire and refused webhooks are sent again');
}

/** Waits until a delivery has arrived for each expected reference, at most `seconds` of real time. */
async function arrivals({ capture }: Site, expected: readonly Expected[], seconds: number): Promise<void> {
  const missing = new Set(expected.map(({ reference }) => reference));
  const all = ({ reference }: Delivery) => missing.delete(reference ?? '') && missing.size === 0;
  if (missing.size > 0) await capture?.next({ where: all }, AbortSignal.timeout(seconds * 1_000)).catch(() => {});
}
