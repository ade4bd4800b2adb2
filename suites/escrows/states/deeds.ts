import {
  Blocked,
  type CheckContext,
  type Created,
  type EventKind,
  type Exchange,
  type Merchant,
  NotExercised,
  type Traced,
} from '../../../lib/interface/index.ts';
import { gainNow, type Purse } from '../money/money.ts';

// What merchant, buyer and time may do to an escrow, and what is observed afterwards: used by the tables of states.

const MINUTE = 60;
const HOUR = 60 * MINUTE;

/** Attempts, each named by who does what. */
export const deeds = {
  'the merchant releases': { needs: [], waits: undefined },
  'the merchant refunds': { needs: [], waits: undefined },
  'the merchant refunds a part': { needs: [], waits: undefined },
  'the merchant refunds a fraction': { needs: [], waits: undefined },
  'the merchant refunds for a wrong reason': { needs: [], waits: undefined },
  'the merchant refunds more than there is': { needs: [], waits: undefined },
  'the merchant cancels': { needs: [], waits: undefined },
  'the merchant creates another with its reference': { needs: [], waits: undefined },
  'the buyer pays': { needs: ['escrow-buyer'], waits: undefined },
  'the buyer releases': { needs: ['escrow-buyer', 'escrow-buyer-release'], waits: undefined },
  'the buyer asks for a refund': { needs: ['escrow-buyer', 'escrow-dispute'], waits: undefined },
  'a minute passes': { needs: [], waits: undefined },
  'the hour of its autoReleaseHours passes': { needs: [], waits: '1h' },
  'a day passes': { needs: [], waits: '25h' },
} as const;

export type Deed = keyof typeof deeds;

/** What was observed after an attempt. */
export interface Seen {
  /** The answer, if the merchant made the attempt. */
  readonly answer: Exchange | null;
  /** Whether the attempt was refused; null if it cannot be. */
  readonly refused: boolean | null;
  readonly record: Exchange;
  /** How much the wallets have gained, in kobo; null if there are none or they were not read. */
  readonly seller: Traced<number> | null;
  readonly fee: Traced<number> | null;
}

/** An escrow on which attempts are made. */
export interface Subject {
  readonly escrow: Created;
  readonly seller: Purse | null;
  readonly fee: Purse | null;
}

/** The attempts in order, each with its observation, or with an error if it could not be made. */
export type Tried = ReadonlyMap<Deed, Seen | Error>;

/** A step: makes these attempts one after another. If one cannot be made, the others still are. */
export async function tryAll(context: CheckContext, subject: Subject, list: readonly Deed[]): Promise<Tried> {
  const tried = new Map<Deed, Seen | Error>();
  for (const deed of list) {
    tried.set(
      deed,
      await tryOne(context, subject, deed).catch((error: unknown) => {
        if (error instanceof Blocked || error instanceof NotExercised) return error;
        throw error;
      }),
    );
  }
  return tried;
}

/** What was observed after an attempt; if it could not be made, throws its error. */
export function seenOf(tried: Tried, deed: Deed): Seen {
  const seen = tried.get(deed);
  if (seen === undefined) throw new Blocked(`suite fault: ${deed} was not tried`);
  if (seen instanceof Error) throw seen;
  return seen;
}

async function tryOne(context: CheckContext, subject: Subject, deed: Deed): Promise<Seen> {
  const { merchant, buyer, time } = context;
  const { escrow } = subject;
  const { reference } = escrow;
  const byMerchant = async (call: Promise<Exchange>): Promise<Seen> => {
    const answer = await call;
    const refused = answer.status >= 400 && answer.status < 500;
    return { answer, refused, record: await merchant.get(escrow), seller: null, fee: null };
  };
  const byBuyer = async (act: Promise<void>): Promise<Seen> => {
    const refused = await wasRefused(context, act);
    return { answer: null, refused, record: await merchant.get(escrow), seller: null, fee: null };
  };
  const byTime = async (seconds: number): Promise<Seen> => {
    await time.wait(seconds, 'nothing more comes of an escrow');
    const record = await merchant.get(escrow);
    const seller = subject.seller && (await gainNow(context, subject.seller));
    const fee = subject.fee && (await gainNow(context, subject.fee));
    return { answer: null, refused: null, record, seller, fee };
  };
  switch (deed) {
    case 'the merchant releases':
      return await byMerchant(merchant.api.releaseEscrow(reference));
    case 'the merchant refunds':
      return await byMerchant(merchant.api.refundEscrow(reference, {}));
    case 'the merchant refunds a part':
      return await byMerchant(merchant.api.refundEscrow(reference, { amount: 10_001 }));
    case 'the merchant refunds a fraction':
      return await byMerchant(merchant.api.refundEscrow(reference, { amount: 10_001.5 }));
    case 'the merchant refunds for a wrong reason':
      return await byMerchant(merchant.api.refundEscrow(reference, { amount: 10_001, reason: 17 }));
    case 'the merchant refunds more than there is':
      return await byMerchant(merchant.api.refundEscrow(reference, { amount: escrow.amount + 1 }));
    case 'the merchant cancels':
      return await byMerchant(merchant.api.cancelEscrow(reference));
    case 'the merchant creates another with its reference':
      return await byMerchant(merchant.createEscrow({ reference, amount: escrow.amount + 1_000 }));
    case 'the buyer pays':
      return await byBuyer(buyer.paysEscrow(merchant, escrow));
    case 'the buyer releases':
      return await byBuyer(buyer.releases(merchant, escrow));
    case 'the buyer asks for a refund':
      return await byBuyer(buyer.disputes(merchant, escrow));
    case 'a minute passes':
      return await byTime(MINUTE);
    case 'the hour of its autoReleaseHours passes':
      return await byTime(HOUR + 5 * MINUTE);
    case 'a day passes':
      return await byTime(24 * HOUR);
  }
}

async function wasRefused(context: CheckContext, act: Promise<void>): Promise<boolean> {
  try {
    await act;
    return false;
  } catch (error) {
    if (!(error instanceof Blocked)) throw error;
    context.note(`refused: ${error.message}`);
    return true;
  }
}

export const escrowEvents = [
  'escrow.funded',
  'escrow.disputed',
  'escrow.released',
  'escrow.refunded',
  'escrow.cancelled',
] as const satisfies readonly EventKind[];

export type Told = Readonly<Record<(typeof escrowEvents)[number], ReturnType<Merchant['webhooks']['surely']>>>;

/** The webhooks so far for each kind of escrow event; null for a merchant without webhooks. */
export function toldOf(merchant: Merchant, { reference }: Created): Told | null {
  if (merchant.access.webhookSecret === null) return null;
  return Object.fromEntries(
    escrowEvents.map((event) => [event, merchant.webhooks.surely(event, reference)]),
  ) as unknown as Told;
}
