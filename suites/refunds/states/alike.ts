import { alikeCheckouts } from '../../support/alike/checkouts.ts';
import { table } from '../../support/alike/groups.ts';
import { alikeRefunds } from '../../support/alike/refunds.ts';

table('refund.', [...alikeRefunds, ...alikeCheckouts]);
