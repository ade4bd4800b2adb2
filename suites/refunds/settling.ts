import { table } from '../support/alike/groups.ts';
import { goesOn } from '../support/settling/goes-on.ts';
import { manyTogether } from '../support/settling/many-together.ts';
import { takesLong } from '../support/settling/takes-long.ts';
import { whatIsTied } from '../support/settling/what-is-tied.ts';

table('refund.', [...manyTogether, ...goesOn, ...whatIsTied, ...takesLong]);
