import { table } from '../support/alike/groups.ts';
import { checkoutsPaid } from '../support/values/amounts.ts';
import { laterCheckouts } from '../support/values/later-values.ts';
import { ownFields } from '../support/values/own-fields.ts';

checkoutsPaid();
laterCheckouts();
table('checkout.', ownFields);
