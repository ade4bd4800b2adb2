import { lookHere } from '../../engine/evidence/verify/beside.ts';
import { judgeRun } from './index.ts';

// A worker thread that verifies half of an evidence folder, with this model.

await lookHere(judgeRun);
