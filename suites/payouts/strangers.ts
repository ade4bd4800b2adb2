import { strangersTable } from '../support/strangers.ts';

strangersTable('payout.other-merchant-sees-nothing', 'payout');
