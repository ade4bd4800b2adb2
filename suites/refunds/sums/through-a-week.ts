import { table } from '../../support/alike/groups.ts';
import { throughAWeek } from '../../support/calendar/through-a-week.ts';

table('refund.', throughAWeek);
