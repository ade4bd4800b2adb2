import { refusedToOthers } from '../support/access/refused-to-others.ts';
import { table } from '../support/alike/groups.ts';

table('bank.', refusedToOthers);
