import { table } from '../support/alike/groups.ts';
import { acrossCalendar, madeOverCalendar } from '../support/calendar/made.ts';

table('refund.', madeOverCalendar);
table('refund.', acrossCalendar);
