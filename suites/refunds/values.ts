import { refundsSettled } from '../support/values/amounts.ts';

refundsSettled();
