import type { CheckContext, Created, Exchange, Merchant } from '../../../lib/interface/index.ts';
import { attempt, HOUR } from '../attempts.ts';

// One merchant that goes on asking: something new of every kind, every few seconds at first, and then so often that less time passes between two
// requests of a kind than an object of that kind has.

const MINUTE = 60;
/** Seconds between two requests at first: so many fewer than a sandbox payout takes that a slow answer makes no difference. */
const STEP = 3;
/** Seconds within which something that has settled must be seen: as long as `Merchant.becomes` waits. */
const SETTLED = 120;
/** Seconds after which the second of two of a kind is made: the first may have been made while other checks held the clock up. */
const SECOND = 30;
/** At a time at which no other check waits: the clock passes also while they act. */
const ALONE = 5.4 * HOUR;
/** Seconds after its time within which an object must have ended: a target may look for what is due every few minutes. */
const LATE = 10 * MINUTE;

/** Which ones of each kind are looked at. */
export interface Stream extends Readonly<Record<Short | Long | 'link', readonly Seen[]>> {
  readonly merchant: Merchant;
  /** The payout whose event is answered with 500 each time. */
  readonly untaken: string;
}

type Short = 'payout' | 'failingPayout' | 'refund' | 'failingRefund';
type Long = 'escrow' | 'unpaidEscrow' | 'checkout';

interface Seen {
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
  await time.wait(ALONE, 'other checks have ended');
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
  const { linkId } = await wallets.link(merchant, await wallets.make(), { expiresInMinutes: 5 });
  const { reference: paymentReference } = payment;
  const begins = async (): Promise<Record<Short, Created>> => ({
    payout: await merchant.payout({ recipient }),
    failingPayout: await merchant.payout({ recipient: failing }),
    refund: await merchant.refund(payment, { amount: 101 }),
    failingRefund: await merchant.refund(payment, { amount: 103, reason: 'sandbox_fail' }),
  });
  const short = [await begins()];

  let passed = 0;
  const until = async (seconds: number) => {
    if (seconds > passed) await time.wait(seconds - passed, 'the merchant goes on');
    passed = Math.max(passed, seconds);
  };
  const looksAt = () => short.flatMap(({ payout, refund }) => [merchant.get(payout), merchant.get(refund)]);
  const others = [
    () => merchant.createCheckout(),
    () => Promise.all(looksAt()),
    () => merchant.createEscrow({ seller }),
    () => merchant.api.getBalance(),
    asksLink,
  ];
  for (let turn = 1; turn * STEP <= SECOND + SETTLED; turn++) {
    await until(turn * STEP);
    const other = turn % 2 === 0 ? others[(turn / 2) % others.length] : undefined;
    await Promise.all([
      merchant.createPayout({ amount: 10_001 + turn, recipient }),
      merchant.createRefund({ paymentReference, amount: 103 + turn }),
      other?.(),
    ]);
    if (turn * STEP === SECOND) short.push(await begins());
  }
  const look = async (one: Created): Promise<Seen> => ({ reference: one.reference, record: await merchant.get(one) });
  const settled = async (kind: Short): Promise<Seen[]> => Promise.all(short.map((each) => look(each[kind])));
  const seen = {
    payout: await settled('payout'),
    failingPayout: await settled('failingPayout'),
    refund: await settled('refund'),
    failingRefund: await settled('failingRefund'),
  };

  /** The merchant makes these before something falls due, and until it must have ended. */
  const ends = async (due: number, before: readonly number[], makes: readonly (() => Promise<unknown>)[]) => {
    const after = [2, 6, 10].map((minutes) => due + minutes * MINUTE - 10);
    for (const seconds of [...before, due - 10, ...after]) {
      await until(seconds);
      for (const make of makes) await attempt(make());
    }
    await until(due + LATE);
  };
  const [asksCheckout, asksEscrow] = [() => merchant.createCheckout(), () => merchant.createEscrow({ seller })];
  await ends(5 * MINUTE, [200], [asksLink, asksCheckout]);
  const link = [{ reference: linkId, record: await merchant.api.getWalletLink(linkId) }];
  await ends(HOUR, [25 * MINUTE, 45 * MINUTE], [funds, () => merchant.createPayout({ recipient })]);
  const escrow = [await look(long.escrow)];
  await ends(24 * HOUR, [8 * HOUR, 16 * HOUR, 23 * HOUR], [asksCheckout, asksEscrow]);
  const checkout = [await look(long.checkout)];
  return { merchant, ...seen, link, escrow, checkout, unpaidEscrow: [await look(long.unpaidEscrow)], untaken };
}
