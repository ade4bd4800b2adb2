/** Requests that are repeated under their key, one after the other. */
import { Refusal } from '../../../reference/engine/refusal.ts';
import type { Merchant, Refund } from '../../../reference/rules/records.ts';
import { addedTransition, functions } from '../../change.ts';
import { all, type Change, mutant } from '../../mutant.ts';
import { isReplay } from '../../on-replay.ts';
import { answers, around, before, pause, replyOf } from '../../steps.ts';
import { against, type BlindMutant } from '../against.ts';
import { also, bodyOf } from '../ways.ts';

const REPLAYED = 'Same key and same body: the original response is replayed.';

/** Real time after which a caller who hung up is noticed, in milliseconds. */
const NOTICED_MS = 10;

/** While a refund is pending, its replay puts its settlement into the queue once more. */
function queuedAgain(): Change {
  const again = new WeakMap<Refund, number>();
  return all(
    answers('createRefund', (reply, { merchant }) => {
      const refund = isReplay(reply) ? merchant.records.refund.get(referenceOf(reply.text)) : undefined;
      if (refund?.status === 'pending') again.set(refund, (again.get(refund) ?? 0) + 1);
      return reply;
    }),
    also('refund', 'settlement succeeds', (refund) => {
      if (refund.payment) refund.payment.refundedAmount += refund.amount * (again.get(refund) ?? 0);
    }),
  );
}

function referenceOf(text: string): string {
  return String((JSON.parse(text) as { reference?: string }).reference);
}

function settledIsToldAgain(): Change {
  const told = 'told again';
  return all(
    addedTransition('payout', { from: 'succeeded', on: told, to: 'succeeded', sends: 'payout.succeeded' }),
    answers('createPayout', (reply, { merchant, service }) => {
      const payout = isReplay(reply) ? merchant.records.payout.get(referenceOf(reply.text)) : undefined;
      if (payout) service.fire(payout, told);
      return reply;
    }),
  );
}

/** A replay of a refund sends its unacknowledged event again at once, with another id. */
function unacknowledgedIsToldAgain(): Change {
  const told = 'told again';
  return all(
    addedTransition('refund', { from: 'succeeded', on: told, to: 'succeeded', sends: 'refund.succeeded' }),
    answers('createRefund', (reply, { merchant, service }) => {
      const refund = isReplay(reply) ? merchant.records.refund.get(referenceOf(reply.text)) : undefined;
      const latest = merchant.deliveries.filter(({ reference }) => reference === refund?.reference).at(-1);
      if (refund && latest && latest.state !== 'delivered') service.fire(refund, told);
      return reply;
    }),
  );
}

/** The text of a refusal is kept under its key, and its status is not. */
function refusalsKeptAsTexts(): Change {
  return around('keepKey', (own) => async (asked, next) => {
    const { endpoint, header, merchant, service } = asked;
    const key = header('idempotency-key') ?? '';
    let processed = false;
    const reply = await replyOf(() =>
      own(asked, () => {
        processed = true;
        return next();
      }),
    );
    if (!processed || key === '' || reply.status < 400) return reply;
    merchant.keys.set(key, {
      fingerprint: service.rules.functions.sameRequest(asked),
      reply: { status: endpoint.status, text: reply.text },
      until: service.clock.now() + service.rules.decisions.keyRememberedSeconds * 1_000,
    });
    return reply;
  });
}

/** A request that is repeated goes on behind the step at which it was stopped. */
function goesOnWhereItStopped(): Change {
  const stopped = new WeakMap<Merchant, Set<string>>();
  return around('checkGuards', (own) => (asked, next) => {
    const { header, merchant, service } = asked;
    const request = `${header('idempotency-key')} ${service.rules.functions.sameRequest(asked)}`;
    if (stopped.get(merchant)?.has(request)) return next();
    try {
      return own(asked, next);
    } catch (error) {
      if (error instanceof Refusal && error.code === 'insufficient_balance')
        stopped.set(merchant, (stopped.get(merchant) ?? new Set()).add(request));
      throw error;
    }
  });
}

function hangingUpKeepsTheLock(): Change {
  return (rules) => {
    const held = new Set<string>();
    const { finish } = rules.functions;
    return all(
      functions(() => ({
        finish: async (answer, asked, clock) => {
          await pause(NOTICED_MS);
          if (asked.socket.destroyed) held.add(`${asked.headers.authorization} ${asked.headers['idempotency-key']}`);
          return (await finish?.(answer, asked, clock)) ?? answer;
        },
      })),
      before('keepKey', ({ header, service }, next) => {
        if (held.has(`${header('authorization')} ${header('idempotency-key')}`))
          throw new Refusal(service.rules.refusals.inProgress, 'a request with this key is still being processed');
        return next();
      }),
    )(rules);
  };
}

