import { of } from '../../../lib/interface/index.ts';
import { writtenTable, writtenText } from '../../support/requests/written.ts';

writtenTable({
  id: 'wallet-link.created',
  name: 'link request',
  needs: ['wallets'],
  prepare: async ({ merchant, wallets, data }) => ({
    async body() {
      const { walletId } = await wallets.make();
      return { linkRef: data.reference('lnk'), walletId, requesterName: writtenText, expiresInMinutes: 30 };
    },
    send: (rawBody) => merchant.api.createWalletLink({}, { rawBody }),
    seen: async ({ linkRef, walletId }, answer) => [
      [of(answer, 'linkRef'), linkRef],
      [of(answer, 'walletId'), walletId],
    ],
  }),
});
