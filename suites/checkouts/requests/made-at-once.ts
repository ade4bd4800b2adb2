import { table } from '../../support/alike/groups.ts';
import { madeAtOnce } from '../../support/requests/made-at-once.ts';

table('checkout.', madeAtOnce);
