import { judgeHere } from '../../engine/evidence/verify/judging.ts';
import { judgeRun } from './index.ts';

// A thread: judges the run in a folder of evidence, by this model.

await judgeHere(judgeRun);
