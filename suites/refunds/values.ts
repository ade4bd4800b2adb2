import { table } from '../support/alike/groups.ts';
import { refundsSettled } from '../support/values/amounts.ts';
import { ownFields } from '../support/values/own-fields.ts';

refundsSettled();
table('refund.', ownFields);
