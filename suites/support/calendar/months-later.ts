import { expect, of, shared } from '../../../lib/interface/index.ts';
import type { Row } from '../alike/groups.ts';
import { DAY, expectSame } from '../attempts.ts';

// What goes on for months: no sentence lets a dispute, an approval, a reference or a field of a record end with time. Everything is begun at one
// time, and ended, or asked for once more, months later.

const MONTHS = 100 * DAY;
const waits = '2450h';
const needs = ['escrow-buyer', 'wallets'] as const;

/** Kobo; more than 32 bits hold. */
const BALANCE = 7_531_000_017;

const ends = ['REJECTED', 'EXPIRED', 'REVOKED'] as const;

const life = shared('what goes on for months', needs, async (context) => {
  const { merchant, buyer, wallets, time } = context;
  const [disputed, partly] = [await buyer.funded(merchant), await buyer.funded(merchant, { amount: 40_009 })];
  for (const escrow of [disputed, partly]) await buyer.disputes(merchant, escrow);
  const payout = await merchant.settles(await merchant.payout());
  const { exchange: recipient } = payout;
  const [unlinked, open] = [await wallets.make(), await wallets.make({ balanceMinor: BALANCE })];
  const link = await wallets.approvedLink(merchant, unlinked);
  await wallets.approvedLink(merchant, open);
  const ended = [];
  for (const end of ends) {
    const each = await wallets.link(merchant, await wallets.make(), { expiresInMinutes: 5 });
    if (end === 'REJECTED') await wallets.decide(merchant, each, 'reject');
    if (end === 'REVOKED') {
      await wallets.decide(merchant, each, 'approve');
      await merchant.api.deleteWalletLink(each.linkId);
    }
    ended.push({ end, link: each });
  }
  await time.wait(MONTHS, 'months pass');
  const known = [];
  for (const { end, link: each } of ended) {
    const { linkRef, wallet, linkId } = each;
    known.push({ end, linkId, again: await wallets.createLink(merchant, wallet, { linkRef, expiresInMinutes: 5 }) });
  }
  const balance = await merchant.api.getWalletBalance(open.walletId);
  await merchant.api.deleteWalletLink(link.linkId);
  return {
    merchant,
    known,
    balance,
    linkId: link.linkId,
    revoked: await merchant.api.getWalletLink(link.linkId),
    recipient: { first: recipient, later: await merchant.get(payout) },
    answers: [
      await merchant.api.refundEscrow(disputed.reference, { reason: 'Came back' }),
      await merchant.api.refundEscrow(partly.reference, { amount: 10_007 }),
    ],
    refunded: [await merchant.get(disputed), await merchant.get(partly)],
    got: [
      { reference: disputed.reference, amount: disputed.amount },
      { reference: partly.reference, amount: 10_007 },
    ],
  };
});

/** Checks for several chapters: see `table`. */
export const monthsLater: readonly Row[] = [
  {
    id: 'escrow.disputed-refunded',
    title: 'disputes that have gone on for months end with a refund, of all and of a part',
    needs,
    waits,
    async check(context) {
      const { answers, refunded } = await life(context);
      for (const answer of answers) expect(answer).toHaveStatus(200);
      for (const record of refunded) expect(record).toHaveField('status', 'refunded');
    },
  },
  {
    id: 'webhook.escrow-refunded-amount',
    title: 'disputes that have gone on for months, refunded with a reason alone and in part: what the buyer got',
    needs: [...needs, 'webhooks'],
    waits,
    async check(context) {
      const { merchant, got } = await life(context);
      for (const { reference, amount } of got) {
        const event = await merchant.webhooks.given('escrow.refunded', reference);
        expect(of(event, 'amountMinor')).toBe(amount);
      }
    },
  },
  {
    id: 'payout.record-recipient',
    title: 'the record of a payout months ago has the recipient that it had',
    needs,
    waits,
    async check(context) {
      const { first, later } = (await life(context)).recipient;
      expect(later).toFit('payoutRecord', 'recipient');
      expectSame(later, first, ['recipient']);
    },
  },
  {
    id: 'wallet-link.revoked',
    title: 'a link that was approved months ago is unlinked',
    needs,
    waits,
    async check(context) {
      expect((await life(context)).revoked).toHaveField('status', 'REVOKED');
    },
  },
  {
    id: 'webhook.link-revoked',
    title: 'a link that was approved months ago is unlinked: wallet.link.revoked is sent',
    needs: [...needs, 'webhooks'],
    waits,
    async check(context) {
      const { merchant, linkId } = await life(context);
      await merchant.webhooks.arrives('wallet.link.revoked', linkId);
    },
  },
  {
    id: 'wallet.balance-when-approved',
    title: 'a link that was approved months ago opens the balance',
    needs,
    waits,
    async check(context) {
      expect((await life(context)).balance).toHaveField('availableMinor', BALANCE);
    },
  },
  ...ends.map(
    (end): Row => ({
      id: 'wallet-link.known-ref-later',
      title: `the linkRef of a link that has been ${end} for months leads to it`,
      needs,
      waits,
      async check(context) {
        for (const { end: ofThis, linkId, again } of (await life(context)).known)
          if (ofThis === end) expect(again).toHaveField('linkId', linkId);
      },
    }),
  ),
];
