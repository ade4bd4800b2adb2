import { table } from '../../support/alike/groups.ts';
import { alikePayouts } from '../../support/alike/payouts.ts';
import { nothingElse } from '../../support/console/nothing-else.ts';

table('payout.', [...alikePayouts, ...nothingElse]);
