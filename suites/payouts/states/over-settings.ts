import { settlesOverSettings } from '../../support/states/timers.ts';

settlesOverSettings('payout.');