export const found: readonly BlindMutant[] = [
  against(
    `${REPLAYED} pending | settlement | success | succeeded | checkout \`refundedAmount\` grows.`,
    mutant(
      'idempotency.refunded-once',
      'kind-replay-while-pending-settles-again',
      'the replay of a refund that is still pending puts its settlement into the queue once more: there is one refund, and refundedAmount grows by its amount twice; after settlement a replay does nothing',
      queuedAgain(),
    ),
  ),
  against(
    REPLAYED,
    mutant(
      'idempotency.replay-sends-nothing',
      'kind-replay-tells-the-settlement-again',
      'who repeats a payout has missed its end, it is thought: the replay of one that has succeeded sends payout.succeeded with a new id',
      settledIsToldAgain(),
    ),
  ),
  against(
    `${REPLAYED} Payload: id | string | Unique per event.`,
    mutant(
      'idempotency.replay-sends-nothing',
      'kind-replay-tells-what-was-not-acknowledged',
      'the replay of a refund whose refund.succeeded was not acknowledged yet sends that again beside its retries, as an event with an id of its own',
      unacknowledgedIsToldAgain(),
    ),
  ),
  against(
    `${REPLAYED} Every error body has the shape { error: { code, message } }.`,
    mutant(
      'idempotency.refused-stays-refused',
      'kind-kept-refusal-with-the-status-of-success',
      'of an answer the text is kept, and the status is that of the endpoint: a request that was refused and is repeated is answered with the body of its refusal and the status of success',
      refusalsKeptAsTexts(),
    ),
  ),
  against(
    'In live, an amount above the available balance gives `422 insufficient_balance`.',
    mutant(
      'idempotency.refused-stays-refused',
      'kind-repeated-request-goes-on-where-it-stopped',
      'a request is a sequence of steps, and its repetition goes on behind the step at which the first one ended: a live payout that was refused for the balance is carried out when it is repeated under its key',
      goesOnWhereItStopped(),
    ),
  ),
  against(
    '1. ... an idempotent replay (same `Idempotency-Key` and same body), which returns the original checkout. Create response: `checkoutUrl`.',
    mutant(
      'idempotency.checkout-replay-after-payment',
      'kind-replay-without-the-page-that-is-done',
      'a page that is paid is not given out any more: the replay of a create shows pending, and after the payment a checkoutUrl of null',
      answers('createCheckout', (reply, { merchant }) => {
        if (!isReplay(reply)) return reply;
        const paid = merchant.records.checkout.get(referenceOf(reply.text))?.status === 'succeeded';
        return paid ? { ...reply, text: JSON.stringify({ ...JSON.parse(reply.text), checkoutUrl: null }) } : reply;
      }),
    ),
  ),
  against(
    'Same key and a different body: `409 idempotency_key_reused`. Escrow refund request body: `{ amount?: integer, reason?: string }`.',
    mutant(
      'idempotency.escrow-refund-key-reused',
      'kind-reason-is-no-part-of-the-refund',
      'of the refund of an escrow the amount alone is compared: another reason under the same key is answered with a replay',
      functions(({ sameRequest }) => ({
        sameRequest: (asked) =>
          asked.endpoint.name === 'refundEscrow'
            ? `${asked.path} ${JSON.stringify(bodyOf(asked).amount ?? null)}`
            : sameRequest(asked),
      })),
    ),
  ),
  against(
    'Every POST sends `Idempotency-Key: <unique string>` (max 255 chars).',
    mutant(
      'idempotency.key-longest',
      'kind-key-of-one-zero-is-none',
      'the text 0 is false in the language: a POST with the Idempotency-Key 0 is refused as one without a key',
      before('keepKey', (asked, next) => {
        const { endpoint, header, service } = asked;
        if (endpoint.idempotencyKey === 'required' && header('idempotency-key') === '0')
          throw new Refusal(service.rules.decisions.keyMissing, 'POST requests need an Idempotency-Key header');
        return next();
      }),
    ),
  ),
  against(
    `${REPLAYED} A request with the same key still being processed: \`409 request_in_progress\`.`,
    mutant(
      'idempotency.cut-connection',
      'kind-lock-stays-when-the-caller-hangs-up',
      'the lock of a key is given back when the answer was written: where the caller hung up before, each repetition is refused with 409 request_in_progress, for good',
      hangingUpKeepsTheLock(),
    ),
  ),
];
