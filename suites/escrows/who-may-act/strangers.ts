import { strangersTable } from '../../support/strangers.ts';

strangersTable('escrow.other-merchant', 'escrow', 'escrow.other-merchant-cannot-act');
