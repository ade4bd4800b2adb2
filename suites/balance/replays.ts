import { createsSentAgain } from './sent-again.ts';

createsSentAgain('balance');
