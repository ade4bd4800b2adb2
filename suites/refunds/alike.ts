import { alikeCheckouts } from '../support/alike-checkouts.ts';
import { alikeRefunds } from '../support/alike-refunds.ts';
import { table } from '../support/groups.ts';

table('refund.', [...alikeRefunds, ...alikeCheckouts]);
