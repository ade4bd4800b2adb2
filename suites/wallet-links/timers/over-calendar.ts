import { overCalendar } from '../../support/states/over-calendar.ts';

overCalendar('wallet-link.');
