import { lookHere } from '../../engine/evidence/verify/beside.ts';
import { judgeRun } from './index.ts';

// A worker thread of `verify`: judges a folder of evidence by this model, beside the other half of the work.

await lookHere(judgeRun);
