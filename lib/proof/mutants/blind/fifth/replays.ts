/** Keys of other merchants that are in the way, and rules that are judged before a key is looked up. */
import { Refusal } from '../../../reference/engine/refusal.ts';
import { mutant } from '../../mutant.ts';
import { isReplay } from '../../on-replay.ts';
import { answers, around } from '../../steps.ts';
import { against, type BlindMutant } from '../against.ts';
import { otherMerchants } from '../ways-of-access.ts';

export const found: readonly BlindMutant[] = [
  against(
    'Same key and same body: the original response is replayed, with response header `Idempotent-Replayed: true`.',
    mutant(
      'idempotency.escrow-replay',
      'blind5-new-setting-judges-replays',
      "once 'require linked wallets' is on, the replay of an escrow of before is refused where its seller is not linked",
      answers('createEscrow', (reply, { body, merchant, service }) => {
        if (!isReplay(reply) || !merchant.requireLinkedWallets) return reply;
        if (service.rules.functions.linkOf(merchant, body.text('seller.walletId') ?? '')) return reply;
        const error = { code: 'wallet_not_linked', message: 'the seller wallet has no approved link' };
        return { status: 422, text: JSON.stringify({ error }) };
      }),
    ),
  ),
  against(
    'A request with the same key still being processed: `409 request_in_progress`. … Each has its own merchants, keys and webhook secrets.',
    mutant(
      'idempotency.keys-are-per-merchant',
      'blind5-lock-by-key-alone',
      "the lock of a request under way is held by its key alone: another merchant's request with that key is in progress",
      around('keepKey', (own) => (asked, next) => {
        const key = asked.header('idempotency-key') ?? '';
        const locked = otherMerchants(asked).some(({ keys }) => keys.get(key)?.reply === null);
        if (key === '' || !asked.endpoint.idempotencyKey || !locked) return own(asked, next);
        throw new Refusal(
          asked.service.rules.refusals.inProgress,
          'a request with this Idempotency-Key is still being processed',
        );
      }),
    ),
  ),
];
