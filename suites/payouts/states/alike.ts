import { table } from '../../support/alike/groups.ts';
import { alikePayouts } from '../../support/alike/payouts.ts';
import { allGoesOn } from '../../support/circumstances/all-goes-on.ts';
import { nothingElse } from '../../support/console/nothing-else.ts';

table('payout.', [...alikePayouts, ...nothingElse, ...allGoesOn]);
