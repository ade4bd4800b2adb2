import { table } from '../support/alike/groups.ts';
import { inEachSetting } from '../support/settling/in-each-setting.ts';
import { manyTogether } from '../support/settling/many-together.ts';

inEachSetting('refund.');
table('refund.', manyTogether);
