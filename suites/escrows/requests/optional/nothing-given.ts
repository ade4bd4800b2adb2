import { table } from '../../../support/alike/groups.ts';
import { nothingGiven } from '../../../support/requests/nothing-given.ts';

table('escrow.', nothingGiven);
