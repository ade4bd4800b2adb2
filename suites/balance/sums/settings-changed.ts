import { table } from '../../support/alike/groups.ts';
import { nothingElse } from '../../support/console/nothing-else.ts';

table('balance.', nothingElse);
