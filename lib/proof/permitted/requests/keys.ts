/** Idempotency keys, where the interface leaves room. */
import { functions } from '../../mutants/change.ts';
import type { Change } from '../../mutants/mutant.ts';
import { around, pause } from '../../mutants/steps.ts';
import { isObject } from '../../reference/engine/body.ts';
import { Refusal } from '../../reference/engine/refusal.ts';
import type { KeptRequest, Merchant } from '../../reference/rules/records.ts';
import type { Case } from '../../reference/rules/rulebook.ts';
import { answersLeave, decisions, refusals } from '../changes.ts';
import { type PermittedVariant, reading } from '../permitted-variant.ts';

const posts = ['checkouts', 'refunds', 'escrows', 'wallet-links', 'idempotency'] as const;

export const keys: readonly PermittedVariant[] = [
  reading(
    {
      name: 'keys-optional',
      oneOf: 'needed keys',
      what: 'no POST needs an Idempotency-Key',
      touches: ['idempotency', 'checkouts'],
      decides: ['idempotency.missing-key'],
    },
    (rules) => ({
      ...rules,
      endpoints: rules.endpoints.map((each) => (each.idempotencyKey ? { ...each, idempotencyKey: 'optional' } : each)),
    }),
  ),
  reading(
    {
      name: 'keys-required-everywhere',
      oneOf: 'needed keys',
      what: 'every POST needs an Idempotency-Key, wallet links and sandbox decisions too; else 422',
      touches: ['idempotency', 'wallet-links', 'webhooks', 'environments', 'escrows', 'authentication'],
      decides: ['idempotency.missing-key', 'idempotency.key-on-wallet-links', 'idempotency.key-on-sandbox-decisions'],
    },
    decisions({ keyMissing: { status: 422, code: 'idempotency_key_missing' } }),
    (rules) => ({
      ...rules,
      endpoints: rules.endpoints.map((each) =>
        each.method === 'POST' ? { ...each, idempotencyKey: 'required' } : each,
      ),
    }),
  ),
  reading(
    {
      name: 'keys-ignored-on-links',
      oneOf: 'needed keys',
      what: 'wallet links and sandbox decisions do not look at the Idempotency-Key',
      touches: ['idempotency', 'wallet-links', 'webhooks'],
    },
    (rules) => ({
      ...rules,
      endpoints: rules.endpoints.map((each) =>
        each.idempotencyKey === 'optional' ? { ...each, idempotencyKey: undefined } : each,
      ),
    }),
  ),
  reading(
    {
      name: 'keys-by-endpoint',
      what: 'a key used at one endpoint is free at every other',
      touches: posts,
      decides: ['idempotency.scope-of-a-key'],
    },
    scoped(({ endpoint }) => endpoint.name),
  ),
  reading(
    {
      name: 'keys-by-path',
      what: 'a key used at one path is free at every other, so that it may release one escrow after another',
      touches: posts,
      decides: ['idempotency.scope-of-a-key'],
    },
    scoped(({ path }) => path),
  ),
  reading(
    {
      name: 'keys-by-meaning',
      what: 'a body with its fields in another order, or with other white space, is the same body',
      touches: ['idempotency', 'checkouts'],
      decides: ['idempotency.reordered-body'],
    },
    functions(() => ({
      sameRequest: ({ endpoint, path, body }) => `${endpoint.method} ${path} ${JSON.stringify(canonical(body.value))}`,
    })),
  ),
  reading(
    {
      name: 'keys-keep-refusals',
      what: 'a refusal is kept under its key and replayed like every other answer',
      touches: [...posts, 'payouts', 'errors', 'environments', 'rate-limit'],
      decides: ['idempotency.errors-replayed'],
    },
    decisions({ keyKeeps: 'refusals too' }),
  ),
  reading(
    {
      name: 'keys-forgotten-after-an-hour',
      oneOf: 'remembered keys',
      what: 'a key is remembered for an hour',
      touches: [...posts, 'payouts', 'webhooks'],
    },
    decisions({ keyRememberedSeconds: 3_600 }),
  ),
  reading(
    {
      name: 'keys-forgotten-after-a-minute',
      oneOf: 'remembered keys',
      // Limits: "How long an idempotency key is remembered: not shown."
      what: 'a key is remembered for a minute',
      touches: [...posts, 'payouts', 'webhooks', 'environments', 'balance'],
    },
    decisions({ keyRememberedSeconds: 60 }),
  ),
  reading(
    {
      name: 'keys-remembered-for-ever',
      oneOf: 'remembered keys',
      what: 'a key is never forgotten',
      touches: [...posts, 'payouts'],
      decides: ['idempotency.key-lifetime'],
    },
    decisions({ keyRememberedSeconds: 1e10 }),
  ),
  reading(
    {
      name: 'keys-too-long-422',
      what: 'a key that is too long is refused with 422 and a code of its own',
      touches: ['idempotency'],
      decides: ['idempotency.too-long-answer'],
    },
    refusals(({ message }) =>
      /^Idempotency-Key must have/.test(message) ? { status: 422, code: 'idempotency_key_too_long' } : null,
    ),
  ),
  reading(
    {
      name: 'keys-wait-a-moment',
      what: 'a request whose key is in progress waits up to 300 ms for the first one, and is then refused',
      touches: ['idempotency', 'checkouts', 'refunds'],
    },
    around('takeTime', (own) => async (asked, next) => {
      if (asked.endpoint.method === 'POST') await pause(20);
      return await own(asked, next);
    }),
    around('keepKey', (own) => async (asked, next) => {
      const until = performance.now() + 300;
      for (;;) {
        try {
          return await own(asked, next);
        } catch (error) {
          const busy = error instanceof Refusal && error.code === asked.service.rules.refusals.inProgress.code;
          if (!busy || performance.now() > until) throw error;
          await pause(20);
        }
      }
    }),
  ),
  reading(
    {
      name: 'keys-of-refused-requests-bound',
      // "Same key and a different body: 409 idempotency_key_reused", whatever became of the first.
      what: 'a key is bound to the body of its first request, a refused one too, which may be sent again and is judged anew',
      touches: [...posts, 'payouts', 'errors'],
    },
    bound(),
  ),
  reading(
    {
      name: 'keys-by-body-alone',
      // The scope of a key across endpoints is not shown; "same key and same body: the original response is replayed".
      what: 'a key belongs to its body whatever the path: release and cancel, which have none, are the same body everywhere',
      touches: [...posts, 'payouts'],
      decides: ['idempotency.scope-of-a-key'],
    },
    functions(() => ({ sameRequest: ({ raw }) => raw.toString('base64') })),
  ),
  reading(
    {
      name: 'originals-say-not-replayed',
      what: 'an original answer carries Idempotent-Replayed: false',
      touches: [...posts, 'payouts', 'rate-limit'],
    },
    answersLeave((answer, { method }) =>
      method === 'POST' ? { ...answer, headers: { 'idempotent-replayed': 'false', ...answer.headers } } : answer,
    ),
  ),
];

