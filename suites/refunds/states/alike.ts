import { alikeCheckouts } from '../../support/alike/checkouts.ts';
import { table } from '../../support/alike/groups.ts';
import { alikeRefunds } from '../../support/alike/refunds.ts';
import { allGoesOn } from '../../support/circumstances/all-goes-on.ts';
import { allStays } from '../../support/circumstances/all-stays.ts';
import { nothingElse } from '../../support/console/nothing-else.ts';
import { failedOften } from '../../support/often/failed-often.ts';

table('refund.', [...alikeRefunds, ...alikeCheckouts, ...nothingElse, ...allGoesOn, ...allStays, ...failedOften]);
