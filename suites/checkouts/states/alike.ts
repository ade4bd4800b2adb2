import { alikeCheckouts } from '../../support/alike/checkouts.ts';
import { table } from '../../support/alike/groups.ts';
import { inTime } from '../../support/references/in-time.ts';
import { untaken } from '../../support/untaken/untaken.ts';

table('checkout.', [...alikeCheckouts, ...inTime]);
untaken('checkout.');
