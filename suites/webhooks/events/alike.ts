import { alikeCheckouts } from '../../support/alike/checkouts.ts';
import { alikeEscrows } from '../../support/alike/escrows.ts';
import { table } from '../../support/alike/groups.ts';
import { lateEscrows } from '../../support/alike/late-escrows.ts';
import { alikeLinks } from '../../support/alike/links.ts';
import { alikePayouts } from '../../support/alike/payouts.ts';
import { alikeRefunds } from '../../support/alike/refunds.ts';
import { monthsLater } from '../../support/calendar/months-later.ts';
import { allGoesOn } from '../../support/circumstances/all-goes-on.ts';
import { oneOfSeveral } from '../../support/console/one-of-several.ts';
import { inTime } from '../../support/references/in-time.ts';
import { sandboxWallets } from '../../support/sandbox-wallets/rows.ts';

table('webhook.', [
  ...alikeCheckouts,
  ...alikeRefunds,
  ...alikePayouts,
  ...alikeEscrows,
  ...lateEscrows,
  ...alikeLinks,
  ...inTime,
  ...sandboxWallets,
  ...monthsLater,
  ...allGoesOn,
  ...oneOfSeveral,
]);
