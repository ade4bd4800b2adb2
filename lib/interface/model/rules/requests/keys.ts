import { isDeepStrictEqual } from 'node:util';
import type { RequirementId } from '../../../register/index.ts';
import { type Exchange, objectOf } from '../../events.ts';
import type { Violation } from '../../model-object.ts';
import type { ModelState } from '../../model-state.ts';
import { isAccepted, isUnknown, type KeyUse, keyUses, sameBodies } from '../../operations.ts';

// "Same key and same body: the original response is replayed, with response header `Idempotent-Replayed: true`. Same key and a
// different body: `409 idempotency_key_reused`." (Authentication)

/** "How long an idempotency key is remembered: not shown": certainly this long, in milliseconds of the target's time. */
const MIN_REMEMBERED_MS = 60_000;

interface KeyedEndpoint {
  readonly words: string;
  readonly replay: RequirementId;
  /** Fails if the same request takes effect twice. */
  readonly tookEffectTwice: RequirementId;
  readonly reused: RequirementId | null;
}

/** By collection; for actions by their last segment. Whether links and sandbox calls support keys is not shown. */
export const keyedEndpoints: Readonly<Record<string, KeyedEndpoint>> = {
  checkouts: {
    words: 'checkout create',
    replay: 'idempotency.checkout-replay',
    tookEffectTwice: 'idempotency.checkout-replay',
    reused: 'idempotency.checkout-key-reused',
  },
  refunds: {
    words: 'refund create',
    replay: 'idempotency.refund-replay',
    tookEffectTwice: 'idempotency.refunded-once',
    reused: 'idempotency.refund-key-reused',
  },
  payouts: {
    words: 'payout create',
    replay: 'idempotency.payout-replay',
    tookEffectTwice: 'idempotency.paid-out-once',
    reused: 'idempotency.payout-key-reused',
  },
  escrows: {
    words: 'escrow create',
    replay: 'idempotency.escrow-replay',
    tookEffectTwice: 'idempotency.escrow-replay',
    reused: 'idempotency.escrow-key-reused',
  },
  release: action('release', 'idempotency.escrow-release-replay'),
  refund: action('refund', 'idempotency.escrow-refund-replay', 'idempotency.escrow-refund-key-reused'),
  cancel: action('cancel', 'idempotency.escrow-cancel-replay'),
};

function action(name: string, replay: RequirementId, reused: RequirementId | null = null): KeyedEndpoint {
  return { words: `escrow ${name}`, replay, tookEffectTwice: replay, reused };
}

/** Requirements about the key alone. */
export const keyRules = {
  inProgress: 'idempotency.in-progress',
  tooLong: 'idempotency.key-too-long',
} as const satisfies Record<string, RequirementId>;

/** Milliseconds for which a service may hold a key after it has answered. */
const MAX_HELD_MS = 1_000;

export function keyViolations(exchanges: readonly Exchange[], model: ModelState): Violation[] {
  const uses = keyUses(exchanges);
  const byKey = Map.groupBy(uses, ({ key }) => key);
  const sent = Map.groupBy(exchanges, ({ key }) => key);
  const unused = exchanges
    .filter(({ code }) => code === 'idempotency_key_reused')
    .flatMap((refused) => falselyReused(refused, sent.get(refused.key) ?? [], model));
  const wrong = uses.flatMap((use) => {
    const [collection = ''] = use.exchanges[0]?.path ?? [];
    const endpoint = keyedEndpoints[use.exchanges[0]?.path[2] ?? collection];
    if (endpoint === undefined || use.key.length > 255 || use.key === '') return [];
    const others = (byKey.get(use.key) ?? []).filter(({ merchant }) => merchant !== use.merchant);
    const groups = sameBodies(use.exchanges);
    const found = groups.flatMap((group) => oneBodyViolations(use, group, groups.length, others, endpoint, model));
    return [...found, ...severalBodiesViolations(use, groups, endpoint, model)].slice(0, 1);
  });
  const alone = exchanges.flatMap((exchange) => [
    ...acceptedTooLong(exchange),
    ...notInProgress(exchange, sent.get(exchange.key) ?? [], model),
  ]);
  return [...unused, ...wrong, ...alone];
}

