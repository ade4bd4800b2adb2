import { checks, expect } from '../../../lib/interface/index.ts';
import { approvedOf, firstOf, severalApproved } from '../../support/alike/several-approved.ts';

checks(
  'wallet-link.approved-stays',
  severalApproved,
  ({ words }) => `${words}: the first is approved still`,
  async (context, { run }) => {
    for (const { record } of firstOf(await run(context))) expect(record).toHaveField('status', 'APPROVED');
  },
  ({ needs }) => ({ needs, drawn: 1 }),
);

checks(
  'wallet.balance-when-approved',
  severalApproved,
  ({ words }) => `${words}: each of them opens the balance`,
  async (context, { run }) => {
    for (const { balance } of approvedOf(await run(context))) {
      expect(balance).toHaveStatus(200);
      expect(balance).toHaveField('availableMinor', 8_642);
    }
  },
  ({ needs }) => ({ needs, drawn: 1 }),
);
