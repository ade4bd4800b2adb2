/** Replays that act, are not recognised, or say something else. */
import { functions } from '../../change.ts';
import { mutant } from '../../mutant.ts';
import { isReplay } from '../../on-replay.ts';
import { answers, around, isAt } from '../../steps.ts';
import { against, type BlindMutant } from '../against.ts';
import { bodyOf } from '../ways.ts';

export const found: readonly BlindMutant[] = [
  against(
    'Every POST sends Idempotency-Key: <unique string>',
    mutant(
      'idempotency.keys-differ',
      'blind-payout-keys-without-case',
      'two keys of payouts that differ in letter case alone are one key',
      keyAs('createPayout', (key) => key.toLowerCase()),
    ),
  ),
  against(
    'Every POST sends Idempotency-Key: <unique string>',
    mutant(
      'idempotency.keys-differ',
      'blind-escrow-keys-as-numbers',
      'keys of escrows that are digits alone are compared as numbers: 007 is 7',
      keyAs('createEscrow', (key) => (/^\d{1,15}$/.test(key) ? String(Number(key)) : key)),
    ),
  ),
  against(
    'A request with the same key still being processed: 409 request_in_progress',
    mutant(
      'idempotency.in-progress',
      'blind-cancel-without-lock',
      'a cancel whose key is still being processed is processed beside it',
      around('keepKey', (own) => (asked, next) => {
        const kept = asked.merchant.keys.get(asked.header('idempotency-key') ?? '');
        return isAt(asked, 'cancelEscrow') && kept?.reply === null ? next() : own(asked, next);
      }),
    ),
  ),
  against(
    'Same key and a different body: 409 idempotency_key_reused',
    mutant(
      'idempotency.payout-key-reused',
      'blind-key-without-the-recipient',
      'of the body of a payout what lies within recipient is not compared under a key',
      functions(({ sameRequest }) => ({
        sameRequest(asked) {
          if (!isAt(asked, 'createPayout')) return sameRequest(asked);
          const body = bodyOf(asked);
          // A list of names is a filter for every level: the inner ones are lost.
          return asked.path + JSON.stringify(body, Object.keys(body).sort());
        },
      })),
    ),
  ),
  against(
    'Same key and same body: the original response is replayed',
    mutant(
      'idempotency.escrow-replay',
      'blind-replay-of-disputed-escrow-is-200',
      'a replay of the create of a disputed escrow has status 200',
      answers('createEscrow', (reply, { merchant, body }) => {
        const escrow = merchant.records.escrow.get(body.text('reference') ?? '');
        return isReplay(reply) && escrow?.status === 'disputed' ? { ...reply, status: 200 } : reply;
      }),
    ),
  ),
];

function keyAs(at: 'createPayout' | 'createEscrow', change: (key: string) => string) {
  return around('keepKey', (own) => (asked, next) => {
    if (!isAt(asked, at)) return own(asked, next);
    const header = (name: string) => {
      const value = asked.header(name);
      return name === 'idempotency-key' && value !== undefined ? change(value) : value;
    };
    return own({ ...asked, header }, next);
  });
}