const keyedEndpointOf = ([collection = '', , action]: readonly string[]) => keyedEndpoints[action ?? collection];

/** "max 255 chars". */
function acceptedTooLong(exchange: Exchange): Violation[] {
  const { key, method, credentials, merchant, environment, path, status } = exchange;
  const endpoint = keyedEndpointOf(path);
  if (key === null || endpoint === undefined || method !== 'POST' || credentials !== 'own' || !isAccepted(exchange))
    return [];
  if (!/^[\x21-\x7e]{256,}$/.test(key)) return [];
  const what = `a key of ${key.length} characters was accepted with ${status}`;
  const use: KeyUse = { key: `${key.slice(0, 20)}…`, merchant, environment, exchanges: [exchange], isAlone: true };
  return [violation(use, endpoint, keyRules.tooLong, what, 'a refusal: at most 255 characters', [exchange])];
}

/** "A request with the same key still being processed": there must be one. */
function notInProgress(refused: Exchange, ofItsKey: readonly Exchange[], model: ModelState): Violation[] {
  const { key, merchant, environment, credentials, path, code, began, ended } = refused;
  const endpoint = keyedEndpointOf(path);
  if (code !== 'request_in_progress' || key === null || endpoint === undefined || credentials !== 'own') return [];
  if (!model.createdInThisRun(merchant)) return [];
  const mayBeProcessed = (each: Exchange) =>
    each !== refused && each.began <= ended && (isUnknown(each) || each.ended + MAX_HELD_MS >= began);
  if (ofItsKey.some((each) => each.merchant === merchant && mayBeProcessed(each))) return [];
  const what = 'it was refused with request_in_progress, and no other request under this key was under way';
  const use: KeyUse = { key, merchant, environment, exchanges: [refused], isAlone: true };
  return [violation(use, endpoint, keyRules.inProgress, what, 'it is processed, or replayed', [refused])];
}

export const keyUnused: Readonly<Record<string, RequirementId>> = {
  checkouts: 'checkout.created',
  refunds: 'refund.created',
  payouts: 'payout.created',
  escrows: 'escrow.created',
};

/** "Same key": a key that only looks similar is another key, and so is the same key of another merchant. */
function falselyReused(refused: Exchange, ofItsKey: readonly Exchange[], model: ModelState): Violation[] {
  const { key, merchant, environment, credentials, path, method } = refused;
  const [collection = '', ...more] = path;
  const endpoint = keyedEndpoints[collection];
  const create = keyUnused[collection];
  if (endpoint === undefined || create === undefined || more.length > 0 || method !== 'POST') return [];
  if (key === null || credentials !== 'own' || !model.createdInThisRun(merchant)) return [];
  const before = ofItsKey.filter((each) => each !== refused && each.began <= refused.ended);
  const isOwn = (each: Exchange) => each.merchant === merchant && each.environment === environment;
  if (before.some(isOwn)) return [];
  const requirement = before.length > 0 ? 'idempotency.keys-are-per-merchant' : create;
  const what = `it was refused with ${refused.status} idempotency_key_reused, and this merchant had sent nothing under this key`;
  const use: KeyUse = { key, merchant, environment, exchanges: [refused], isAlone: true };
  return [violation(use, endpoint, requirement, what, 'the key is new', [...before.slice(0, 1), refused])];
}

const originalsIn = (group: readonly Exchange[]) =>
  group.filter((exchange) => isAccepted(exchange) && !exchange.isReplay).sort((a, b) => a.ended - b.ended);

