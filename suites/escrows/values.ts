import { table } from '../support/alike/groups.ts';
import { escrowsPaid } from '../support/values/amounts.ts';
import { laterEscrows } from '../support/values/later-values.ts';
import { ownFields } from '../support/values/own-fields.ts';

escrowsPaid();
laterEscrows();
table('escrow.', ownFields);
