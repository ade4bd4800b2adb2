import { table } from '../../support/alike/groups.ts';
import { aYearLater } from '../../support/states/a-year-later.ts';

table('payout.', aYearLater);
