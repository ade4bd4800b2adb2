import {
  Blocked,
  type CheckContext,
  type Created,
  type Exchange,
  type Link,
  type Merchant,
  NotExercised,
  shared,
} from '../../lib/interface/index.ts';
import { attempt, DAY, HOUR } from './attempts.ts';

// One merchant with many objects, each over by a long way round; then time passes for all of them at once, and all are looked at again.

/** What is over, and what it was right then. */
export interface Over {
  readonly look: () => Promise<Exchange>;
  readonly ended: Exchange;
  readonly reference: string;
  /** What is tried with it more than a day after its end. */
  readonly tryLate?: () => Promise<unknown>;
}

type Lead = (context: CheckContext) => Promise<Record<string, Over>>;

/** An hour, 30 and 72 hours after the last of them was over. */
export const looks = ['an hour later', '30 hours later', '72 hours later'] as const;
export type Look = (typeof looks)[number];

async function over(merchant: Merchant, resource: Created, tryLate?: Over['tryLate']): Promise<Over> {
  const look = () => merchant.get(resource);
  return { look, ended: await look(), reference: resource.reference, ...(tryLate && { tryLate }) };
}

const leads: readonly Lead[] = [
  async ({ merchant, buyer }) => {
    const payment = await buyer.paid(merchant, { amount: 70_007, metadata: { order: { code: 'A-1' } } });
    const first = await merchant.refundSettles(payment, { amount: 30_003 });
    const failing = await merchant.refund(payment, { amount: 10_001, reason: 'sandbox_fail' });
    const beyond = await merchant.createRefund({ paymentReference: payment.reference, amount: 40_004 + 1 });
    if (beyond.status === 201) throw new Blocked('a refund beyond what was paid was accepted');
    await merchant.settles(failing, 'failed');
    const second = await merchant.refundSettles(payment, { amount: 5_002, reason: 'Came back' });
    const last = await merchant.settles(
      await merchant.refund(payment, { amount: 6_003, reason: 'sandbox_fail' }),
      'failed',
    );
    const fails = () => attempt(buyer.tries(merchant, payment, 'failed'));
    return {
      'a checkout refunded in part': await over(merchant, payment, fails),
      'a refund before three others': await over(merchant, first),
      'a refund that failed before others': await over(merchant, failing),
      'a refund between two that failed': await over(merchant, second),
      'a refund that failed after others': await over(merchant, last),
    };
  },
  async ({ merchant, buyer }) => {
    const payment = await buyer.paid(merchant, { amount: 9_001, description: 'Rice', metadata: { order: 17 } });
    await merchant.refundSettles(payment, { amount: 4_000 });
    const last = await merchant.refundSettles(payment, { amount: 5_001 });
    const whole = await over(merchant, payment);
    await attempt(buyer.tries(merchant, payment, 'failed'));
    await attempt(buyer.tries(merchant, payment, 'succeeded'));
    return { 'a checkout refunded as a whole': whole, 'the last refund of a checkout': await over(merchant, last) };
  },
  async ({ merchant, buyer }) => {
    const checkout = await buyer.fails(merchant, await merchant.checkout({ metadata: { order: { code: 'B-2' } } }));
    const pays = () => attempt(buyer.tries(merchant, checkout, 'succeeded'));
    return { 'a checkout whose payment failed': await over(merchant, checkout, pays) };
  },
  async ({ merchant }) => {
    const failing = await merchant.payout({ recipient: { accountNumber: '0000000000' }, narration: 'first' });
    const good = await merchant.payout({ amount: 12_003, narration: 'second' });
    await merchant.settles(failing, 'failed');
    await merchant.settles(good);
    return {
      'a payout that failed': await over(merchant, failing),
      'a payout that went well': await over(merchant, good),
    };
  },
  async ({ merchant, buyer }) => {
    const escrow = await buyer.funded(merchant, { autoReleaseHours: 24 });
    await buyer.disputes(merchant, escrow);
    await merchant.api.refundEscrow(escrow.reference, {});
    return { 'an escrow refunded after a dispute': await over(merchant, escrow) };
  },
  async ({ merchant, buyer }) => {
    const escrow = await buyer.funded(merchant, { autoReleaseHours: 24 });
    await buyer.releases(merchant, escrow);
    const released = await over(merchant, escrow, () => merchant.api.cancelEscrow(escrow.reference));
    await merchant.api.cancelEscrow(escrow.reference);
    return { 'an escrow released by its buyer': released };
  },
  async ({ merchant, buyer }) => {
    const escrow = await buyer.funded(merchant, { autoReleaseHours: 24 });
    await merchant.api.refundEscrow(escrow.reference, { amount: 20_000 });
    const disputes = () => attempt(buyer.disputes(merchant, escrow));
    return { 'an escrow refunded in part': await over(merchant, escrow, disputes) };
  },
  async ({ merchant, buyer }) => {
    const escrow = await merchant.escrow();
    await merchant.api.cancelEscrow(escrow.reference);
    const pays = () => attempt(buyer.paysEscrow(merchant, escrow));
    return { 'an escrow that was cancelled': await over(merchant, escrow, pays) };
  },
  (context) =>
    linked(context, 'a link revoked by its merchant', (link) => context.merchant.api.deleteWalletLink(link.linkId)),
  (context) => linked(context, 'an approved link'),
];

