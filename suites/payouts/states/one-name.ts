import { table } from '../../support/alike/groups.ts';
import { oneName } from '../../support/states/one-name.ts';

table('payout.', oneName);
