import { byItsId } from '../support/access/by-its-id.ts';
import { refusedToOthers } from '../support/access/refused-to-others.ts';
import { table } from '../support/alike/groups.ts';
import { strangersTable } from '../support/strangers.ts';

strangersTable('checkout.other-merchant-sees-nothing', 'checkout');

table('checkout.', refusedToOthers);
table('checkout.', byItsId);
