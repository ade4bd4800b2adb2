import { byItsId } from '../support/access/by-its-id.ts';
import { refusedToOthers } from '../support/access/refused-to-others.ts';
import { table } from '../support/alike/groups.ts';
import { namesakesTable } from '../support/namesakes.ts';
import { strangersTable } from '../support/strangers.ts';

strangersTable('payout.other-merchant-sees-nothing', 'payout');

namesakesTable({
  kind: 'payout',
  needs: [],
  ids: { apart: 'payout.references-apart', strangers: 'payout.other-merchant-sees-nothing' },
  prepare: async () => (as, reference, end) => {
    const accountNumber = end === 'failed' ? '0000000000' : '2087654321';
    return as.createPayout({ reference, amount: 12_007, recipient: { accountNumber, accountName: 'Ada Obi' } });
  },
});

table('payout.', refusedToOthers);
table('payout.', byItsId);
