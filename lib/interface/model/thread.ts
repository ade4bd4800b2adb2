import { lookHere } from '../../engine/evidence/verify/beside.ts';
import { judgeRun } from './index.ts';

// A worker thread of `verify`: judges a long run by this model, while the main thread verifies the rest of the
// evidence.

await lookHere(judgeRun);
