import type { Link } from '../../../lib/interface/index.ts';
import { settingsSaved, timersTable } from '../../support/states/timers.ts';

const MINUTE = 60;

timersTable<Link>(
  'wallet-link.end-not-put-off',
  {
    of: 'a link of 20 minutes',
    alsoInLive: true,
    needs: ['wallets'],
    waits: '20m',
    begin: async ({ merchant, wallets }) =>
      wallets.link(merchant, await wallets.make(), { expiresInMinutes: 20, requesterName: 'Harbour Books' }),
    look: ({ merchant }, { linkId }) => merchant.api.getWalletLink(linkId),
    from: 'PENDING',
    to: 'EXPIRED',
    moments: [2 * MINUTE, 10 * MINUTE, 18 * MINUTE],
    before: 19 * MINUTE,
    end: 20 * MINUTE,
  },
  [
    {
      what: 'the same is asked for with its linkRef',
      act: ({ merchant, wallets }, { linkRef, wallet }) =>
        wallets.createLink(merchant, wallet, { linkRef, expiresInMinutes: 20, requesterName: 'Harbour Books' }),
    },
    {
      what: 'a malformed one is asked for with its linkRef',
      act: ({ merchant, wallets }, { linkRef, wallet }) =>
        wallets.createLink(merchant, wallet, { linkRef, expiresInMinutes: 61 }),
    },
    { what: 'the link is read', act: ({ merchant }, { linkId }) => merchant.api.getWalletLink(linkId) },
    {
      what: 'the balance is asked for',
      act: ({ merchant }, { wallet }) => merchant.api.getWalletBalance(wallet.walletId),
    },
    {
      what: 'another merchant tries to decide and to delete it',
      needs: ['other-merchant'],
      async act({ other }, { linkId }) {
        await other.api.approveWalletLink(linkId);
        await other.api.rejectWalletLink(linkId);
        await other.api.deleteWalletLink(linkId);
      },
    },
    {
      what: 'it is approved with a key that is none',
      act: ({ merchant }, { linkId }) =>
        merchant.api.approveWalletLink(linkId, { credentials: { apiKey: 'svc_test_sk_none' } }),
    },
    ...settingsSaved,
  ],
);
