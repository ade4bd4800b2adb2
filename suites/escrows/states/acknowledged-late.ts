import { acknowledgedLate } from '../../support/states/acknowledged-late.ts';

acknowledgedLate('escrow');
