import { strangersTable } from '../support/strangers.ts';

strangersTable('escrow.other-merchant-cannot-act', 'escrow');
