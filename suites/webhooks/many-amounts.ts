import { checkoutAmounts } from '../checkouts/amounts-made.ts';
import { payoutAmounts } from '../payouts/amounts-made.ts';
import { refundAmounts } from '../refunds/amounts-made.ts';

checkoutAmounts.told();
payoutAmounts.told();
refundAmounts.told();