function oneBodyViolations(
  use: KeyUse,
  group: readonly Exchange[],
  bodies: number,
  others: readonly KeyUse[],
  endpoint: KeyedEndpoint,
  model: ModelState,
): Violation[] {
  const replays = group.filter((exchange) => isAccepted(exchange) && exchange.isReplay);
  const [original, second] = originalsIn(group);
  if (original === undefined) {
    const [first] = replays;
    const isFirst = use.isAlone && bodies === 1 && replays.length === group.length;
    if (first === undefined || !isFirst) return [];
    const theirs = others.find(({ exchanges }) => exchanges.some((exchange) => exchange.ended < first.began));
    const requirement = theirs === undefined ? 'idempotency.replay-is-marked' : 'idempotency.keys-are-per-merchant';
    return [
      violation(
        use,
        endpoint,
        requirement,
        'the first answer under this key is marked as a replay',
        'an original response',
        group,
      ),
    ];
  }
  for (const replay of replays) {
    if (replay.began < original.began && group.some(isUnknown)) continue;
    if (replay.status === original.status && isDeepStrictEqual(replay.json, original.json)) continue;
    const what = `a replay was answered ${replay.status} ${short(replay.json)}`;
    return [
      violation(use, endpoint, endpoint.replay, what, `the original ${original.status} ${short(original.json)}`, [
        original,
        replay,
      ]),
    ];
  }
  if (second !== undefined && model.areWithin(original, second, MIN_REMEMBERED_MS)) {
    const isSame = second.status === original.status && isDeepStrictEqual(second.json, original.json);
    const requirement = isSame
      ? 'idempotency.replay-is-marked'
      : second.began <= original.ended
        ? 'idempotency.concurrent-one-original'
        : endpoint.tookEffectTwice;
    const what = `the same request under the same key was answered ${second.status} twice, both times not as a replay`;
    return [
      violation(use, endpoint, requirement, what, 'the original response, marked `Idempotent-Replayed: true`', [
        original,
        second,
      ]),
    ];
  }
  for (const again of group) {
    if (again.status < 400 || again.status >= 500 || again.status === 429) continue;
    // Overlapping requests may be processed in either order, and be refused for a reason that has passed; but a
    // reference never becomes free again.
    const overlap = again.began <= original.ended;
    if (overlap && again.code !== 'duplicate_reference') continue;
    // Whether the same fields in another spelling are the same body is not shown.
    if (
      again.text !== original.text ||
      again.code === 'request_in_progress' ||
      !model.areWithin(original, again, MIN_REMEMBERED_MS)
    )
      continue;
    const requirement = overlap ? 'idempotency.concurrent-one-original' : endpoint.replay;
    const what = `the same request under the same key was answered ${again.status} ${again.code ?? ''}`;
    const allowed = `the original ${original.status}, replayed${overlap ? ', or 409 `request_in_progress`' : ''}`;
    return [violation(use, endpoint, requirement, what, allowed, [original, again])];
  }
  return [];
}

function severalBodiesViolations(
  use: KeyUse,
  groups: readonly (readonly Exchange[])[],
  endpoint: KeyedEndpoint,
  model: ModelState,
): Violation[] {
  // Whether no body and an empty one are the same is not shown.
  if (endpoint.reused === null || groups.some(([first]) => first === undefined || objectOf(first.body) === null))
    return [];
  const originals = groups
    .flatMap((group) =>
      group
        .filter(isAccepted)
        .sort((a, b) => a.ended - b.ended)
        .slice(0, 1),
    )
    .sort((a, b) => a.ended - b.ended);
  const [first, second] = originals;
  if (first === undefined || second === undefined || !model.areWithin(first, second, MIN_REMEMBERED_MS)) return [];
  const overlap = second.began <= first.ended;
  const requirement = overlap ? 'idempotency.concurrent-bodies-one-winner' : endpoint.reused;
  const what = `under one key, two different bodies were accepted: ${short(first.body)} and ${short(second.body)}`;
  return [violation(use, endpoint, requirement, what, '409 `idempotency_key_reused`', [first, second])];
}

function violation(
  { key }: KeyUse,
  { words }: KeyedEndpoint,
  requirement: RequirementId,
  what: string,
  allowed: string,
  exchanges: readonly Exchange[],
): Violation {
  const history = exchanges.map(
    ({ id, status, isReplay }) => `answered ${status}${isReplay ? ', marked as a replay' : ''} (exchange ${id})`,
  );
  return {
    requirement,
    subject: `${words} under the key ${key}`,
    history,
    what,
    allowed,
    exchanges: exchanges.map(({ id }) => id),
    webhooks: [],
  };
}

function short(value: unknown): string {
  const text = JSON.stringify(value) ?? 'no body';
  return text.length > 160 ? `${text.slice(0, 160)}…` : text;
}
