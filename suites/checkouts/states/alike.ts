import { alikeCheckouts } from '../../support/alike/checkouts.ts';
import { table } from '../../support/alike/groups.ts';
import { oneAmount } from '../../support/alike/one-amount.ts';
import { allGoesOn } from '../../support/circumstances/all-goes-on.ts';
import { allStays } from '../../support/circumstances/all-stays.ts';
import { nothingElse } from '../../support/console/nothing-else.ts';
import { failedOften } from '../../support/often/failed-often.ts';
import { byDeeds } from '../../support/references/by-deeds.ts';
import { inTime } from '../../support/references/in-time.ts';
import { sideBySide } from '../../support/side-by-side.ts';
import { untaken } from '../../support/untaken/untaken.ts';

table('checkout.', [
  ...alikeCheckouts,
  ...inTime,
  ...byDeeds,
  ...sideBySide,
  ...oneAmount,
  ...nothingElse,
  ...allGoesOn,
  ...allStays,
  ...failedOften,
]);
untaken('checkout.');
