/** Idempotency keys where there are several workers, a table of another alphabet, a stream, or a library that knows headers. */
import { Refusal } from '../../../reference/engine/refusal.ts';
import type { KeptRequest, Merchant } from '../../../reference/rules/records.ts';
import type { Case } from '../../../reference/rules/rulebook.ts';
import { functions } from '../../change.ts';
import { type Change, mutant } from '../../mutant.ts';
import { isReplay } from '../../on-replay.ts';
import { answers, around, pause } from '../../steps.ts';
import { against, type BlindMutant } from '../against.ts';

/** Real time between the look for a key and its insertion, in milliseconds. */
const INSERTION_MS = 10;

/** The text of an item of structured fields (RFC 9651): without its quotation marks and its parameters. */
function item({ header }: Case): Case['header'] {
  return (name) => {
    const value = header(name);
    if (name !== 'idempotency-key' || value === undefined) return value;
    const quoted = /^"([^"]+)"/.exec(value)?.[1];
    return quoted ?? (/^[^;]+/.exec(value)?.[0].trim() || value);
  };
}

function locksInEachWorker(): Change {
  const holders = new WeakMap<KeptRequest, number>();
  let requests = 0;
  return around('keepKey', (own) => (asked, next) => {
    const { header, merchant } = asked;
    requests += 1;
    const worker = requests % 2;
    const key = header('idempotency-key') ?? '';
    const kept = merchant.keys.get(key);
    if (kept?.reply === null && holders.get(kept) !== worker) merchant.keys.delete(key);
    return own(asked, () => {
      const entry = merchant.keys.get(key);
      if (entry !== undefined) holders.set(entry, worker);
      return next();
    });
  });
}

function insertedKeyViolates(): Change {
  return around('keepKey', (own) => async (asked, next) => {
    const { endpoint, header, merchant, service } = asked;
    const key = header('idempotency-key') ?? '';
    const isNew = key !== '' && key.length <= service.rules.limits.idempotencyKeyLength && !merchant.keys.has(key);
    if (endpoint.idempotencyKey === undefined || !isNew) return await own(asked, next);
    await pause(INSERTION_MS);
    if (merchant.keys.has(key))
      throw new Refusal(service.rules.decisions.internal, 'the service could not handle this request');
    return await own(asked, next);
  });
}

function markStaysWithTheWorker(): Change {
  const marked = new WeakSet<Merchant>();
  return answers('everywhere', (reply, { endpoint, merchant }) => {
    if (isReplay(reply)) marked.add(merchant);
    else if (endpoint.idempotencyKey !== undefined && reply.status < 400 && marked.delete(merchant))
      return { ...reply, headers: { ...reply.headers, 'idempotent-replayed': 'true' } };
    return reply;
  });
}

export const found: readonly BlindMutant[] = [
  against(
    'Every POST sends `Idempotency-Key: <unique string>` (max 255 chars).',
    mutant(
      'idempotency.keys-differ',
      'blind18-key-is-a-structured-field',
      'the header is read by a library of structured fields, which takes off quotation marks and what follows a semicolon as parameters: the keys order;1 and order;2 are one key, and so are "a" and a',
      around('keepKey', (own) => (asked, next) => own({ ...asked, header: item(asked) }, next)),
    ),
  ),
  against(
    'A request with the same key still being processed: `409 request_in_progress`.',
    mutant(
      'idempotency.in-progress',
      'blind18-locks-in-each-worker',
      'answers are kept in the database and locks in the memory of each of two workers, between which requests take turns: a request whose key is in progress with the other worker is processed as well',
      locksInEachWorker(),
    ),
  ),
  against(
    'Same key and same body: the original response is replayed. A request with the same key still being processed: `409 request_in_progress`.',
    mutant(
      'idempotency.concurrent-one-original',
      'blind18-second-insert-of-a-key-is-500',
      'a new key is looked for and then inserted, and the violation of its constraint is not handled: of identical requests that come within the same moment all but one are answered with 500',
      insertedKeyViolates(),
    ),
  ),
  against(
    'Same key and a different body: `409 idempotency_key_reused`.',
    mutant(
      'idempotency.checkout-key-reused',
      'blind18-bodies-in-chunks-not-compared',
      'the fingerprint is made of as many bytes as Content-Length says: where a body comes in chunks it is that of nothing, and two different bodies under one key are the same',
      functions(({ sameRequest }) => ({
        sameRequest: (asked) =>
          sameRequest(asked.header('content-length') === undefined ? { ...asked, raw: Buffer.alloc(0) } : asked),
      })),
    ),
  ),
  against(
    'Same key and same body: the original response is replayed, with response header `Idempotent-Replayed: true`.',
    mutant(
      'idempotency.escrow-release-replay',
      'blind18-kept-answers-in-latin-1',
      'the table of kept answers is an old one, in Latin-1: in a replay each letter beyond it, as of an escrow whose description or conditions have one, is a question mark',
      answers('everywhere', (reply) =>
        isReplay(reply) ? { ...reply, text: reply.text.replace(/[\u{100}-\u{10ffff}]/gu, '?') } : reply,
      ),
    ),
  ),
  against(
    'Same key and same body: the original response is replayed, with response header `Idempotent-Replayed: true`.',
    mutant(
      'idempotency.replay-is-marked',
      'blind18-mark-stays-with-the-worker',
      "the mark of a replay is a variable of the worker's thread that is cleared when the next answer has been written, not this one: the first new POST after a replay is marked as replayed too",
      markStaysWithTheWorker(),
    ),
  ),
  against(
    'Same key and same body: the original response is replayed. Create response (201): `id`, `reference`, `status`, `payUrl`.',
    mutant(
      'idempotency.escrow-replay',
      'blind18-pay-url-signed-at-each-answer',
      'the address of the page is signed when an answer leaves: the replay of an escrow create has the payUrl with another signature than the original response',
      answers('createEscrow', (reply, { service }) => {
        if (reply.status !== 201) return reply;
        const body = JSON.parse(reply.text) as { payUrl: string };
        const payUrl = `${body.payUrl}?s=${service.newId('')}`;
        return { ...reply, text: JSON.stringify({ ...body, payUrl }) };
      }),
    ),
  ),
];
