import { containersTable } from '../../support/requests/containers.ts';
import { severalFaultsTable } from '../../support/requests/several-faults.ts';

containersTable('link request');
severalFaultsTable('link request');
