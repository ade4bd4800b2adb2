/** Idempotency keys and bodies as they pass through a database, a lock and a gateway; and a validator that tells all. */
import { fieldProblem } from '../../../reference/engine/fields.ts';
import type { KeptRequest } from '../../../reference/rules/records.ts';
import type { Case } from '../../../reference/rules/rulebook.ts';
import { functions } from '../../change.ts';
import { type Change, mutant } from '../../mutant.ts';
import { isReplay } from '../../on-replay.ts';
import { answers, around } from '../../steps.ts';
import { against, type BlindMutant } from '../against.ts';
import { codeOf, parsed, withError } from '../ways.ts';

/** Real time that a lock is held, in milliseconds. */
const LOCK_MS = 2_000;
/** Characters of the column of keys. */
const COLUMN = 255;
/** What a gateway lets through of a header. */
const HEADER = 8_192;

/** As a case-insensitive and accent-insensitive collation compares texts. */
function collated(raw: Buffer): Buffer {
  const text = raw.toString('utf8').normalize('NFD');
  return Buffer.from(text.replace(/\p{Mn}/gu, '').toLowerCase());
}

function lockRunsOut(): Change {
  const taken = new WeakMap<KeptRequest, number>();
  return around('keepKey', (own) => (asked, next) => {
    const { header, merchant } = asked;
    const key = header('idempotency-key') ?? '';
    const kept = merchant.keys.get(key);
    const since = kept === undefined ? undefined : taken.get(kept);
    if (kept?.reply === null && since !== undefined && performance.now() - since > LOCK_MS) merchant.keys.delete(key);
    return own(asked, () => {
      const entry = merchant.keys.get(key);
      if (entry !== undefined) taken.set(entry, performance.now());
      return next();
    });
  });
}

/** The key is kept behind the id of its merchant, in a column that cuts what is too long. */
function asKept({ header, merchant }: Case): Case['header'] {
  return (name) => {
    const value = header(name);
    if (name !== 'idempotency-key' || value === undefined || value === '' || value.length > COLUMN) return value;
    return value.slice(0, COLUMN - `${merchant.id}:`.length);
  };
}

function allProblems({ body, endpoint, environment, service }: Case): string[] {
  const rules = endpoint.takes === undefined ? [] : service.rules.forms[endpoint.takes];
  return rules.flatMap((rule) => fieldProblem([rule], body, environment.name) ?? []);
}

export const found: readonly BlindMutant[] = [
  against(
    'Same key and a different body: `409 idempotency_key_reused`.',
    mutant(
      'idempotency.checkout-key-reused',
      'blind17-bodies-compared-by-collation',
      'the database compares the body with the one it has kept, by its usual collation: bodies that differ in capital letters or accents alone count as the same, and get the original response',
      functions(({ sameRequest }) => ({ sameRequest: (asked) => sameRequest({ ...asked, raw: collated(asked.raw) }) })),
    ),
  ),
  against(
    'A request with the same key still being processed: `409 request_in_progress`.',
    mutant(
      'idempotency.in-progress',
      'blind17-lock-of-two-seconds',
      'the lock of a key runs out after 2 seconds, done or not: while a request takes longer than that, the same one is processed a second time',
      lockRunsOut(),
    ),
  ),
  against(
    'Every POST sends `Idempotency-Key: <unique string>` (max 255 chars). Same key and same body: the original response is replayed.',
    mutant(
      'idempotency.keys-differ',
      'blind17-key-cut-behind-merchant',
      'a key is kept behind the id of its merchant in a column of 255 characters, which cuts the rest: long keys that differ only near their ends are the same key',
      around('keepKey', (own) => (asked, next) => own({ ...asked, header: asKept(asked) }, next)),
    ),
  ),
  against(
    'Same key and same body: the original response is replayed, with response header `Idempotent-Replayed: true`.',
    mutant(
      'idempotency.checkout-replay',
      'blind17-content-type-in-fingerprint',
      'the fingerprint of a request contains its Content-Type: the same key and the same body are refused with idempotency_key_reused where the repetition adds a charset',
      functions(({ sameRequest }) => ({
        sameRequest: (asked) => `${sameRequest(asked)} ${asked.header('content-type') ?? ''}`,
      })),
    ),
  ),
  against(
    'Same key and same body: the original response is replayed, with response header `Idempotent-Replayed: true`.',
    mutant(
      'idempotency.replay-is-marked',
      'blind17-live-gateway-strips-mark',
      'the gateway in front of live lets through the headers of its list, and Idempotent-Replayed is not among them: replays are marked in sandbox only',
      answers('everywhere', (reply, { environment }) =>
        environment.name === 'live' && isReplay(reply) ? { status: reply.status, text: reply.text } : reply,
      ),
    ),
  ),
  against(
    'Idempotency-Key length | max 255 chars. Two fully separate environments exist, sandbox and live.',
    mutant(
      'idempotency.key-too-long',
      'blind17-live-keys-of-any-length',
      'the check of the length of a key is one of the sandbox, for developers: live takes longer keys',
      around('keepKey', (own) => (asked, next) => {
        if (asked.environment.name === 'sandbox') return own(asked, next);
        const { service } = asked;
        const limits = { ...service.rules.limits, idempotencyKeyLength: HEADER };
        return own({ ...asked, service: { ...service, rules: { ...service.rules, limits } } }, next);
      }),
    ),
  ),
  against(
    'Every error body has the shape `{ error: { code: string, message: string } }`.',
    mutant(
      'error.shape-of-400',
      'blind17-messages-in-a-list',
      'the validator tells all that is wrong: where that is more than one field, the message of invalid_request is a list of texts',
      answers('everywhere', (reply, asked) => {
        if (reply.status !== 400 || codeOf(reply) !== 'invalid_request') return reply;
        const problems = allProblems(asked);
        const { error } = (parsed(reply.text) ?? {}) as { error?: { message: string } };
        if (problems.length < 2 || error?.message !== problems[0]) return reply;
        return withError(reply, ({ code }) => ({ code, message: problems }));
      }),
    ),
  ),
];
