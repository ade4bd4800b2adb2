import { createsSentAgain, eventsSentAgain } from './sent-again.ts';

createsSentAgain('balance');
eventsSentAgain('balance');
