import { alikePayouts } from '../support/alike-payouts.ts';
import { table } from '../support/groups.ts';

table('payout.', alikePayouts);
