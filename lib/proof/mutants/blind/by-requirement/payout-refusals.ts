/** Payouts that are refused and happen after all, and limits that are not those of their environment. */
import type { Payout } from '../../../reference/rules/records.ts';
import type { Case, Guard } from '../../../reference/rules/rulebook.ts';
import { addedTransition, guard } from '../../change.ts';
import { all, type Change, mutant } from '../../mutant.ts';
import { against, type BlindMutant } from '../against.ts';
import { HOUR, whenRefused } from '../ways.ts';

const MINUTE = 60;
/** The bank to which an unknown name is matched by hand. */
const BY_HAND = { bankName: 'Wema Bank', bankCode: '035' };

function payoutOf({ body, merchant, service }: Case): Payout {
  return {
    id: service.newId('po_'),
    reference: String(body.get('reference') ?? ''),
    merchant,
    amount: body.integer('amount') ?? 0,
    createdAt: new Date(service.clock.now()).toISOString(),
    kind: 'payout',
    status: 'new',
    currency: 'NGN',
    recipient: {
      bankName: String(body.get('recipient.bankName') ?? ''),
      bankCode: null,
      accountNumber: String(body.get('recipient.accountNumber') ?? ''),
      accountName: String(body.get('recipient.accountName') ?? ''),
    },
    narration: body.text('narration'),
    failureReason: null,
  };
}

function matchedByHand(): Change {
  return whenRefused('createPayout', (asked, { code }) => {
    const { merchant, service } = asked;
    if (code !== 'unsupported_bank') return;
    const waiting = payoutOf(asked);
    Object.assign(waiting.recipient, BY_HAND);
    service.clock.schedule(service.clock.now() + (HOUR / 2) * 1_000, () => {
      if (merchant.records.payout.has(waiting.reference)) return;
      merchant.records.payout.set(waiting.reference, waiting);
      service.fire(waiting, 'create');
    });
  });
}

/** What is refused for these reasons is kept as a failed payout; a later one of that reference replaces it. */
function keepsRefusedOnes(when: (asked: Case, code: string) => boolean): Change {
  const refused = new WeakSet<Payout>();
  return all(
    guard('payout.duplicate-reference', {
      refuses({ merchant, body }) {
        const known = merchant.records.payout.get(body.text('reference') ?? '');
        return known !== undefined && !refused.has(known);
      },
    }),
    whenRefused('createPayout', (asked, { code }) => {
      const { merchant } = asked;
      const payout: Payout = { ...payoutOf(asked), status: 'failed', failureReason: code };
      if (!when(asked, code) || payout.reference === '' || merchant.records.payout.has(payout.reference)) return;
      refused.add(payout);
      merchant.records.payout.set(payout.reference, payout);
    }),
  );
}

function hasWrongAccountNumber({ body }: Case): boolean {
  const number = body.get('recipient.accountNumber');
  return typeof number === 'string' && !/^[0-9]{10}$/.test(number);
}

function reportedLater(): Change {
  return all(
    addedTransition('payout', { from: null, on: 'report the refusal', to: 'failed', sends: 'payout.failed' }),
    whenRefused('createPayout', (asked, { code }) => {
      const { clock, fire } = asked.service;
      if (code !== 'invalid_request' || !hasWrongAccountNumber(asked)) return;
      const payout = payoutOf(asked);
      clock.schedule(clock.now() + MINUTE * 1_000, () => void fire(payout, 'report the refusal'));
    }),
  );
}

/** The amounts that were refunded of payments which are not refunded in full. */
function partialRefunds({ merchant }: Case): number {
  let sum = 0;
  for (const { refunding, amount } of merchant.records.checkout.values()) if (refunding < amount) sum += refunding;
  return sum;
}

const NO_OVERDRAFT: Guard = {
  id: 'payout.overdraft',
  at: ['createPayout'],
  only: 'sandbox',
  words: 'the balance is below 0 already',
  refuses: ({ merchant }) => merchant.balance < 0,
  status: 422,
  code: 'insufficient_balance',
  message: () => 'the balance is below 0',
};

/** Whoever reuses a key is told by an event too that nothing came of it. */
function reusedKeyReported(): Change {
  return all(
    addedTransition('payout', { from: null, on: 'report the reused key', to: 'failed', sends: 'payout.failed' }),
    whenRefused('createPayout', (asked, { code }) => {
      if (code === 'idempotency_key_reused') asked.service.fire(payoutOf(asked), 'report the reused key');
    }),
  );
}

export const found: readonly BlindMutant[] = [
  against(
    'A bank name that cannot be matched gives `422 unsupported_bank`. Unknown references on GET calls give a 404 error.',
    mutant(
      'payout.refused-creates-nothing',
      'kind-unmatched-bank-matched-by-hand',
      'a payout that was refused for its bank is matched by hand within half an hour: it is made then, and settles',
      matchedByHand(),
    ),
  ),
  against(
    '`accountNumber` not exactly 10 digits gives `400 invalid_request`. Unknown references on GET calls give a 404 error.',
    mutant(
      'payout.refused-creates-nothing',
      'kind-payout-to-a-wrong-number-kept-as-failed',
      'a payout to an account number that is not 10 digits is refused with 400 and kept as a failed one: GET by its reference is answered with 200, though the reference is free',
      keepsRefusedOnes((asked, code) => code === 'invalid_request' && hasWrongAccountNumber(asked)),
    ),
  ),
  against(
    'payout.failed: A payout failed; its amount is back in the balance. `accountNumber` not exactly 10 digits gives `400 invalid_request`.',
    mutant(
      'payout.refused-sends-nothing',
      'kind-payout-to-a-wrong-number-reported-later',
      'a minute after a payout was refused with 400 for its account number, payout.failed is sent for its reference',
      reportedLater(),
    ),
  ),
  against(
    'In live, an amount above the available balance gives `422 insufficient_balance`. Sandbox: no real money.',
    mutant(
      'payout.sandbox-ignores-balance',
      'kind-sandbox-overdraft-only-once',
      'in sandbox the balance may fall below 0 by one payout of any amount; as long as it is below 0, further ones are refused with 422 insufficient_balance',
      (rules) => ({ ...rules, guards: [...rules.guards, NO_OVERDRAFT] }),
    ),
  ),
  against(
    'In live, an amount above the available balance (paid in, minus refunds and earlier payouts) gives `422 insufficient_balance`.',
    mutant(
      'payout.live-limit-follows',
      'kind-partial-refunds-do-not-lower-the-limit',
      'the limit of live payouts is made of the payments that are not refunded in full: what was refunded of them in part can be paid out as well',
      guard('payout.balance', {
        refuses: (asked) => (asked.body.integer('amount') ?? 0) > asked.merchant.balance + partialRefunds(asked),
      }),
    ),
  ),
  against(
    'In live, an amount above the available balance gives `422 insufficient_balance`. Unknown references on GET calls give a 404 error.',
    mutant(
      'payout.live-refused-creates-nothing',
      'kind-payout-above-the-balance-kept-as-failed',
      'a live payout above the balance is refused with 422 and kept as a failed one: GET by its reference is answered with 200, though the reference is free',
      keepsRefusedOnes((_, code) => code === 'insufficient_balance'),
    ),
  ),
  against(
    'payout.failed: A payout failed; its amount is back in the balance. Same key and a different body: `409 idempotency_key_reused`.',
    mutant(
      'payout.refused-sends-nothing',
      'kind-payout-with-a-reused-key-told-as-failed',
      'when a payout is refused because its Idempotency-Key was used for another one, payout.failed is sent for its reference',
      reusedKeyReported(),
    ),
  ),
];
