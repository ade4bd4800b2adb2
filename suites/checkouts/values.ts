import { checkoutsPaid } from '../support/values/amounts.ts';
import { laterCheckouts } from '../support/values/later-values.ts';

checkoutsPaid();
laterCheckouts();
