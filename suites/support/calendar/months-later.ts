import { expect, field, NotExercised, of, shared } from '../../../lib/interface/index.ts';
import type { Row } from '../alike/groups.ts';
import { DAY } from '../attempts.ts';

// An approved link, a linkRef, a record and an undecided dispute do not expire: the interface states no time after which they end. Each is begun
// here, and used or ended months later.

const MONTHS = 100 * DAY;
const waits = '2450h';
const ofDisputes = ['escrow-buyer', 'escrow-dispute'] as const;
const ofLinks = ['wallets'] as const;

const ends = ['REJECTED', 'EXPIRED', 'REVOKED'] as const;

const disputes = shared('disputes that go on for months', ofDisputes, async (context) => {
  const { merchant, buyer, time } = context;
  const [whole, part] = [await buyer.funded(merchant), await buyer.funded(merchant, { amount: 40_009 })];
  for (const escrow of [whole, part]) await buyer.disputes(merchant, escrow);
  await time.wait(MONTHS, 'months pass');
  // When an administrator decides a dispute is not shown.
  for (const escrow of [whole, part])
    if (field((await merchant.get(escrow)).json, 'status') !== 'disputed')
      throw new NotExercised('the disputes were decided before');
  return {
    merchant,
    answers: [
      await merchant.api.refundEscrow(whole.reference, { reason: 'Came back' }),
      await merchant.api.refundEscrow(part.reference, { amount: 10_007 }),
    ],
    refunded: [await merchant.get(whole), await merchant.get(part)],
    got: [
      { reference: whole.reference, amount: whole.amount },
      { reference: part.reference, amount: 10_007 },
    ],
  };
});

const links = shared('links that are months old', ofLinks, async (context) => {
  const { merchant, wallets, time } = context;
  const [unlinked, open] = [await wallets.make(), await wallets.make()];
  const { linkId } = await wallets.approvedLink(merchant, unlinked);
  await wallets.approvedLink(merchant, open);
  const ended = [];
  for (const end of ends) {
    const link = await wallets.link(merchant, await wallets.make(), { expiresInMinutes: 5 });
    if (end === 'REJECTED') await wallets.decide(merchant, link, 'reject');
    if (end === 'REVOKED') {
      await wallets.decide(merchant, link, 'approve');
      await merchant.api.deleteWalletLink(link.linkId);
    }
    ended.push({ end, link });
  }
  await time.wait(MONTHS, 'months pass');
  const known = [];
  for (const { end, link } of ended) {
    const fields = { linkRef: link.linkRef, expiresInMinutes: 5 };
    known.push({ end, linkId: link.linkId, again: await wallets.createLink(merchant, link.wallet, fields) });
  }
  const balance = await merchant.api.getWalletBalance(open.walletId);
  await merchant.api.deleteWalletLink(linkId);
  return { merchant, known, balance, linkId, revoked: await merchant.api.getWalletLink(linkId) };
});

/** Checks for several chapters: see `table`. */
export const monthsLater: readonly Row[] = [
  {
    id: 'escrow.disputed-refunded',
    title: 'disputes that have gone on for months end with a refund, of all and of a part',
    needs: ofDisputes,
    waits,
    async check(context) {
      const { answers, refunded } = await disputes(context);
      for (const answer of answers) expect(answer).toHaveStatus(200);
      for (const record of refunded) expect(record).toHaveField('status', 'refunded');
    },
  },
  {
    id: 'webhook.escrow-refunded-amount',
    title: 'disputes that have gone on for months, refunded with a reason alone and in part: what the buyer got',
    needs: [...ofDisputes, 'webhooks'],
    waits,
    async check(context) {
      const { merchant, got } = await disputes(context);
      for (const { reference, amount } of got) {
        const event = await merchant.webhooks.given('escrow.refunded', reference);
        expect(of(event, 'amountMinor')).toBe(amount);
      }
    },
  },
  {
    id: 'payout.record-recipient',
    title: 'the record of a payout months ago has a recipient',
    needs: [],
    waits,
    async check({ merchant, time }) {
      const payout = await merchant.settles(await merchant.payout());
      await time.wait(MONTHS, 'months pass');

      expect(await merchant.get(payout)).toFit('payoutRecord', 'recipient');
    },
  },
  {
    id: 'wallet-link.revoked',
    title: 'a link that was approved months ago is unlinked',
    needs: ofLinks,
    waits,
    async check(context) {
      expect((await links(context)).revoked).toHaveField('status', 'REVOKED');
    },
  },
  {
    id: 'webhook.link-revoked',
    title: 'a link that was approved months ago is unlinked: wallet.link.revoked is sent',
    needs: [...ofLinks, 'webhooks'],
    waits,
    async check(context) {
      const { merchant, linkId } = await links(context);
      await merchant.webhooks.arrives('wallet.link.revoked', linkId);
    },
  },
  {
    id: 'wallet.balance-when-approved',
    title: 'a link that was approved months ago opens the balance',
    needs: ofLinks,
    waits,
    async check(context) {
      expect((await links(context)).balance).toHaveStatus(200);
    },
  },
  ...ends.map(
    (end): Row => ({
      id: 'wallet-link.known-ref-later',
      title: `the linkRef of a link that has been ${end} for months leads to it`,
      needs: ofLinks,
      waits,
      async check(context) {
        for (const { end: ofThis, linkId, again } of (await links(context)).known)
          if (ofThis === end) expect(again).toHaveField('linkId', linkId);
      },
    }),
  ),
];
