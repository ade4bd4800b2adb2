import type { EndpointName } from '../../reference/rules/requests.ts';
import type { Case, Step } from '../../reference/rules/rulebook.ts';
import { functions, limits, refusal } from '../change.ts';
import { all, type Change, type Mutant, mutant } from '../mutant.ts';
import { isReplay, onReplay, presentState } from '../on-replay.ts';
import { answers, around, before, isAt, pause, replyOf } from '../steps.ts';

const disturbed = new Set<string>();

/** The endpoint at which a merchant's key was used last. */
const usedAt = new Map<string, EndpointName>();

export const idempotencyMutants: readonly Mutant[] = [
  mutant(
    'idempotency.replay-is-marked',
    'replay-not-marked',
    'a replay carries no Idempotent-Replayed',
    answers('everywhere', ({ headers: _, ...reply }) => reply),
  ),
  mutant(
    'idempotency.replay-is-marked',
    'first-answer-marked',
    'the first answer is marked as replayed too',
    answers('createCheckout', (reply) => ({ ...reply, headers: { ...reply.headers, 'idempotent-replayed': 'true' } })),
  ),
  mutant(
    'idempotency.replay-is-marked',
    'replay-marked-with-1',
    'a replay carries Idempotent-Replayed: 1',
    onReplay('createCheckout', (reply) => ({ ...reply, headers: { ...reply.headers, 'idempotent-replayed': '1' } })),
  ),
  mutant(
    'idempotency.checkout-replay-after-payment',
    'checkout-replay-with-present-state',
    'a replay of a checkout create shows the present state',
    presentState('createCheckout'),
  ),
  mutant(
    'idempotency.refunded-once',
    'refund-replay-refunds-again',
    'a repeated refund is carried out again, and answered as before',
    repeats('createRefund'),
  ),
  mutant(
    'idempotency.paid-out-once',
    'payout-replay-pays-again',
    'a repeated payout is carried out again, and answered as before',
    repeats('createPayout'),
  ),
  mutant(
    'idempotency.keys-are-per-merchant',
    'keys-shared-by-merchants',
    'keys are looked up among those of all merchants',
    before('keepKey', (asked, next) => {
      const [first] = asked.environment.merchants.values();
      if (first !== undefined) asked.merchant.keys = first.keys;
      return next();
    }),
  ),
  mutant(
    'idempotency.checkout-replay',
    'key-taken-over-elsewhere',
    'the same key at another endpoint is another one, and takes the place of the first: what was asked for first is asked for anew',
    before('keepKey', ({ merchant, endpoint, header }, next) => {
      const key = header('idempotency-key') ?? '';
      const name = `${merchant.id} ${key}`;
      if (usedAt.has(name) && usedAt.get(name) !== endpoint.name) merchant.keys.delete(key);
      if (key !== '') usedAt.set(name, endpoint.name);
      return next();
    }),
  ),
  mutant(
    'idempotency.key-longest',
    'key-of-254',
    'a key of 255 characters is refused',
    limits({ idempotencyKeyLength: 254 }),
  ),
  mutant(
    'idempotency.key-longest',
    'long-keys-not-remembered',
    'a key of more than 200 characters is not remembered',
    around(
      'keepKey',
      (own) => (asked, next) =>
        (asked.header('idempotency-key') ?? '').length > 200 && (asked.header('idempotency-key') ?? '').length < 256
          ? next()
          : own(asked, next),
    ),
  ),
  mutant(
    'idempotency.key-too-long',
    'key-of-256',
    'a key of 256 characters is taken',
    limits({ idempotencyKeyLength: 256 }),
  ),
  mutant(
    'idempotency.key-too-long',
    'long-keys-cut',
    'a longer key is cut to 255 characters',
    around(
      'keepKey',
      (own) => (asked, next) =>
        own(
          {
            ...asked,
            header: (name) => (name === 'idempotency-key' ? asked.header(name)?.slice(0, 255) : asked.header(name)),
          },
          next,
        ),
    ),
  ),
  mutant(
    'idempotency.concurrent-one-original',
    'key-race',
    'a key is taken only after a moment, so that requests at once all find it free',
    slow('createCheckout', 'answerKnown'),
    unnoticed(),
  ),
  mutant(
    'idempotency.paid-out-once',
    'key-race-at-payouts',
    'payouts at once under one key are all carried out',
    slow('createPayout', 'act'),
    unnoticed(),
  ),
  mutant(
    'idempotency.concurrent-bodies-one-winner',
    'key-race-with-other-bodies',
    'different requests at once under one key are all carried out',
    slow('createCheckout', 'answerKnown'),
    unnoticed(),
  ),
  mutant(
    'idempotency.in-progress',
    'in-progress-waits',
    'a request whose key is in progress waits and is replayed',
    around('keepKey', (own) => async (asked, next) => {
      const key = asked.header('idempotency-key') ?? '';
      while (asked.merchant.keys.get(key)?.reply === null) await pause(20);
      return own(asked, next);
    }),
  ),
  mutant(
    'idempotency.in-progress',
    'in-progress-with-425',
    'a key in progress is refused with 425',
    refusal('inProgress', { status: 425 }),
  ),
  mutant(
    'idempotency.in-progress',
    'in-progress-with-another-code',
    'a key in progress is refused with conflict',
    refusal('inProgress', { code: 'conflict' }),
  ),
  mutant(
    'idempotency.in-progress',
    'in-progress-forgets-key',
    'where a key is in progress it is forgotten afterwards',
    around('keepKey', (own) => async (asked, next) => {
      const key = asked.header('idempotency-key') ?? '';
      const busy = asked.merchant.keys.get(key)?.reply === null;
      const reply = await replyOf(() => own(asked, next));
      if (busy) disturbed.add(key);
      else if (disturbed.delete(key)) asked.merchant.keys.delete(key);
      return reply;
    }),
  ),
  mutant(
    'idempotency.cut-connection',
    'cut-connection-loses-key',
    'a key is forgotten where the caller hung up before the answer',
    (rules) => {
      const cut = new Set<string>();
      const { finish } = rules.functions;
      return before('keepKey', (asked, next) => {
        const key = asked.header('idempotency-key') ?? '';
        if (cut.delete(key)) asked.merchant.keys.delete(key);
        return next();
      })({
        ...rules,
        functions: {
          ...rules.functions,
          finish: async (answer, asked, clock) => {
            const key = String(asked.headers['idempotency-key'] ?? '');
            await pause(10);
            if (asked.socket.destroyed) cut.add(key);
            return finish?.(answer, asked, clock) ?? answer;
          },
        },
      });
    },
  ),
  mutant(
    'idempotency.cut-connection',
    'cut-connection-undoes-create',
    'where the caller hung up before the answer the create is undone, and its key still replays the 201',
    undoneWhereCut(),
  ),
  mutant(
    'idempotency.checkout-replay',
    'keys-of-the-authorization-as-written',
    'a request is recognised by the text of its Authorization too: sent again with two blanks behind the scheme, it is another one with the same key',
    functions(({ sameRequest }) => ({
      sameRequest: (asked) => `${sameRequest(asked)} ${asked.header('authorization')}`,
    })),
  ),
];

