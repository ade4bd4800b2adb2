import { checkoutAmounts } from '../../checkouts/requests/amounts-made.ts';
import { payoutAmounts } from '../../payouts/requests/amounts-made.ts';
import { refundAmounts } from '../../refunds/requests/amounts-made.ts';

checkoutAmounts.told();
payoutAmounts.told();
refundAmounts.told();
