import { pageAddresses } from '../../support/states/page-addresses.ts';

pageAddresses('checkout', 'checkout.payable-until-expiry');