/** The answer stays with its key; the object is gone as if it had never been made. */
function undoneWhereCut(): Change {
  const begun = new Map<string, Case>();
  return all(
    before('keepKey', (asked, next) => {
      const name = `${asked.header('x-merchant-id')} ${asked.header('idempotency-key')}`;
      if (!asked.merchant.keys.has(asked.header('idempotency-key') ?? '')) begun.set(name, asked);
      return next();
    }),
    functions(({ finish }) => ({
      finish: async (answer, incoming, clock) => {
        const { headers, socket } = incoming;
        const name = `${headers['x-merchant-id']} ${headers['idempotency-key']}`;
        const asked = begun.get(name);
        begun.delete(name);
        await pause(10);
        if (asked && socket.destroyed && answer.status === 201) undo(asked);
        return finish?.(answer, incoming, clock) ?? answer;
      },
    })),
  );
}

function undo({ endpoint, environment, merchant, body }: Case): void {
  const { takes: kind } = endpoint;
  if (kind !== 'checkout' && kind !== 'payout' && kind !== 'escrow') return;
  const record = merchant.records[kind].get(body.text('reference') ?? '');
  if (record === undefined) return;
  merchant.records[kind].delete(record.reference);
  environment.checkouts.delete(record.id);
  environment.escrows.delete(record.id);
  if (kind === 'payout') merchant.balance += record.amount;
  // No timer acts on an object that has not begun.
  record.status = 'new';
}

/** Each replay repeats the effect, under the same reference. */
function repeats(at: EndpointName): Change {
  return answers(at, (reply, asked) => {
    if (!isReplay(reply)) return reply;
    asked.payment = asked.merchant.records.checkout.get(asked.body.text('paymentReference') ?? '');
    asked.endpoint.does?.(asked);
    return reply;
  });
}

function slow(at: EndpointName, where: 'answerKnown' | 'act'): Change {
  const step: Step = async (asked, next) => {
    if (isAt(asked, at)) await pause(15);
    return next();
  };
  return before(where, step);
}

/** A key whose request is still being processed counts as free. */
function unnoticed(): Change {
  return around('keepKey', (own) => (asked, next) => {
    const key = asked.header('idempotency-key') ?? '';
    if (asked.merchant.keys.get(key)?.reply === null && asked.merchant.processingDelay === 0)
      asked.merchant.keys.delete(key);
    return own(asked, next);
  });
}
