import { shared } from '../../../lib/interface/index.ts';
import { answered, attempt, DAYS, may, noOtherEvents, type World } from './later.ts';

const payments = shared(
  'payments and refunds, and what is done to them later',
  ['buyer', 'payment-failure', 'webhooks'],
  async (context): Promise<World> => {
    const { merchant, buyer, time } = context;
    const whole = await buyer.paid(merchant, { amount: 9_001 });
    const first = await merchant.refundSettles(whole, { amount: 4_000 });
    const failing = await merchant.settles(
      await merchant.refund(whole, { amount: 1_003, reason: 'sandbox_fail' }),
      'failed',
    );
    const last = await merchant.refundSettles(whole, { amount: 5_001 });
    await merchant.createRefund({ paymentReference: whole.reference, amount: 1 });
    const part = await buyer.paid(merchant, { amount: 7_000 });
    const partRefund = await merchant.refundSettles(part, { amount: 6_999 });
    const atOnce = await buyer.paid(merchant, { amount: 6_007 });
    const wholeRefund = await merchant.refundSettles(atOnce, { amount: 6_007 });
    const failed = await buyer.fails(merchant, await merchant.checkout());
    await merchant.createRefund({ paymentReference: failed.reference, amount: 100 });
    const unpaid = await merchant.checkout();
    for (const paid of [whole, part, atOnce]) {
      await attempt(buyer.tries(merchant, paid, 'failed'));
      await attempt(buyer.tries(merchant, paid, 'succeeded'));
      await merchant.createCheckout({ reference: paid.reference });
    }
    await attempt(buyer.tries(merchant, failed, 'succeeded'));
    await time.wait(DAYS, 'no more events come');
    await attempt(buyer.tries(merchant, unpaid, 'succeeded'));
    await attempt(buyer.tries(merchant, failed, 'succeeded'));
    await time.wait(60, 'no more events come');
    return {
      merchant,
      told: {
        'a checkout refunded in three goes, one of which failed': may(whole, 'payment.succeeded'),
        'a checkout refunded in part': may(part, 'payment.succeeded'),
        'a checkout refunded at once': may(atOnce, 'payment.succeeded'),
        'a checkout that failed': may(failed, 'payment.failed'),
        'a checkout that expired': may(unpaid, 'payment.failed'),
        'the first refund of several': may(first, 'refund.succeeded'),
        'the last refund of several': may(last, 'refund.succeeded'),
        'a failed refund between two': may(failing, 'refund.failed'),
        'a refund of a part': may(partRefund, 'refund.succeeded'),
        'a refund of the whole': may(wholeRefund, 'refund.succeeded'),
      },
    };
  },
);

const escrows = shared(
  'escrows, and what is done to them later',
  ['escrow-buyer', 'escrow-dispute', 'webhooks'],
  async (context): Promise<World> => {
    const { merchant, buyer, time } = context;
    const { api } = merchant;
    const released = await buyer.funded(merchant);
    answered(await api.releaseEscrow(released.reference), 'the release');
    const refunded = await buyer.funded(merchant);
    await buyer.disputes(merchant, refunded);
    await merchant.becomes(refunded, 'disputed', 60);
    answered(await api.refundEscrow(refunded.reference, {}), 'the refund');
    const disputed = await buyer.funded(merchant, { autoReleaseHours: 1 });
    await buyer.disputes(merchant, disputed);
    const cancelled = await merchant.escrow();
    answered(await api.cancelEscrow(cancelled.reference), 'cancelling');
    const expired = await merchant.escrow();
    const byItself = await buyer.funded(merchant, { autoReleaseHours: 1 });
    const meddle = async () => {
      for (const over of [released, refunded, byItself]) {
        await api.cancelEscrow(over.reference);
        await attempt(buyer.disputes(merchant, over));
        await attempt(buyer.paysEscrow(merchant, over));
      }
      for (const over of [cancelled, expired]) {
        await api.releaseEscrow(over.reference);
        await attempt(buyer.paysEscrow(merchant, over));
        await attempt(buyer.disputes(merchant, over));
      }
      await api.releaseEscrow(refunded.reference);
    };
    await time.wait(2 * 3_600, 'an escrow is released by itself');
    await merchant.becomes(byItself, 'released', 600);
    await time.wait(DAYS, 'no more events come');
    await meddle();
    await time.wait(60, 'no more events come');
    return {
      merchant,
      told: {
        'a released escrow': may(released, 'escrow.funded', 'escrow.released'),
        'a refunded escrow': may(refunded, 'escrow.funded', 'escrow.disputed', 'escrow.refunded'),
        'a disputed escrow': may(disputed, 'escrow.funded', 'escrow.disputed'),
        'an escrow that was released by itself': may(byItself, 'escrow.funded', 'escrow.released'),
        'a cancelled escrow': may(cancelled, 'escrow.cancelled'),
        'an expired escrow': may(expired, 'escrow.cancelled'),
      },
    };
  },
);

const others = shared(
  'payouts and links, and what is done to them later',
  ['wallets', 'webhooks'],
  async (context): Promise<World> => {
    const { merchant, wallets, time } = context;
    const { api } = merchant;
    const good = await merchant.settles(await merchant.payout());
    const bad = await merchant.settles(await merchant.payout({ recipient: { accountNumber: '0000000000' } }), 'failed');
    for (const { reference } of [good, bad]) await merchant.createPayout({ reference });
    const [rejected, revoked, expired] = [await wallets.make(), await wallets.make(), await wallets.make()];
    const no = await wallets.link(merchant, rejected);
    await wallets.decide(merchant, no, 'reject');
    const yes = await wallets.approvedLink(merchant, revoked);
    answered(await api.deleteWalletLink(yes.linkId), 'unlinking');
    const late = await wallets.link(merchant, expired, { expiresInMinutes: 5 });
    const stays = await wallets.approvedLink(merchant, rejected);
    await time.wait(DAYS, 'no more events come');
    for (const { linkId } of [no, yes, late]) {
      await api.approveWalletLink(linkId);
      await api.rejectWalletLink(linkId);
      await api.deleteWalletLink(linkId);
    }
    await time.wait(60, 'no more events come');
    return {
      merchant,
      told: {
        'a payout that succeeded': may(good, 'payout.succeeded'),
        'a payout that failed': may(bad, 'payout.failed'),
        'a rejected link': may({ reference: no.linkId }, 'wallet.link.rejected'),
        'a revoked link': may({ reference: yes.linkId }, 'wallet.link.approved', 'wallet.link.revoked'),
        'an expired link': may({ reference: late.linkId }, 'wallet.link.expired'),
        'an approved link, beside a rejected one': may({ reference: stays.linkId }, 'wallet.link.approved'),
      },
    };
  },
);

noOtherEvents('payments and refunds', payments, ['buyer', 'payment-failure']);
noOtherEvents('escrows', escrows, ['escrow-buyer', 'escrow-dispute']);
noOtherEvents('payouts and links', others, ['wallets']);
