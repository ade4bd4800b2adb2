import { checkoutAmounts } from './amounts-made.ts';

checkoutAmounts.own();
