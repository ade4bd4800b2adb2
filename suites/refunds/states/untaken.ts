import { untaken } from '../../support/untaken/untaken.ts';

untaken('refund.');
