import { table } from '../../support/alike/groups.ts';
import { earlierNames } from '../../support/references/earlier-names.ts';
import { inTime } from '../../support/references/in-time.ts';
import { oneName } from '../../support/states/one-name.ts';

table('payout.', [...oneName, ...earlierNames, ...inTime]);
