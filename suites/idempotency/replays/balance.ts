import { createsSentAgain } from '../../balance/sent-again.ts';

// A replay does not change the balance, in any later state of the created object.

createsSentAgain('idempotency');
