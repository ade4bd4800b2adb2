import { table } from '../support/alike/groups.ts';
import { manyTogether } from '../support/settling/many-together.ts';

table('refund.', manyTogether);
