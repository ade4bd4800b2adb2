/** Replays that act, are not recognised, or say something else. */
import { functions, timer } from '../../change.ts';
import { type Mutant, mutant } from '../../mutant.ts';
import { isReplay, onReplay } from '../../on-replay.ts';
import { answers, around, isAt } from '../../steps.ts';
import { bodyOf, HOUR } from '../ways.ts';

export const found: readonly Mutant[] = [
  mutant(
    'idempotency.paid-out-once',
    'blind-replay-of-failed-payout-pays',
    'a replay of a payout that has failed takes its amount off the balance again',
    answers('createPayout', (reply, { merchant, body }) => {
      const payout = merchant.records.payout.get(body.text('reference') ?? '');
      if (isReplay(reply) && payout?.status === 'failed') merchant.balance -= payout.amount;
      return reply;
    }),
  ),
  mutant(
    'idempotency.checkout-key-reused',
    'blind-key-without-inner-metadata',
    'of metadata only the names are compared under a key',
    functions(({ sameRequest }) => ({
      sameRequest: (asked) => {
        if (!isAt(asked, 'createCheckout')) return sameRequest(asked);
        const body = bodyOf(asked);
        return JSON.stringify([asked.path, body, Object.keys(body.metadata ?? {})], (name, value) =>
          name === 'metadata' ? null : value,
        );
      },
    })),
  ),
  mutant(
    'idempotency.escrow-key-reused',
    'blind-key-of-first-300-bytes',
    'of the body of an escrow the first 300 bytes are compared under a key',
    functions(({ sameRequest }) => ({
      sameRequest: (asked) =>
        isAt(asked, 'createEscrow') ? asked.path + asked.raw.subarray(0, 300).toString('latin1') : sameRequest(asked),
    })),
  ),
  mutant(
    'idempotency.replay-restarts-no-time',
    'blind-replay-puts-off-release',
    'a replay of the create of a funded escrow starts its hours anew',
    (rules) => {
      const since = new WeakMap<object, number>();
      return answers('createEscrow', (reply, { merchant, body, service }) => {
        const escrow = merchant.records.escrow.get(body.text('reference') ?? '');
        if (!isReplay(reply) || escrow?.status !== 'funded') return reply;
        const due = service.clock.now() + escrow.autoReleaseHours * HOUR * 1_000;
        since.set(escrow, due);
        service.clock.schedule(due, () => {
          if (since.get(escrow) === due) service.fire(escrow, 'no report in time');
        });
        return reply;
      })(
        timer('escrow', 'funded', {
          on: ((escrow: object) => (since.has(escrow) ? 'nothing' : 'no report in time')) as never,
        })(rules),
      );
    },
  ),
  mutant(
    'idempotency.keys-differ',
    'blind-refund-keys-of-128',
    'two keys of refunds that have their first 128 characters in common are one key',
    around('keepKey', (own) => (asked, next) => {
      const key = asked.header('idempotency-key') ?? '';
      if (!isAt(asked, 'createRefund') || key.length > 255) return own(asked, next);
      return own(
        { ...asked, header: (name) => (name === 'idempotency-key' ? key.slice(0, 128) : asked.header(name)) },
        next,
      );
    }),
  ),
  mutant(
    'idempotency.refund-replay',
    'blind-replay-of-last-refund-exceeds',
    'where nothing is left of a checkout, a replay of one of its refunds is refused with refund_exceeds_paid',
    answers('createRefund', (reply, { merchant, body }) => {
      const payment = merchant.records.checkout.get(body.text('paymentReference') ?? '');
      if (!isReplay(reply) || payment?.refundedAmount !== payment?.amount) return reply;
      const error = { code: 'refund_exceeds_paid', message: 'nothing is left to refund: 0 kobo' };
      return { status: 422, text: JSON.stringify({ error }) };
    }),
  ),
  mutant(
    'idempotency.checkout-replay-after-payment',
    'blind-replay-of-refunded-checkout-shows-state',
    'a replay of the create of a checkout of which something was refunded shows the present state',
    answers('createCheckout', (reply, { merchant, body }) => {
      const checkout = merchant.records.checkout.get(body.text('reference') ?? '');
      if (!isReplay(reply) || !checkout?.refundedAmount) return reply;
      return { ...reply, text: JSON.stringify({ ...JSON.parse(reply.text), status: checkout.status }) };
    }),
  ),
  mutant(
    'idempotency.escrow-refund-replay',
    'blind-replay-of-partial-refund-not-marked',
    'a replay of a partial refund of an escrow is not marked',
    answers('refundEscrow', (reply, { body }) =>
      isReplay(reply) && body.integer('amount') !== null ? { status: reply.status, text: reply.text } : reply,
    ),
  ),
  mutant(
    'idempotency.escrow-cancel-replay',
    'blind-replay-of-cancel-without-escrow',
    'a replay of cancel has the status alone in its body',
    onReplay('cancelEscrow', (reply) => ({
      ...reply,
      text: JSON.stringify({ status: JSON.parse(reply.text).status }),
    })),
  ),
];
