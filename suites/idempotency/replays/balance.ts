import { createsSentAgain } from '../../balance/sent-again.ts';

// What a replay does to the balance, in each later state of what was created: nothing.

createsSentAgain('idempotency');
