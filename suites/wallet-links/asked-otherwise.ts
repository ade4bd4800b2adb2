import { endpointsOtherwise } from '../support/endpoints-otherwise.ts';

endpointsOtherwise('wallet-link.');
