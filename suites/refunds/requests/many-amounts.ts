import { refundAmounts } from './amounts-made.ts';

refundAmounts.own();
