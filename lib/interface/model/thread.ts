import { lookHere } from '../../engine/evidence/verify/beside.ts';
import { JUDGED_HEADERS, judgeRun } from './index.ts';

// A worker thread of `verify`: judges a long run by this model, while the main thread verifies the rest of the evidence.

await lookHere({ judge: judgeRun, judgedHeaders: JUDGED_HEADERS });
