import { payoutsSettled } from '../support/values/amounts.ts';
import { laterPayouts } from '../support/values/later-values.ts';

payoutsSettled();
laterPayouts();
