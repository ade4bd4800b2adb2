import { alikeEscrows } from '../../support/alike/escrows.ts';
import { table } from '../../support/alike/groups.ts';
import { lateEscrows } from '../../support/alike/late-escrows.ts';
import { oneAmount } from '../../support/alike/one-amount.ts';
import { longOver } from '../../support/calendar/long-over.ts';
import { monthsLater } from '../../support/calendar/months-later.ts';
import { allGoesOn } from '../../support/circumstances/all-goes-on.ts';
import { allStays } from '../../support/circumstances/all-stays.ts';
import { nothingElse } from '../../support/console/nothing-else.ts';
import { oneOfSeveral } from '../../support/console/one-of-several.ts';
import { failedOften } from '../../support/often/failed-often.ts';
import { byDeeds } from '../../support/references/by-deeds.ts';
import { inTime } from '../../support/references/in-time.ts';
import { sandboxWallets } from '../../support/sandbox-wallets/rows.ts';
import { manyDue } from '../../support/settling/many-due.ts';
import { takesLong } from '../../support/settling/takes-long.ts';
import { sideBySide } from '../../support/side-by-side.ts';
import { aYearLater } from '../../support/states/a-year-later.ts';
import { readMeanwhile } from '../../support/states/read-meanwhile.ts';
import { untaken } from '../../support/untaken/untaken.ts';

table('escrow.', [
  ...alikeEscrows,
  ...lateEscrows,
  ...inTime,
  ...byDeeds,
  ...oneAmount,
  ...sideBySide,
  ...readMeanwhile,
  ...aYearLater,
  ...monthsLater,
  ...manyDue,
  ...takesLong,
  ...longOver,
  ...sandboxWallets,
  ...nothingElse,
  ...allGoesOn,
  ...allStays,
  ...failedOften,
  ...oneOfSeveral,
]);
untaken('escrow.');