function canonical(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(canonical);
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, inner]) => [name, canonical(inner)]),
  );
}

/** Keeps the body of a key's first request, for a day. */
function bound(): Change {
  return (rules) => {
    const first = new WeakMap<Merchant, Map<string, { print: string; until: number }>>();
    return around('keepKey', (own) => (asked, next) => {
      const { endpoint, merchant, service } = asked;
      const key = asked.header('idempotency-key') ?? '';
      if (!endpoint.idempotencyKey || key === '') return own(asked, next);
      const mine = first.get(merchant) ?? new Map<string, { print: string; until: number }>();
      first.set(merchant, mine);
      const [now, print] = [service.clock.now(), service.rules.functions.sameRequest(asked)];
      const was = mine.get(key);
      if (was && was.until > now && was.print !== print)
        throw new Refusal(service.rules.refusals.keyReused, 'this key was used for a different request');
      if (!was || was.until <= now) mine.set(key, { print, until: now + 86_400_000 });
      return own(asked, next);
    })(rules);
  };
}

/** A key is unique only within the scope that `scope` returns for a request. */
function scoped(scope: (asked: Case) => string): Change {
  return (rules) => {
    const kept = new WeakMap<Merchant, Map<string, Map<string, KeptRequest>>>();
    return around('keepKey', (own) => (asked, next) => {
      const { merchant } = asked;
      const all = kept.get(merchant) ?? new Map<string, Map<string, KeptRequest>>();
      kept.set(merchant, all);
      const mine = all.get(scope(asked)) ?? new Map<string, KeptRequest>();
      all.set(scope(asked), mine);
      asked.merchant = Object.create(merchant, { keys: { value: mine } });
      const restore = () => {
        asked.merchant = merchant;
      };
      try {
        return own(asked, () => {
          restore();
          return next();
        });
      } finally {
        restore();
      }
    })(rules);
  };
}
