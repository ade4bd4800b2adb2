import { refusedToOthers } from '../support/access/refused-to-others.ts';
import { table } from '../support/alike/groups.ts';
import { strangersTable } from '../support/strangers.ts';

strangersTable('checkout.other-merchant-sees-nothing', 'checkout');

table('checkout.', refusedToOthers);
