import { type CheckContext, check, checks, expect, inLive, of } from '../../../lib/interface/index.ts';
import { earlyInTheHour, expectRefusal } from '../support.ts';

// A link of a live merchant is that merchant's alone; the five requests of an hour are those of all of them.

const needs = ['live', 'other-live-merchant', 'wallets', 'wallet-owner'] as const;

/** Each check has a link of its own: one that waits for its owner would expire between two checks. */
async function linked({ merchant, wallets }: CheckContext, status: 'PENDING' | 'APPROVED') {
  const link = await wallets.link(merchant, await wallets.make(), { expiresInMinutes: 60 });
  if (status === 'APPROVED') await wallets.decide(merchant, link, 'approve');
  return link;
}

checks(
  'wallet-link.other-merchant',
  ['PENDING', 'APPROVED'] as const,
  (status) => `live, ${status}: another live merchant reads and deletes it in vain`,
  async (own, status) => {
    const context = inLive(own);
    const { merchant, other } = context;
    const { linkId } = await linked(context, status);

    expect(await other.api.getWalletLink(linkId)).toBeRefused();
    expect(await other.api.deleteWalletLink(linkId)).toBeRefused();
    expect(await merchant.api.getWalletLink(linkId)).toHaveField('status', status);
  },
  { needs, drawn: 1 },
);

check(
  'wallet.balance-per-merchant',
  'live: another live merchant gets no balance for it',
  async (own) => {
    const context = inLive(own);
    const { wallet } = await linked(context, 'APPROVED');

    expect(await context.other.api.getWalletBalance(wallet.walletId)).toHaveStatus(403);
  },
  { needs },
);

check(
  'wallet-link.ref-per-merchant',
  "live: another live merchant's request with the same linkRef does not get the link",
  async (own) => {
    const context = inLive(own);
    const { merchant, other, wallets } = context;
    const { linkId, linkRef, wallet } = await linked(context, 'PENDING');
    const answer = await wallets.createLink(other, await wallets.make(), { linkRef });

    expect(of(answer, 'linkId')).not.toBe(linkId);
    expect(of(answer, 'walletId')).not.toBe(wallet.walletId);
    expect(await merchant.api.getWalletLink(linkId)).toHaveField('status', 'PENDING');
  },
  { needs: ['live', 'other-live-merchant', 'wallets'] },
);

check(
  'wallet-link.sixth-refused-over-merchants',
  "live: three requests of one merchant and two of another's use up a wallet for both",
  async (own) => {
    const { merchant, other, wallets } = inLive(own);
    await earlyInTheHour(own);
    const wallet = await wallets.make();
    for (const each of [merchant, merchant, merchant, other, other]) await wallets.link(each, wallet);

    expectRefusal(await wallets.createLink(other, wallet));
    expectRefusal(await wallets.createLink(merchant, wallet));
  },
  { needs: ['live', 'other-live-merchant', 'wallets'] },
);
