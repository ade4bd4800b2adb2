import { table } from '../../support/alike/groups.ts';
import { askedOtherwise } from '../../support/asked-otherwise.ts';

table('checkout.', askedOtherwise);
