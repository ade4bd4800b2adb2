import { refusedToOthers } from '../../support/access/refused-to-others.ts';
import { table } from '../../support/alike/groups.ts';
import { strangersTable } from '../../support/strangers.ts';

strangersTable('wallet-link.other-merchant', 'wallet link');

table('wallet-link.', refusedToOthers);
table('wallet.', refusedToOthers);
