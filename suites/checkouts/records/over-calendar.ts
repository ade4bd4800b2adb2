import { table } from '../../support/alike/groups.ts';
import { madeOverCalendar } from '../../support/calendar/made.ts';

table('checkout.', madeOverCalendar);
