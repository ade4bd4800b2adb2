import { endpointsOtherwise } from '../support/endpoints-otherwise.ts';

endpointsOtherwise('escrow.');
