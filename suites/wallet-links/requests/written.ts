import { of } from '../../../lib/interface/index.ts';
import { table } from '../../support/alike/groups.ts';
import { whiteSpace } from '../../support/json/white-space.ts';
import { writtenTable } from '../../support/requests/written.ts';

// How long a requester's name may be, and which characters it may have, is not shown: uses a plain name, whose letters are written in each
// way.
writtenTable({
  id: 'wallet-link.created',
  name: 'link request',
  needs: ['wallets'],
  prepare: async ({ merchant, wallets, data }) => ({
    async body() {
      const { walletId } = await wallets.make();
      return { linkRef: data.reference('lnk'), walletId, requesterName: data.name(), expiresInMinutes: 30 };
    },
    send: (rawBody) => merchant.api.createWalletLink({}, { rawBody }),
    seen: async ({ linkRef, walletId }, answer) => [
      [of(answer, 'linkRef'), linkRef],
      [of(answer, 'walletId'), walletId],
    ],
  }),
});

table('wallet-link.', whiteSpace);
