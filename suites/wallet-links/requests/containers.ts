import { containersTable } from '../../support/requests/containers.ts';

containersTable('link request');
