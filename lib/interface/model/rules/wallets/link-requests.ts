import type { RequirementId } from '../../../register/index.ts';
import { type Exchange, objectOf, textIn } from '../../events.ts';
import { hasPlainBody, hasPlainKey, isPlainInteger, isPlainReference, isPlainText } from '../../plain.ts';
import type { Violation, Watcher } from '../../things.ts';
import type { World } from '../../world.ts';
import { ANOTHER_CODE } from '../requests/right-requests.ts';

// "At most 5 requests per wallet per hour" (behaviour rule 7), of all merchants and whatever their outcome. Only for
// wallets that control made in this run: nothing else requests links to them.

export const linkLimit = {
  tooMany: 'wallet-link.sixth-refused',
  ofSeveral: 'wallet-link.sixth-refused-over-merchants',
  tooFew: 'wallet-link.five-per-hour',
} as const satisfies Record<string, RequirementId>;

const HOUR = 3_600_000;
const MOST = 5;

/** Milliseconds by which two clocks may drift apart within some hours. */
const APART = 60_000;

/** Refusals for credentials, size or media type. 429 is not one of them: it may be the status of a request above the wallet's limit. */
const ANOTHER_STATUS = [401, 403, 413, 415];

interface Asked {
  readonly exchange: Exchange;
  readonly wallet: string;
  /** Since when it certainly exists, by our clock. */
  readonly made: number;
  /** The target's time, in milliseconds: earliest beginning and latest end of the request. */
  readonly earliest: number;
  latest: number;
}

export class LinkRequests implements Watcher {
  readonly #world: World;
  readonly #asked = new Map<Exchange, Asked>();
  /** By merchant and linkRef: all requests for it, for any wallet. */
  readonly #ofRef = new Map<string, Exchange[]>();

  constructor(world: World) {
    this.#world = world;
  }

