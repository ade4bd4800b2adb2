import { containersTable } from '../support/containers.ts';

containersTable('link request');
