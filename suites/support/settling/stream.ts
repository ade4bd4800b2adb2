import type { CheckContext, Created, Exchange, Link, Merchant } from '../../../lib/interface/index.ts';
import { attempt, HOUR } from '../attempts.ts';

// One merchant that goes on asking: something new of every kind, every few seconds at first, and then so often that less time passes between two
// requests of a kind than an object of that kind has.

const MINUTE = 60;
/** Seconds between two requests of the first two minutes: fewer than a sandbox payout takes. */
const STEP = 4;
/** Seconds within which something that has settled must be seen: as long as `Merchant.becomes` waits. */
const SETTLED = 124;
/** Seconds after its time within which an object must have ended: a target may look for what is due every few minutes. */
const LATE = 10 * MINUTE;

export interface Stream {
  readonly merchant: Merchant;
  readonly payout: Seen;
  readonly failingPayout: Seen;
  readonly refund: Seen;
  readonly failingRefund: Seen;
  readonly link: Seen;
  readonly escrow: Seen;
  readonly unpaidEscrow: Seen;
  readonly checkout: Seen;
  /** The payout whose event is answered with 500 each time. */
  readonly untaken: string;
}

export interface Seen {
  /** That of its event. */
  readonly reference: string;
  readonly record: Exchange;
}

/** The fields of payouts, escrows and links that the merchant always uses: those of the first are the same. */
const recipient = { accountName: 'Ada Obi', accountNumber: '3012345678' };
const failing = { ...recipient, accountNumber: '0000000000' };

export async function streamed(context: CheckContext): Promise<Stream> {
  const { merchant, buyer, wallets, time, data } = context;
  const seller = { walletId: data.walletId() };
  const payment = await buyer.paid(merchant, { amount: 60_013 });
  const funds = () => buyer.funded(merchant, { seller, autoReleaseHours: 1 });
  const asksLink = async () => wallets.createLink(merchant, await wallets.make(), { expiresInMinutes: 5 });

  const untaken = data.reference('untaken');
  merchant.webhooks.answer({ event: 'payout.succeeded', reference: untaken }, [500]);
  await merchant.payout({ reference: untaken });
  const long = {
    checkout: await merchant.checkout(),
    unpaidEscrow: await merchant.escrow({ seller }),
    escrow: await funds(),
  };
  const link: Link = await wallets.link(merchant, await wallets.make(), { expiresInMinutes: 5 });
  const short = {
    payout: await merchant.payout({ recipient }),
    failingPayout: await merchant.payout({ recipient: failing }),
    refund: await merchant.refund(payment, { amount: 101 }),
    failingRefund: await merchant.refund(payment, { amount: 103, reason: 'sandbox_fail' }),
  };

  let passed = 0;
  const until = async (seconds: number) => {
    if (seconds > passed) await time.wait(seconds - passed, 'the merchant goes on');
    passed = Math.max(passed, seconds);
  };
  const { reference: paymentReference } = payment;
  const others = [
    () => merchant.createCheckout(),
    () => merchant.get(short.payout),
    () => merchant.createEscrow({ seller }),
    () => merchant.get(short.refund),
    asksLink,
    () => merchant.api.getBalance(),
  ];
  for (let turn = 1; turn * STEP <= SETTLED; turn++) {
    await until(turn * STEP);
    await merchant.createPayout({ amount: 10_001 + turn, recipient });
    await merchant.createRefund({ paymentReference, amount: 103 + turn });
    await others[turn % others.length]?.();
  }
  const look = async (one: Created): Promise<Seen> => ({ reference: one.reference, record: await merchant.get(one) });
  const settled = {
    payout: await look(short.payout),
    failingPayout: await look(short.failingPayout),
    refund: await look(short.refund),
    failingRefund: await look(short.failingRefund),
  };

  /** At each of these times the merchant makes one of every kind. */
  const goesOn = async (times: readonly number[]) => {
    for (const seconds of times) {
      await until(seconds);
      await merchant.createPayout({ recipient });
      await merchant.createCheckout();
      await merchant.createEscrow({ seller });
      await asksLink();
      await attempt(funds());
    }
  };
  const ends = async (due: number, before: readonly number[]) => {
    const after = [1, 4, 7, 10].map((minutes) => due + minutes * MINUTE - 10);
    await goesOn([...before, due - 10, ...after]);
    await until(due + LATE);
  };
  await ends(5 * MINUTE, [160, 220]);
  const linkRecord = await merchant.api.getWalletLink(link.linkId);
  await ends(HOUR, [25 * MINUTE, 45 * MINUTE]);
  const escrow = await look(long.escrow);
  await ends(24 * HOUR, [8 * HOUR, 16 * HOUR, 23 * HOUR]);
  return {
    merchant,
    ...settled,
    link: { reference: link.linkId, record: linkRecord },
    escrow,
    unpaidEscrow: await look(long.unpaidEscrow),
    checkout: await look(long.checkout),
    untaken,
  };
}
