import { table } from '../../support/alike/groups.ts';
import { alikeLinks } from '../../support/alike/links.ts';
import { longOver } from '../../support/calendar/long-over.ts';
import { monthsLater } from '../../support/calendar/months-later.ts';
import { allGoesOn } from '../../support/circumstances/all-goes-on.ts';
import { allStays } from '../../support/circumstances/all-stays.ts';
import { nothingElse } from '../../support/console/nothing-else.ts';
import { byDeeds } from '../../support/references/by-deeds.ts';
import { inTime } from '../../support/references/in-time.ts';
import { sandboxWallets } from '../../support/sandbox-wallets/rows.ts';
import { manyDue } from '../../support/settling/many-due.ts';
import { aYearLater } from '../../support/states/a-year-later.ts';
import { readMeanwhile } from '../../support/states/read-meanwhile.ts';
import { untaken } from '../../support/untaken/untaken.ts';

table('wallet-link.', [
  ...alikeLinks,
  ...inTime,
  ...byDeeds,
  ...readMeanwhile,
  ...aYearLater,
  ...monthsLater,
  ...manyDue,
  ...longOver,
  ...sandboxWallets,
  ...nothingElse,
  ...allGoesOn,
  ...allStays,
]);
table('wallet.', [...sandboxWallets, ...nothingElse, ...allStays, ...monthsLater, ...manyDue]);
untaken('wallet-link.');