async function linked(
  { merchant, wallets }: CheckContext,
  words: string,
  ends: (link: Link) => Promise<unknown> = async () => {},
): Promise<Record<string, Over>> {
  const wallet = await wallets.make();
  const link = await wallets.approvedLink(merchant, wallet, { expiresInMinutes: 60 });
  await ends(link);
  const look = () => merchant.api.getWalletLink(link.linkId);
  // "Same linkRef returns the same link".
  const tryLate = () => wallets.createLink(merchant, wallet, { linkRef: link.linkRef });
  return { [words]: { look, ended: await look(), reference: link.linkId, tryLate } };
}

/** Made in the middle: it expires while the others grow old. */
const expires: Lead = async ({ merchant, buyer }) => {
  const checkout = await merchant.checkout({ amount: 4_004, description: 'Yam', metadata: { order: { code: 'C-3' } } });
  const escrow = await merchant.escrow();
  const pays = () => attempt(buyer.tries(merchant, checkout, 'succeeded'));
  const paysEscrow = () => attempt(buyer.paysEscrow(merchant, escrow));
  return {
    'an expired checkout': await over(merchant, checkout, pays),
    'an expired escrow': await over(merchant, escrow, paysEscrow),
  };
};

interface Seen {
  readonly over: Over;
  readonly at: Map<Look, Exchange>;
}

/** What could be led to its end here; one that could not does not keep the others from it. */
export const afterAllEnds = shared('many objects, long after all have ended', ['buyer'], async (context) => {
  const seen = new Map<string, Seen>();
  const errors: (Blocked | NotExercised)[] = [];
  for (const lead of [...leads, expires]) {
    try {
      for (const [words, each] of Object.entries(await lead(context))) seen.set(words, { over: each, at: new Map() });
    } catch (error) {
      if (!(error instanceof Blocked || error instanceof NotExercised)) throw error;
      errors.push(error);
    }
  }
  const passes = async (seconds: number, look: Look) => {
    await context.time.listen(seconds, 'what is over stays as it is');
    for (const { over: each, at } of seen.values()) at.set(look, await each.look());
  };
  await passes(HOUR, 'an hour later');
  await passes(DAY + 5 * HOUR, '30 hours later');
  for (const { over: each } of seen.values()) await each.tryLate?.();
  await passes(DAY + 18 * HOUR, '72 hours later');
  return { merchant: context.merchant, seen, errors };
});

export async function afterAll(context: CheckContext, words: string): Promise<{ merchant: Merchant } & Seen> {
  const { merchant, seen, errors } = await afterAllEnds(context);
  const own = seen.get(words);
  if (own === undefined) {
    const reason = `${words} was not to be had: ${errors.map(({ message }) => message).join('; ')}`;
    throw errors.some((error) => error instanceof NotExercised) ? new NotExercised(reason) : new Blocked(reason);
  }
  return { merchant, ...own };
}

export function seenAt({ at }: Seen, look: Look): Exchange {
  const found = at.get(look);
  if (found === undefined) throw new Blocked('suite fault: nothing was looked at');
  return found;
}
