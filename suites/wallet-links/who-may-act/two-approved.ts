import { checks, expect } from '../../../lib/interface/index.ts';
import { twoApproved } from '../../support/alike/two-approved.ts';

checks(
  'wallet.balance-when-approved',
  twoApproved,
  ({ words }) => `${words}, and the balance of the other is open`,
  async (context, { run }) => {
    const { balance, due } = await run(context);

    expect(balance).toHaveStatus(200);
    expect(balance).toHaveField('availableMinor', due);
  },
  ({ needs }) => ({ needs, drawn: 1 }),
);

checks(
  'wallet-link.approved-stays',
  twoApproved,
  ({ words }) => `${words}, and the other is approved still`,
  async (context, { run }) => {
    const { gone, left } = await run(context);

    expect(gone).toHaveField('status', 'REVOKED');
    expect(left).toHaveField('status', 'APPROVED');
  },
  ({ needs }) => ({ needs, drawn: 1 }),
);

checks(
  ({ id }) => id,
  twoApproved,
  ({ words }) => `${words}, and it is that one which is revoked`,
  async (context, { run }) => {
    expect((await run(context)).gone).toHaveField('status', 'REVOKED');
  },
  ({ needs }) => ({ needs, drawn: 2 }),
);
