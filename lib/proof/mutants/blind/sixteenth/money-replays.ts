/** Replays that are given another answer, no mark, or more to do; and keys that are kept too short. */
import type { Merchant } from '../../../reference/rules/records.ts';
import type { Reply } from '../../../reference/rules/requests.ts';
import { addedTransition } from '../../change.ts';
import { all, type Change, mutant } from '../../mutant.ts';
import { isReplay } from '../../on-replay.ts';
import { answers, before, pause, replyOf } from '../../steps.ts';
import { against, type BlindMutant } from '../against.ts';
import { parsed } from '../ways.ts';

/** Seconds for which a request under way holds its key. */
const LOCKED = 2;
/** Characters of the column in which keys are kept. */
const COLUMN = 255;
/** Real time that the writing of a row takes, in milliseconds. */
const BUSY_MS = 20;

const CREATES = ['createCheckout', 'createRefund', 'createPayout', 'createEscrow'] as const;

/** Answers are kept by the reference that they bear. */
function answersByReference(): Change {
  const answered = new WeakMap<Merchant, Map<unknown, string>>();
  return answers(CREATES, (reply, { merchant }) => {
    if (reply.status !== 201) return reply;
    const texts = answered.get(merchant) ?? new Map<unknown, string>();
    answered.set(merchant, texts);
    const { reference } = parsed(reply.text) as { reference: string };
    if (isReplay(reply)) return { ...reply, text: texts.get(reference) ?? reply.text };
    texts.set(reference, reply.text);
    return reply;
  });
}

/** The lock on a key expires, and the service does not renew it. */
function lockRunsOut(): Change {
  return before('keepKey', ({ header, merchant, service }, next) => {
    const key = header('idempotency-key') ?? '';
    const kept = merchant.keys.get(key);
    const { decisions } = service.rules;
    const since = (kept?.until ?? 0) - decisions.keyRememberedSeconds * 1_000;
    if (kept?.reply === null && service.clock.now() - since >= LOCKED * 1_000) merchant.keys.delete(key);
    return next();
  });
}

/** The column holds the merchant's id, a colon and the key. */
function keysCutToTheColumn(): Change {
  return before('keepKey', (asked, next) => {
    const { header, merchant, service } = asked;
    const key = header('idempotency-key') ?? '';
    const kept =
      key.length > service.rules.limits.idempotencyKeyLength ? key : key.slice(0, COLUMN - merchant.id.length - 1);
    asked.header = (name) => (name === 'idempotency-key' && key !== '' ? kept : header(name));
    return next();
  });
}

/** Who asks for the same while it is being done is given what the first is given. */
function identicalRequestsShareTheAnswer(): Change {
  const underWay = new WeakMap<Merchant, Map<string, Promise<Reply>>>();
  return before('keepKey', (asked, next) => {
    const { header, merchant, service } = asked;
    const key = header('idempotency-key') ?? '';
    if (asked.endpoint.method !== 'POST' || key === '') return next();
    const requests = underWay.get(merchant) ?? new Map<string, Promise<Reply>>();
    underWay.set(merchant, requests);
    const request = `${key} ${service.rules.functions.sameRequest(asked)}`;
    const present = requests.get(request);
    if (present !== undefined) return present;
    const reply = pause(BUSY_MS)
      .then(() => replyOf(next))
      .finally(() => requests.delete(request));
    requests.set(request, reply);
    return reply;
  });
}

/** A repeated request for a refund that has failed is taken for the wish to try it again. */
function replayTriesAgain(): Change {
  return all(
    addedTransition('refund', {
      from: 'failed',
      on: 'try again',
      to: 'pending',
      sends: null,
      also: (refund) => {
        refund.failureReason = null;
      },
    }),
    answers('createRefund', (reply, { merchant, service }) => {
      if (!isReplay(reply)) return reply;
      const { reference } = parsed(reply.text) as { reference: string };
      const refund = merchant.records.refund.get(reference);
      if (refund !== undefined) service.fire(refund, 'try again');
      return reply;
    }),
  );
}

export const found: readonly BlindMutant[] = [
  against(
    'Same key and same body: the original response is replayed, with response header `Idempotent-Replayed: true`.',
    mutant(
      'idempotency.replay-is-marked',
      'blind16-live-gateway-drops-the-mark',
      'the gateway of the live environment lets known headers through, and Idempotent-Replayed is not in its list: replays in live are not marked',
      answers('everywhere', (reply, { environment }) =>
        isReplay(reply) && environment.name === 'live' ? { ...reply, headers: {} } : reply,
      ),
    ),
  ),
  against(
    'unless the call is an idempotent replay (same `Idempotency-Key` and same body), which returns the original checkout.',
    mutant(
      'idempotency.checkout-replay',
      'blind16-answers-kept-by-reference',
      "a key leads to its merchant's reference, and answers are kept by that: where a refund was given the reference of a checkout, the repeated create of the checkout is answered with the refund",
      answersByReference(),
    ),
  ),
  against(
    'A request with the same key still being processed: `409 request_in_progress`.',
    mutant(
      'idempotency.in-progress',
      'blind16-lock-of-two-seconds',
      'the lock on a key ends after 2 seconds, done or not: a request that is repeated while a slow one is still being processed is processed too, and refused with 409 duplicate_reference',
      lockRunsOut(),
    ),
  ),
  against(
    'Every POST sends `Idempotency-Key: <unique string>` (max 255 chars).',
    mutant(
      'idempotency.keys-differ',
      'blind16-key-and-merchant-in-one-column',
      'the key is kept behind the id of its merchant in a column of 255 characters, which cuts off what is longer: two keys of 255 characters that differ in the last ones are the same',
      keysCutToTheColumn(),
    ),
  ),
  against(
    'Same key and same body: the original response is replayed, with response header `Idempotent-Replayed: true`. A request with the same key still being processed: `409 request_in_progress`.',
    mutant(
      'idempotency.concurrent-one-original',
      'blind16-identical-requests-share-the-answer',
      'identical requests that overlap are done once and all answered with the one answer: each of them looks like the original, and none is marked as a replay or refused',
      identicalRequestsShareTheAnswer(),
    ),
  ),
  against(
    'Same key and same body: the original response is replayed. A failed refund frees its amount; a retry uses a new reference.',
    mutant(
      'idempotency.replay-sends-nothing',
      'blind16-replay-tries-a-failed-refund-again',
      'a create that is repeated after its refund has failed is answered with the original response, and the refund is tried once more: it is pending again, and a second refund.failed follows',
      replayTriesAgain(),
    ),
  ),
];
