import { containersTable } from '../support/containers.ts';

containersTable('checkout');
