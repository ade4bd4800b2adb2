import { byItsId } from '../../support/access/by-its-id.ts';
import { refusedToOthers } from '../../support/access/refused-to-others.ts';
import { table } from '../../support/alike/groups.ts';
import { strangersTable } from '../../support/strangers.ts';

strangersTable('escrow.other-merchant', 'escrow', 'escrow.other-merchant-cannot-act');

table('escrow.', refusedToOthers);
table('escrow.', byItsId);
