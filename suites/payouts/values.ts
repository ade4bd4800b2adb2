import { table } from '../support/alike/groups.ts';
import { payoutsSettled } from '../support/values/amounts.ts';
import { laterPayouts } from '../support/values/later-values.ts';
import { ownFields } from '../support/values/own-fields.ts';

payoutsSettled();
laterPayouts();
table('payout.', ownFields);
