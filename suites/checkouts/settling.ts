import { table } from '../support/alike/groups.ts';
import { goesOn } from '../support/settling/goes-on.ts';
import { inEachSetting } from '../support/settling/in-each-setting.ts';
import { manyDue } from '../support/settling/many-due.ts';
import { takesLong } from '../support/settling/takes-long.ts';
import { whatIsTied } from '../support/settling/what-is-tied.ts';

inEachSetting('checkout.');
table('checkout.', [...goesOn, ...whatIsTied, ...manyDue, ...takesLong]);
