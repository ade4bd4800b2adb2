import { askedManyTimes } from '../support/often/often.ts';

askedManyTimes('wallet.');
