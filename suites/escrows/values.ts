import { escrowsPaid } from '../support/values/amounts.ts';
import { laterEscrows } from '../support/values/later-values.ts';

escrowsPaid();
laterEscrows();
