import { expect, field, NotExercised, of, shared } from '../../../lib/interface/index.ts';
import type { Row } from '../alike/groups.ts';
import { DAY } from '../attempts.ts';

// What goes on for months: no sentence lets an approval, a reference or a field of a record end with time, nor a dispute that nobody has decided.
// Everything is begun at one time, and ended, or asked for once more, months later.

const MONTHS = 100 * DAY;
const waits = '2450h';
const needs = ['escrow-buyer', 'escrow-dispute', 'wallets'] as const;

const DECIDED = 'the disputes were decided before';

const ends = ['REJECTED', 'EXPIRED', 'REVOKED'] as const;

const life = shared('what goes on for months', needs, async (context) => {
  const { merchant, buyer, wallets, time } = context;
  const [disputed, partly] = [await buyer.funded(merchant), await buyer.funded(merchant, { amount: 40_009 })];
  for (const escrow of [disputed, partly]) await buyer.disputes(merchant, escrow);
  const payout = await merchant.settles(await merchant.payout());
  const [unlinked, open] = [await wallets.make(), await wallets.make()];
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
  const asked = [await merchant.get(disputed), await merchant.get(partly)];
  return {
    merchant,
    known,
    /** Whether both are disputed still: when an administrator decides is not shown. */
    goOn: asked.every((record) => field(record.json, 'status') === 'disputed'),
    balance,
    linkId: link.linkId,
    revoked: await merchant.api.getWalletLink(link.linkId),
    payout: await merchant.get(payout),
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
      const { answers, refunded, goOn } = await life(context);
      if (!goOn) throw new NotExercised(DECIDED);
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
      const { merchant, got, goOn } = await life(context);
      if (!goOn) throw new NotExercised(DECIDED);
      for (const { reference, amount } of got) {
        const event = await merchant.webhooks.given('escrow.refunded', reference);
        expect(of(event, 'amountMinor')).toBe(amount);
      }
    },
  },
  {
    id: 'payout.record-recipient',
    title: 'the record of a payout months ago has a recipient',
    needs,
    waits,
    async check(context) {
      expect((await life(context)).payout).toFit('payoutRecord', 'recipient');
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
      expect((await life(context)).balance).toHaveStatus(200);
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
