import { doneWhileRefused } from '../rate-limit/beside/while-refused.ts';

doneWhileRefused('payout.');