  asked(exchange: Exchange): void {
    const { method, path, environment, body, began } = exchange;
    if (method !== 'POST' || path.join('/') !== 'wallet-links') return;
    const name = refOf(exchange);
    this.#ofRef.set(name, [...(this.#ofRef.get(name) ?? []), exchange]);
    const walletId = textIn(body, 'walletId') ?? '';
    const [wallet, made] = [`${environment} ${walletId}`, this.#world.wallets.since(environment, walletId)];
    if (!Number.isFinite(made)) return;
    const { earliest } = this.#world.time.at(began);
    this.#asked.set(exchange, { exchange, wallet, made, earliest, latest: Number.POSITIVE_INFINITY });
  }

  answered(exchange: Exchange): Violation[] {
    const asked = this.#asked.get(exchange);
    if (asked !== undefined) asked.latest = this.#world.time.at(exchange.ended).latest;
    return [];
  }

  conclude(): Violation[] {
    const known = [...Map.groupBy(this.#asked.values(), ({ wallet }) => wallet).values()];
    return [...known.flatMap((asked) => this.#refusedInVain(asked)), ...tooMany(known.flatMap(burstsIn))];
  }

  /**
   * Each of five requests within an hour must be accepted, if it breaks no other rule. Whether a wallet must exist to
   * be linked is not shown.
   */
  #refusedInVain(asked: readonly Asked[]): Violation[] {
    const world = this.#world;
    return asked.flatMap((each) => {
      const { exchange, earliest, made } = each;
      const { status, code, merchant, credentials } = exchange;
      const isRefused = status >= 400 && status < 500 && !ANOTHER_STATUS.includes(status);
      if (!isRefused || ANOTHER_CODE.includes(code ?? '') || credentials !== 'own' || !world.isOurs(merchant))
        return [];
      if (exchange.began < made || !isRight(exchange) || world.repeatsRefusal(exchange)) return [];
      const linkRef = textIn(exchange.body, 'linkRef') ?? '';
      const before = asked.filter((other) => other !== each && other.exchange.began <= exchange.ended);
      // What a known linkRef gets with another wallet, and whether linkRefs share a namespace with references, is not
      // shown.
      const isKnown =
        (this.#ofRef.get(refOf(exchange)) ?? []).some((other) => other !== exchange && other.began <= exchange.ended) ||
        world.anythingNamed(linkRef).some(({ operations }) => operations.length > 0);
      const recent = before.filter(({ latest }) => latest > earliest - HOUR);
      if (isKnown || recent.length >= MOST) return [];
      const what = `a link to it was refused with ${status} ${code ?? ''}, after ${recent.length} requests within an hour`;
      return [violation(linkLimit.tooFew, [each], what, '201', [each])];
    });
  }
}

const refOf = ({ environment, merchant, body }: Exchange) => `${environment} ${merchant} ${textIn(body, 'linkRef')}`;

type Burst = readonly Asked[];
const startOf = (burst: Burst) => burst[0]?.earliest ?? 0;
const lengthOf = (burst: Burst) => (burst.at(-1)?.latest ?? Number.POSITIVE_INFINITY) - startOf(burst);

/** Six new links that certainly were requested within one hour. */
function burstsIn(asked: readonly Asked[]): Burst[] {
  const accepted = asked.filter(({ exchange: { status, isReplay } }) => status === 201 && !isReplay);
  return accepted.flatMap((_, at) => {
    const six = accepted.slice(at, at + MOST + 1);
    return six.length > MOST && lengthOf(six) < HOUR ? [six] : [];
  });
}

const merchantsOf = (burst: Burst) => new Set(burst.map(({ exchange: { merchant } }) => merchant)).size;

/**
 * If hours are those of a clock, six requests are permitted where an hour ends between the first and the last. Two
 * bursts that are `areApart` cannot both be excused so.
 */
function tooMany(all: readonly Burst[]): Violation[] {
  // Bursts of one merchant first: they are too many in every reading.
  const bursts = [...all].sort((one, other) => merchantsOf(one) - merchantsOf(other));
  for (const [at, one] of bursts.entries()) {
    const other = bursts.slice(at + 1).find((each) => areApart(one, each));
    if (other === undefined) continue;
    const minutes = [one, other].map((burst) => Math.ceil(lengthOf(burst) / 60_000));
    const what = `within ${minutes.join(' and within ')} minutes, 6 requests for it were answered 201`;
    const isOfOne = [one, other].every((burst) => merchantsOf(burst) === 1);
    const requirement = isOfOne ? linkLimit.tooMany : linkLimit.ofSeveral;
    return [violation(requirement, one, what, 'at most 5 within an hour', [...one, ...other])];
  }
  return [];
}

/** Whether an hour, wherever it begins, cannot end within both bursts. */
function areApart(one: Burst, other: Burst): boolean {
  const between = (((startOf(other) - startOf(one)) % HOUR) + HOUR) % HOUR;
  return between > lengthOf(one) + APART && between + lengthOf(other) + APART < HOUR;
}

function isRight(exchange: Exchange): boolean {
  const { linkRef, walletId, requesterName, expiresInMinutes, ...more } = objectOf(exchange.body) ?? {};
  return (
    hasPlainKey(exchange) &&
    hasPlainBody(exchange) &&
    Object.keys(more).length === 0 &&
    isPlainReference(linkRef) &&
    linkRef.length <= 60 &&
    typeof walletId === 'string' &&
    isPlainText(requesterName) &&
    /^[A-Za-z ]{1,40}$/.test(requesterName) &&
    isPlainInteger(expiresInMinutes, 5, 60)
  );
}

function violation(
  requirement: RequirementId,
  [first]: readonly Asked[],
  what: string,
  allowed: string,
  all: readonly Asked[],
): Violation {
  const subject = `wallet ${textIn(first?.exchange.body, 'walletId')}`;
  const exchanges = all.map(({ exchange }) => exchange.id);
  return { requirement, subject, history: [], what, allowed, exchanges, webhooks: [] };
}
