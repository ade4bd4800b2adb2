import { lookHere } from '../../engine/evidence/verify/beside.ts';
import { judgeRun } from './index.ts';

// A thread: half of what is verified of a folder of evidence, with this model.

await lookHere(judgeRun);
