/**
 * Defects that only load reveals, and which finding of which load script has to fail under each. Mutants of other lists are referred to by
 * name; those defined here are not in the suites' scoreboard.
 */
import { Refusal } from '../reference/engine/refusal.ts';
import type { Escrow } from '../reference/rules/records.ts';
import { functions, limits } from './change.ts';
import type { Change } from './mutant.ts';
import { around, before, isAt, pause, replyOf } from './steps.ts';
import type { Variant } from './variant.ts';

/** A defect that a load script has to detect. */
export interface LoadDefect {
  readonly script: string;
  /** The finding that has to fail. */
  readonly turnsRed: string;
  /** The name of a mutant. */
  readonly mutant: string;
}

/** Follows what each script says about itself: "it fails when ...". */
export const loadDefects: readonly LoadDefect[] = [
  { script: 'rate-limit', turnsRed: 'within-limit-served', mutant: 'limit-of-119' },
  { script: 'rate-limit', turnsRed: 'within-limit-served', mutant: 'limit-over-two-minutes' },
  { script: 'rate-limit', turnsRed: 'limit-bites', mutant: 'limit-of-130' },
  { script: 'rate-limit', turnsRed: 'limit-bites', mutant: 'no-rate-limit' },
  { script: 'rate-limit', turnsRed: 'retry-after-form', mutant: 'no-retry-after' },
  { script: 'rate-limit', turnsRed: 'retry-after-honest', mutant: 'retry-after-a-second' },
  { script: 'rate-limit', turnsRed: 'per-key', mutant: 'limit-for-all-keys' },
  { script: 'idempotency', turnsRed: 'one-original', mutant: 'key-race' },
  { script: 'idempotency', turnsRed: 'idempotency.concurrent-one-original', mutant: 'key-race' },
  { script: 'idempotency', turnsRed: 'one-winner', mutant: 'key-race-with-other-bodies' },
  {
    script: 'idempotency',
    turnsRed: 'idempotency.concurrent-bodies-one-winner',
    mutant: 'key-race-with-other-bodies',
  },
  { script: 'idempotency', turnsRed: 'balance', mutant: 'key-race-at-payouts' },
  { script: 'idempotency', turnsRed: 'balance', mutant: 'payout-replay-pays-again' },
  { script: 'idempotency', turnsRed: 'no-response-lost', mutant: 'original-answer-lost' },
  { script: 'money-races', turnsRed: 'refunds-within-paid', mutant: 'refund-race' },
  { script: 'money-races', turnsRed: 'refund.concurrent-stay-within-paid', mutant: 'refund-race' },
  { script: 'money-races', turnsRed: 'refund.up-to-amount-paid', mutant: 'refunds-refused-in-a-crowd' },
  { script: 'money-races', turnsRed: 'payouts-within-balance', mutant: 'live-payout-race' },
  { script: 'money-races', turnsRed: 'escrow-one-side', mutant: 'escrow-race' },
  { script: 'money-races', turnsRed: 'wallets', mutant: 'escrow-race' },
  { script: 'money-races', turnsRed: 'wallets', mutant: 'escrow-fee-one-kobo-less' },
  { script: 'money-races', turnsRed: 'balance', mutant: 'kobo-lost-in-a-crowd' },
  { script: 'webhook-burst', turnsRed: 'delivered', mutant: 'webhook-lost-in-a-crowd' },
  { script: 'webhook-burst', turnsRed: 'unchanged', mutant: 'webhook-amounts-mixed-up' },
  { script: 'webhook-burst', turnsRed: 'signed', mutant: 'webhook-changed-after-signing' },
  { script: 'steady', turnsRed: 'p95', mutant: 'every-tenth-answer-slow' },
  { script: 'steady', turnsRed: 'errors', mutant: 'every-fiftieth-answer-500' },
  { script: 'faults', turnsRed: 'no-response-lost', mutant: 'key-stored-after-the-effect' },
  { script: 'steady', turnsRed: 'kept', mutant: 'every-tenth-checkout-forgotten' },
];

