import { table } from '../../support/alike/groups.ts';
import { readMeanwhile } from '../../support/states/read-meanwhile.ts';

table('checkout.', readMeanwhile);
