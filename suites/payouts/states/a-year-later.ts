import { table } from '../../support/alike/groups.ts';
import { longOver } from '../../support/calendar/long-over.ts';
import { monthsLater } from '../../support/calendar/months-later.ts';
import { aYearLater } from '../../support/states/a-year-later.ts';

table('payout.', aYearLater);
table('payout.', monthsLater);
table('payout.', longOver);
