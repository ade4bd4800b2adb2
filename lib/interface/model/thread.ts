import { lookHere } from '../../engine/evidence/verify/beside.ts';
import { interfaceDocument } from '../register/document.ts';
import { judgeRun } from './index.ts';

// A worker thread of `verify`: judges a long run by this model and makes its reports again, while the main thread
// verifies the rest of the evidence.

await lookHere({ judge: judgeRun, document: interfaceDocument });