/**
 * Not a defect: a reference that processes `perSecond` requests per second, one after another. The script `capacity` has to measure that.
 */
export const plantedCapacity = { variant: 'serves-60-a-second', perSecond: 60 } as const;

/** In milliseconds: above the limit of `steady` for its 95th percentile. */
const SLOW_MS = 1_500;

export const loadMutants: readonly Variant[] = [
  {
    name: plantedCapacity.variant,
    what: `requests are carried out one after the other, ${plantedCapacity.perSecond} a second`,
    rules: (rules) => {
      const stoodStill = pausesOfThisProcess();
      let free = 0;
      return before('readBody', async (_, next) => {
        const now = performance.now();
        // A pause of this process (no CPU time) does not reduce the capacity: requests that arrived meanwhile count from the start of the
        // pause.
        free = Math.max(stoodStill(now) ?? now, free) + 1_000 / plantedCapacity.perSecond;
        // The next request begins at the planned end of this one, so that late timers do not add up.
        await pause(Math.max(0, free - now));
        return next();
      })(rules);
    },
  },
  {
    name: 'limit-of-130',
    what: '130 requests of a minute are let through',
    rules: limits({ requestsPerWindow: 130 }),
  },
  {
    name: 'original-answer-lost',
    what: 'where others come with the same key, the first is told that it is still being processed',
    rules: originalLost(),
  },
  {
    name: 'key-stored-after-the-effect',
    what: 'an idempotency key is stored a moment after its request was carried out',
    rules: around('keepKey', (own) => async (asked, next) => {
      const { keys } = asked.merchant;
      const key = asked.header('idempotency-key') ?? '';
      if (keys.has(key)) return own(asked, next);
      const aside: typeof keys = new Map();
      const reply = await own({ ...asked, merchant: { ...asked.merchant, keys: aside } }, next);
      await pause(60);
      const entry = aside.get(key);
      if (entry !== undefined) keys.set(key, entry);
      return reply;
    }),
  },
  {
    name: 'escrow-race',
    what: 'releases and refunds at once all find the escrow funded',
    rules: before('act', async (asked, next) => {
      const { record } = asked;
      const before = record?.status;
      if (!isAt(asked, ['releaseEscrow', 'refundEscrow']) || before !== 'funded') return next();
      await pause(15);
      (record as Escrow).status = before;
      return next();
    }),
  },
  {
    name: 'refunds-refused-in-a-crowd',
    what: 'refunds at once each hold their amount before it is looked whether they fit, and for a moment after they were refused',
    rules: around('checkGuards', (own) => async (asked, next) => {
      const { payment } = asked;
      if (!isAt(asked, 'createRefund') || payment === undefined) return own(asked, next);
      const amount = asked.body.integer('amount') ?? 0;
      payment.refunding += amount;
      await pause(30);
      payment.refunding -= amount;
      try {
        return await own(asked, next);
      } catch (refusal) {
        payment.refunding += amount;
        setTimeout(() => {
          payment.refunding -= amount;
        }, 60).unref();
        throw refusal;
      }
    }),
  },
  {
    name: 'kobo-lost-in-a-crowd',
    what: 'of payouts that come within a millisecond each takes one kobo too little',
    rules: (rules) => {
      let last = 0;
      return before('act', (asked, next) => {
        if (!isAt(asked, 'createPayout')) return next();
        const now = Date.now();
        if (now - last <= 1) asked.merchant.balance += 1;
        last = now;
        return next();
      })(rules);
    },
  },
  {
    name: 'webhook-lost-in-a-crowd',
    what: 'where more than three webhooks are under way, one in twenty is taken for delivered without being sent',
    transport: (transport) => {
      let underWay = 0;
      const sent = everyNth(20);
      return {
        ...transport,
        async send(request) {
          if (underWay > 3 && sent()) return 200;
          underWay += 1;
          try {
            return await transport.send(request);
          } finally {
            underWay -= 1;
          }
        },
      };
    },
  },
  {
    name: 'webhook-amounts-mixed-up',
    what: 'one event in a hundred carries the amount of the one before',
    rules: (rules) => {
      const mixed = everyNth(100);
      let amount: unknown = 0;
      return functions(({ payload }) => ({
        payload: (event) => {
          const own = event.amountMinor;
          const told = mixed() ? { ...event, amountMinor: amount } : event;
          amount = own;
          return payload(told);
        },
      }))(rules);
    },
  },
  {
    name: 'webhook-changed-after-signing',
    what: 'one webhook in a hundred is written anew after it was signed',
    transport: (transport) => {
      const changed = everyNth(100);
      return {
        ...transport,
        send: (request) =>
          transport.send(changed() ? { ...request, body: JSON.stringify(JSON.parse(request.body), null, 1) } : request),
      };
    },
  },
  {
    name: 'every-tenth-answer-slow',
    what: `every tenth answer takes ${SLOW_MS} ms longer`,
    rules: (rules) => {
      const slow = everyNth(10);
      return before('readBody', async (_, next) => {
        if (slow()) await pause(SLOW_MS);
        return next();
      })(rules);
    },
  },
  {
    name: 'every-fiftieth-answer-500',
    what: 'every fiftieth request is answered 500',
    rules: (rules) => {
      const broken = everyNth(50);
      return before('readBody', (_, next) => {
        if (broken()) throw new Refusal({ status: 500, code: 'internal_error' }, 'something went wrong');
        return next();
      })(rules);
    },
  },
  {
    name: 'every-tenth-checkout-forgotten',
    what: 'every tenth checkout of less than 10,000 naira is created and then forgotten',
    rules: (rules) => {
      const forgotten = everyNth(10);
      return before('limitRate', async (asked, next) => {
        const reply = await next();
        const small = (asked.body.integer('amount') ?? 0) < 1_000_000;
        if (isAt(asked, 'createCheckout') && reply.status === 201 && small && forgotten())
          asked.merchant.records.checkout.delete(asked.body.text('reference') ?? '');
        return reply;
      })(rules);
    },
  },
];

