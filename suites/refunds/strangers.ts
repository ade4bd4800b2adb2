import { strangersTable } from '../support/strangers.ts';

strangersTable('refund.other-merchant-sees-nothing', 'refund');
