import { checks, expect } from '../../../lib/interface/index.ts';
import { approvedOf, severalApproved } from '../../support/alike/several-approved.ts';

checks(
  'escrow.wallet-linked',
  severalApproved,
  ({ words }) => `${words}: escrows for their wallets are accepted`,
  async (context, { run }) => {
    for (const { as, link } of approvedOf(await run(context))) {
      await context.console.change(as, { requireLinkedWallets: true });

      expect(await as.createEscrow({ seller: { walletId: link.wallet.walletId } })).toHaveStatus(201);
    }
  },
  ({ needs }) => ({ needs: [...needs, 'linked-wallets-setting'], drawn: 1 }),
);
