import { payoutAmounts } from './amounts-made.ts';

payoutAmounts.own();
