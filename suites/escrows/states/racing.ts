import {
  Blocked,
  type Capability,
  type CheckContext,
  type Created,
  created,
  type Exchange,
  of,
  shared,
} from '../../../lib/interface/index.ts';
import { gain, gainInTheEnd, purseWherePossible } from '../money/money.ts';
import { reached } from '../support.ts';
import { toldOf } from './deeds.ts';

// Two ends at the same time: exactly one takes effect, and money and events agree with it.

const AMOUNT = 60_013;
const PART = 20_002;
const FEE = 1_501;
const ROUNDS = 2;

const release = ({ merchant }: CheckContext, { reference }: Created) => merchant.api.releaseEscrow(reference);
const refund = ({ merchant }: CheckContext, { reference }: Created) => merchant.api.refundEscrow(reference, {});
const refundPart = ({ merchant }: CheckContext, { reference }: Created) =>
  merchant.api.refundEscrow(reference, { amount: PART });
const cancel = ({ merchant }: CheckContext, { reference }: Created) => merchant.api.cancelEscrow(reference);
const pay = async ({ merchant, buyer }: CheckContext, escrow: Created) =>
  buyer.paysEscrow(merchant, escrow).then(() => null);
const buyerReleases = async ({ merchant, buyer }: CheckContext, escrow: Created) =>
  buyer.releases(merchant, escrow).then(() => null);
const dispute = async ({ merchant, buyer }: CheckContext, escrow: Created) =>
  buyer.disputes(merchant, escrow).then(() => null);

type Act = (context: CheckContext, escrow: Created) => Promise<Exchange | null>;

interface Race {
  readonly what: string;
  readonly needs: readonly Capability[];
  readonly paid: boolean;
  /** With a commission, where a wallet is taken for it. */
  readonly fee?: true;
  readonly acts: readonly [Act, Act];
  /** The permitted final states: the seller's gain in kobo, the events that may have come, and the act that must have been refused. */
  readonly ends: Readonly<Record<string, { seller: number; events: readonly string[]; without?: 0 | 1 }>>;
}

const money = ['escrow-buyer'] as const;
const wasReleased = { seller: AMOUNT, events: ['escrow.funded', 'escrow.released'] };
const wasRefunded = { seller: 0, events: ['escrow.funded', 'escrow.refunded'] };
const wasCancelled = { seller: 0, events: ['escrow.cancelled'] };

export const races: readonly Race[] = [
  {
    what: 'release and refund',
    needs: money,
    paid: true,
    acts: [release, refund],
    ends: { released: wasReleased, refunded: wasRefunded },
  },
  {
    what: 'release and release',
    needs: money,
    paid: true,
    fee: true,
    acts: [release, release],
    ends: { released: wasReleased },
  },
  { what: 'refund and refund', needs: money, paid: true, acts: [refund, refund], ends: { refunded: wasRefunded } },
  {
    what: 'two refunds in part',
    needs: money,
    paid: true,
    acts: [refundPart, refundPart],
    ends: { refunded: { seller: AMOUNT - PART, events: [...wasRefunded.events, 'escrow.released'] } },
  },
  {
    what: 'cancel and payment',
    needs: money,
    paid: false,
    acts: [cancel, pay],
    ends: { cancelled: wasCancelled, funded: { seller: 0, events: ['escrow.funded'] } },
  },
  { what: 'cancel and cancel', needs: [], paid: false, acts: [cancel, cancel], ends: { cancelled: wasCancelled } },
  {
    what: 'payment and payment',
    needs: money,
    paid: false,
    acts: [pay, pay],
    ends: { funded: { seller: 0, events: ['escrow.funded'] } },
  },
  {
    what: 'release by the merchant and by the buyer',
    needs: [...money, 'escrow-buyer-release'],
    paid: true,
    fee: true,
    acts: [release, buyerReleases],
    ends: { released: wasReleased },
  },
  {
    // Whether a disputed escrow may be released is not shown.
    what: 'release and dispute',
    needs: [...money, 'escrow-dispute'],
    paid: true,
    acts: [release, dispute],
    ends: {
      released: { seller: AMOUNT, events: [...wasReleased.events, 'escrow.disputed'] },
      disputed: { seller: 0, events: ['escrow.funded', 'escrow.disputed'] },
    },
  },
  {
    what: 'refund and dispute',
    needs: [...money, 'escrow-dispute'],
    paid: true,
    acts: [refund, dispute],
    ends: {
      refunded: { seller: 0, events: [...wasRefunded.events, 'escrow.disputed'] },
      disputed: { seller: 0, events: ['escrow.funded', 'escrow.disputed'], without: 0 },
    },
  },
];

const runs = new Map(races.map((race) => [race, shared(`at once: ${race.what}`, race.needs, (c) => run(c, race))]));

async function run(context: CheckContext, race: Race) {
  const { merchant, buyer, time } = context;
  const seller = await purseWherePossible(context);
  const fields = { amount: AMOUNT, ...(seller && { seller: { walletId: seller.walletId } }) };
  const ours = race.fee ? await purseWherePossible(context) : null;
  const withFee = ours && { ...fields, feeAmount: FEE, feeWalletId: ours.walletId };
  const rounds = [];
  let taken = 0;
  for (let round = 0; round < ROUNDS; round++) {
    const made = withFee && (await merchant.createEscrow(withFee));
    // Which wallets feeWalletId may name is not shown.
    const hasFee = made?.status === 201;
    const escrow = hasFee ? created('escrow', made) : await merchant.escrow(fields);
    if (hasFee) taken += FEE;
    if (race.paid) await buyer.funds(merchant, escrow);
    const done = await Promise.all(race.acts.map((act) => wasDone(act(context, escrow))));
    rounds.push({ escrow, done });
  }
  await time.wait(60, 'what was asked for at once has come about');
  const ended = [];
  for (const { escrow, done } of rounds) ended.push({ escrow, done, record: await merchant.get(escrow) });
  const paid = ended.reduce((sum, { record }) => sum + (race.ends[String(of(record, 'status').value)]?.seller ?? 0), 0);
  const due = paid > 0 ? paid - taken : 0;
  const gained = seller && (due === 0 ? await gainInTheEnd(context, seller) : await gain(context, seller, due));
  const fees = ours && taken > 0 && paid > 0 ? { due: taken, gained: await gain(context, ours, taken) } : null;
  const both = race.what === 'release and refund' && ended.some(({ done }) => done.every(Boolean));
  const inTurn = both ? await inTurnToo(context) : false;
  return { ended: ended.map((each) => ({ ...each, told: toldOf(merchant, each.escrow) })), due, gained, fees, inTurn };
}

/** Whether the attempt succeeded; a Blocked error counts as a refusal. */
async function wasDone(act: ReturnType<Act>): Promise<boolean> {
  try {
    const answer = await act;
    return answer === null || answer.status < 300;
  } catch (error) {
    if (error instanceof Blocked) return false;
    throw error;
  }
}

/** Whether the target refunds released escrows, which is not shown: then both may succeed, one after the other. */
async function inTurnToo(context: CheckContext): Promise<boolean> {
  const escrow = await context.buyer.funded(context.merchant);
  await release(context, escrow);
  await reached(context.merchant, escrow, 'released');
  return (await refund(context, escrow)).status < 300;
}

export async function runOf(context: CheckContext, race: Race) {
  const found = runs.get(race);
  if (found === undefined) throw new Error(`no race ${race.what}`);
  return await found(context);
}
