import { besideAlike } from '../../support/states/beside-alike.ts';

besideAlike('refund');