/** Milliseconds between two readings of the time, and how much longer the interval has to be to count as a pause. */
const LOOK_MS = 5;
const PAUSE_MS = 10;

/** Returns the start of a pause of this process that has just ended, else null. Measures from its first call on. */
function pausesOfThisProcess(): (now: number) => number | null {
  let [looked, from, until] = [performance.now(), 0, Number.NEGATIVE_INFINITY];
  let looking: NodeJS.Timeout | null = null;
  const look = () => {
    const now = performance.now();
    if (now - looked > LOOK_MS + PAUSE_MS) [from, until] = [looked, now];
    looked = now;
  };
  return (now) => {
    if (looking === null) {
      looked = now;
      looking = setInterval(look, LOOK_MS).unref();
    }
    look();
    return now - until <= PAUSE_MS ? from : null;
  };
}

/** Returns true at every nth call. */
function everyNth(n: number): () => boolean {
  let count = 0;
  return () => ++count % n === 0;
}

function originalLost(): Change {
  const asking = new Map<string, number>();
  return around('keepKey', (own) => async (asked, next) => {
    const key = `${asked.merchant.id} ${asked.header('idempotency-key') ?? ''}`;
    const before = asking.get(key) ?? 0;
    asking.set(key, before + 1);
    const reply = await replyOf(() => own(asked, next));
    if (before > 0 || reply.status !== 201) return reply;
    await pause(15);
    const others = (asking.get(key) ?? 0) > 1;
    if (others) throw new Refusal(asked.service.rules.refusals.inProgress, 'still being processed');
    return reply;
  });
}
