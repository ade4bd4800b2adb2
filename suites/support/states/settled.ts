import {
  type CheckContext,
  type Created,
  created,
  type Exchange,
  type Merchant,
  shared,
} from '../../../lib/interface/index.ts';
import { DAY, HOUR, type Moment, moment } from '../attempts.ts';

// The lives of refunds and payouts: their creation, their settlement, and their later records.

/** A refund or payout from its creation to its end. */
export interface Settled {
  readonly merchant: Merchant;
  readonly resource: Created;
  /** GET right after its creation: pending, or already settled. */
  readonly first: Exchange;
  /** GET right after it settled, or after far more than "a few seconds". */
  readonly ended: Exchange;
  /** The target's time before and after its creation. */
  readonly times: readonly [Moment | null, Moment | null];
}

/** A settled refund or payout, after a create with the same reference. */
export interface AskedAgain extends Settled {
  readonly duplicate: Exchange;
  readonly afterDuplicate: Exchange;
}

export interface Aged extends AskedAgain {
  readonly anHourLater: Exchange;
  readonly aDayLater: Exchange;
  /** The answer to a create with the same reference, a day after its end. */
  readonly lateDuplicate: Exchange;
}

type Needs = Parameters<typeof shared>[1];

interface Plan {
  readonly kind: 'refund' | 'payout';
  readonly needs: Needs;
  readonly becomes: 'succeeded' | 'failed';
  /** Returns the create call; with a `reference`, it creates another one with that reference. */
  readonly ask: (context: CheckContext) => Promise<(reference?: string) => Promise<Exchange>>;
}

/** Shared preparations: one refund or payout that settles, whose reference is used again, and that is read again later. */
export function settledLives(name: string, { kind, needs, becomes, ask }: Plan) {
  const live = shared(name, needs, async (context) => {
    const { merchant } = context;
    const request = await ask(context);
    const before = await moment(context, `the target's time before a ${kind} was created`);
    const resource = created(kind, await request());
    const after = await moment(context, `the target's time after a ${kind} was created`);
    const first = await merchant.get(resource);
    const ended = await merchant.becomes(resource, becomes);
    return { request, life: { merchant, resource, first, ended, times: [before, after] } as Settled };
  });
  const again = shared(`${name}, asked for again`, needs, async (context): Promise<AskedAgain> => {
    const { request, life } = await live(context);
    const duplicate = await request(life.resource.reference);
    return { ...life, duplicate, afterDuplicate: await life.merchant.get(life.resource) };
  });
  const aged = shared(`${name}, a day later`, needs, async (context): Promise<Aged> => {
    const [life, { request }] = [await again(context), await live(context)];
    await context.time.listen(HOUR, `the ${kind} that is over stays as it is`);
    const anHourLater = await life.merchant.get(life.resource);
    await context.time.listen(DAY, `the ${kind} that is over stays as it is`);
    const lateDuplicate = await request(life.resource.reference);
    return { ...life, anHourLater, lateDuplicate, aDayLater: await life.merchant.get(life.resource) };
  });
  return { live: async (context: CheckContext) => (await live(context)).life, again, aged };
}
