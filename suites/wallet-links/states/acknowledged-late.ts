import { acknowledgedLate } from '../../support/states/acknowledged-late.ts';

acknowledgedLate('wallet-link');
