import { table } from '../../support/alike/groups.ts';
import { alikePayouts } from '../../support/alike/payouts.ts';
import { allGoesOn } from '../../support/circumstances/all-goes-on.ts';
import { allStays } from '../../support/circumstances/all-stays.ts';
import { nothingElse } from '../../support/console/nothing-else.ts';
import { failedOften } from '../../support/often/failed-often.ts';

table('payout.', [...alikePayouts, ...nothingElse, ...allGoesOn, ...allStays, ...failedOften]);
