import { table } from '../../support/alike/groups.ts';
import { alikePayouts } from '../../support/alike/payouts.ts';

table('payout.', alikePayouts);
