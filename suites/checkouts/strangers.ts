import { strangersTable } from '../support/strangers.ts';

strangersTable('checkout.other-merchant-sees-nothing', 'checkout');
