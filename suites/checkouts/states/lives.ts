import { type CheckContext, type Created, type Exchange, type Merchant, shared } from '../../../lib/interface/index.ts';
import { attempt, DAY, HOUR, type Moment, moment } from '../../support/attempts.ts';

// The lives of a few checkouts, read at each stage. Attempts after their end must have no effect.

const order = {
  amount: 1_234_567,
  description: 'Ọlá’s order: rice & beans – "two bags"',
  customer: { email: 'ada@example.com' },
  metadata: { order: { code: 'A-17', tags: ['gift', 'fragile'] }, items: 2, weight: 0.25, coupon: null },
};

/** Another body, which differs in every field. */
const another = {
  amount: 7_700,
  description: 'another',
  customer: { email: 'b@example.com' },
  returnUrl: 'https://other.example.com/back',
  metadata: { order: { code: 'B-18' } },
};

type Times = Moment | null;

export interface Life {
  readonly merchant: Merchant;
  readonly checkout: Created;
  /** GET right after its creation. */
  readonly first: Exchange;
  /** GET right after it ended. */
  readonly ended: Exchange;
  /** The target's time before and after its creation, and before and after its end. */
  readonly times: readonly [Times, Times, Times, Times];
}

type End = (context: CheckContext, checkout: Created) => Promise<Exchange>;

function life(name: string, needs: Parameters<typeof shared>[1], end: End) {
  return shared(name, needs, async (context): Promise<Life> => {
    const { merchant } = context;
    const beforeCreation = await moment(context, "the target's time before a checkout was created");
    const checkout = await merchant.checkout(order);
    const created = await moment(context, "the target's time after a checkout was created");
    const first = await merchant.get(checkout);
    await context.time.wait(30, 'the buyer takes a while');
    const beforeEnd = await moment(context, "the target's time before a checkout ended");
    const ended = await end(context, checkout);
    const over = await moment(context, "the target's time after a checkout ended");
    return { merchant, checkout, first, ended, times: [beforeCreation, created, beforeEnd, over] };
  });
}

export const lives = {
  succeeded: life('a checkout that is paid', ['buyer'], async ({ merchant, buyer }, checkout) => {
    return (await buyer.pays(merchant, checkout)).exchange;
  }),
  failed: life('a checkout whose payment fails', ['payment-failure'], async ({ merchant, buyer }, checkout) => {
    return (await buyer.fails(merchant, checkout)).exchange;
  }),
  expired: life('a checkout that nobody pays', [], async ({ merchant, time }, checkout) => {
    await time.wait(DAY, 'an unpaid checkout expires');
    return await merchant.becomes(checkout, 'failed', 600);
  }),
} as const;

export type Ended = keyof typeof lives;

/** Attempts with a checkout that has ended, and GET after each. */
export interface Aftermath extends Life {
  readonly paidAgain: Exchange;
  readonly failedAgain: Exchange;
  /** The answer to a create with the same reference, and GET after that. */
  readonly duplicate: Exchange;
  readonly afterDuplicate: Exchange;
}

function aftermathOf(name: Ended) {
  return shared(`a ${name} checkout, tried again`, [], async (context): Promise<Aftermath> => {
    const there = await lives[name](context);
    const { merchant, checkout } = there;
    await attempt(context.buyer.tries(merchant, checkout, 'succeeded'));
    const paidAgain = await merchant.get(checkout);
    await attempt(context.buyer.tries(merchant, checkout, 'failed'));
    const failedAgain = await merchant.get(checkout);
    const duplicate = await merchant.createCheckout({ ...another, reference: checkout.reference });
    return { ...there, paidAgain, failedAgain, duplicate, afterDuplicate: await merchant.get(checkout) };
  });
}

export const aftermaths = {
  succeeded: aftermathOf('succeeded'),
  failed: aftermathOf('failed'),
  expired: aftermathOf('expired'),
} as const;

export interface Later extends Aftermath {
  readonly anHourLater: Exchange;
  readonly aDayLater: Exchange;
  /** The answer to a create with the same reference, a day after its end. */
  readonly lateDuplicate: Exchange;
}

function laterOf(name: Ended) {
  return shared(`a ${name} checkout, a day later`, [], async (context): Promise<Later> => {
    const there = await aftermaths[name](context);
    await context.time.listen(HOUR, 'a checkout that is over stays as it is');
    const anHourLater = await there.merchant.get(there.checkout);
    await context.time.listen(DAY, 'a checkout that is over stays as it is');
    const { merchant, checkout } = there;
    const lateDuplicate = await merchant.createCheckout({ ...another, reference: checkout.reference, amount: 8_800 });
    return { ...there, anHourLater, lateDuplicate, aDayLater: await merchant.get(checkout) };
  });
}

export const laters = {
  succeeded: laterOf('succeeded'),
  failed: laterOf('failed'),
  expired: laterOf('expired'),
} as const;

/** For each end: what a check needs that examines it, and how long it takes in target time. */
export const ends = [
  { end: 'succeeded', words: 'paid', needs: ['buyer'], waits: undefined },
  { end: 'failed', words: 'failed', needs: ['payment-failure'], waits: undefined },
  { end: 'expired', words: 'expired', needs: [], waits: '25h' },
] as const;
