import { strangersTable } from '../../support/strangers.ts';

strangersTable('wallet-link.other-merchant', 'wallet link');
