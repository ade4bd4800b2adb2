/** Requests that overlap and share a lock, an answer, or the patience of a gateway. */
import { Refusal } from '../../../reference/engine/refusal.ts';
import type { Environment, Merchant } from '../../../reference/rules/records.ts';
import type { EndpointName, Reply } from '../../../reference/rules/requests.ts';
import { type Change, mutant } from '../../mutant.ts';
import { before, isAt, pause, replyOf } from '../../steps.ts';
import { against, type BlindMutant } from '../against.ts';

/** Real time that the sum of a balance, or the writing of a row, takes, in milliseconds. */
const BUSY_MS = 20;
/** Real time for which the gateway waits before it asks again, in milliseconds. */
const PATIENCE_MS = 500;

const CREATES = ['createCheckout', 'createRefund', 'createPayout', 'createEscrow'] as const;

/** Readers that come while the balance is being added up are given the answer to the first. */
function balanceAddedUpOnce(): Change {
  const underWay = new WeakMap<Environment, Promise<Reply>>();
  return before('answerKnown', (asked, next) => {
    if (!isAt(asked, 'getBalance')) return next();
    const { environment } = asked;
    const present = underWay.get(environment);
    if (present !== undefined) return present;
    const reply = pause(BUSY_MS).then(() => {
      underWay.delete(environment);
      return replyOf(next);
    });
    underWay.set(environment, reply);
    return reply;
  });
}

function oneCreateAtATime(): Change {
  const busy = new WeakMap<Merchant, Set<EndpointName>>();
  return before('takeTime', async (asked, next) => {
    const { endpoint, merchant, service } = asked;
    if (!isAt(asked, CREATES)) return next();
    const locks = busy.get(merchant) ?? new Set<EndpointName>();
    busy.set(merchant, locks);
    if (locks.has(endpoint.name)) throw new Refusal(service.rules.refusals.inProgress, 'a request is being processed');
    locks.add(endpoint.name);
    try {
      await pause(BUSY_MS);
      return await next();
    } finally {
      locks.delete(endpoint.name);
    }
  });
}

/** The second request, with the same key, finds the first one in progress. */
function gatewayAsksAgain(): Change {
  return before('limitRate', async (asked, next) => {
    const { merchant, service } = asked;
    if (!isAt(asked, CREATES) || merchant.processingDelay < PATIENCE_MS) return next();
    const reply = await Promise.race([replyOf(next), pause(PATIENCE_MS).then(() => null)]);
    if (reply !== null) return reply;
    throw new Refusal(
      service.rules.refusals.inProgress,
      'a request with this Idempotency-Key is still being processed',
    );
  });
}

export const found: readonly BlindMutant[] = [
  against(
    '`GET /v1/balance` returns the amount available to pay out in kobo (paid in, minus refunds and payouts). Each environment has its own merchants.',
    mutant(
      'balance.per-merchant',
      'blind12-balances-read-at-once-are-one',
      "reads of the same path that overlap are answered together, and the merchant is no part of the path: who reads the balance while another merchant reads it is given the other's",
      balanceAddedUpOnce(),
    ),
  ),
  against(
    'A request with the same key still being processed: `409 request_in_progress`. POST | /v1/checkouts | 201.',
    mutant(
      'idempotency.in-progress',
      'blind12-lock-per-merchant-not-per-key',
      'the lock is taken for the merchant and the path, not for the key: of two creates that overlap, with keys of their own, the later is refused with 409 request_in_progress',
      oneCreateAtATime(),
    ),
  ),
  against(
    'POST | /v1/checkouts | Checkout create body | 201. A request with the same key still being processed: `409 request_in_progress`.',
    mutant(
      'idempotency.in-progress',
      'blind12-gateway-asks-again',
      'the gateway sends a POST again that was not answered within half a second, and answers with what the second is told: a create that is slow is done, and answered with 409 request_in_progress though it was sent once',
      gatewayAsksAgain(),
    ),
  ),
];
