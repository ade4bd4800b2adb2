import { table } from '../../support/alike/groups.ts';
import { askedOtherwise } from '../../support/asked-otherwise.ts';
import { endpointsOtherwise } from '../../support/endpoints-otherwise.ts';

table('refund.', askedOtherwise);
endpointsOtherwise('refund.');
