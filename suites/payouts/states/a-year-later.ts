import { table } from '../../support/alike/groups.ts';
import { longOver } from '../../support/calendar/long-over.ts';
import { aYearLater } from '../../support/states/a-year-later.ts';
import { monthsLater } from '../../support/states/months-later.ts';

table('payout.', aYearLater);
table('payout.', monthsLater);
table('payout.', longOver);
