import { Blocked, checks, expect, summary } from '../../../lib/interface/index.ts';
import { gain, gainNow, purse } from './money.ts';

// An event that is delivered more than once has happened once: neither its retry nor a Resend pays anybody again.

const AMOUNT = 50_000;

checks(
  'escrow.paid-out-once',
  [
    { event: 'escrow.released', what: 'released', refunded: null, share: AMOUNT },
    { event: 'escrow.refunded', what: 'refunded in part', refunded: 20_000, share: AMOUNT - 20_000 },
  ] as const,
  ({ event, what }) => `an escrow that was ${what}, and whose ${event} comes again, unacknowledged and then resent`,
  async (context, { event, refunded, share }) => {
    const { merchant, buyer, console, time } = context;
    const seller = await purse(context);
    const escrow = await buyer.funded(merchant, { amount: AMOUNT, seller: { walletId: seller.walletId } });
    const { reference } = escrow;
    merchant.webhooks.answer({ event, reference }, [500, 200]);
    const answer =
      refunded === null
        ? await merchant.api.releaseEscrow(reference)
        : await merchant.api.refundEscrow(reference, { amount: refunded });
    if (answer.status !== 200) throw new Blocked(`the escrow should have come to its end: ${summary(answer)}`);
    const gained = await gain(context, seller, share);
    await time.wait(100, `${event} comes again`);
    await console.resendEvent(merchant, event, reference);
    await time.wait(20, 'a second payment, which must not be, is made');

    expect(gained.value === share ? await gainNow(context, seller) : gained, 'what the seller has gained').toBe(share);
  },
  { needs: ['wallets', 'webhooks', 'deliveries', 'resend'], waits: '2m', drawn: 1 },
);
