import { table } from '../../support/alike/groups.ts';
import { atOnce } from '../../support/requests/at-once.ts';
import { madeAtOnce } from '../../support/requests/made-at-once.ts';

table('escrow.', [...atOnce, ...madeAtOnce]);
