import { pageAddresses } from '../../support/states/page-addresses.ts';

pageAddresses('escrow', 'escrow.funded');
