import { bothEnvironmentsTable } from '../../support/both-environments.ts';

bothEnvironmentsTable('wallet');
