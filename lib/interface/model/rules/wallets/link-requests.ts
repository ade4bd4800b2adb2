import type { RequirementId } from '../../../register/index.ts';
import { type Exchange, objectOf, textIn } from '../../events.ts';
import type { Rule, Violation } from '../../model-object.ts';
import type { ModelState } from '../../model-state.ts';
import {
  isCertainlyShortReference,
  isCertainlyValidBody,
  isCertainlyValidInteger,
  isCertainlyValidKey,
  isCertainlyValidText,
} from '../requests/certainly-valid.ts';
import { OTHER_REASON_CODES } from '../requests/right-requests.ts';

// "At most 5 requests per wallet per hour" (behaviour rule 7), of all merchants and whatever their outcome. Only for
// wallets that control made in this run: nothing else requests links to them.

export const linkLimit = {
  tooMany: 'wallet-link.sixth-refused',
  ofSeveral: 'wallet-link.sixth-refused-over-merchants',
  tooFew: 'wallet-link.five-per-hour',
} as const satisfies Record<string, RequirementId>;

const HOUR_MS = 3_600_000;
const MAX_PER_HOUR = 5;

/** Milliseconds by which two clocks may drift apart within some hours. */
const CLOCK_DRIFT_MS = 60_000;

/** Refusals for credentials, size or media type. 429 is not one of them: it may be the status of a request above the wallet's limit. */
const OTHER_REASON_STATUSES = [401, 403, 413, 415];

interface LinkRequest {
  readonly exchange: Exchange;
  readonly wallet: string;
  /** Since when it certainly exists, by our clock. */
  readonly existsSince: number;
  /** The target's time, in milliseconds: earliest beginning and latest end of the request. */
  readonly earliest: number;
  latest: number;
}

export class LinkRequests implements Rule {
  readonly #model: ModelState;
  readonly #requests = new Map<Exchange, LinkRequest>();
  /** By merchant and linkRef: all requests for it, for any wallet. */
  readonly #requestsByRef = new Map<string, Exchange[]>();

  constructor(model: ModelState) {
    this.#model = model;
  }

  onRequest(exchange: Exchange): void {
    const { method, path, environment, body, began } = exchange;
    if (method !== 'POST' || path.join('/') !== 'wallet-links') return;
    const name = refOf(exchange);
    this.#requestsByRef.set(name, [...(this.#requestsByRef.get(name) ?? []), exchange]);
    const walletId = textIn(body, 'walletId') ?? '';
    const [wallet, existsSince] = [
      `${environment} ${walletId}`,
      this.#model.wallets.existsSince(environment, walletId),
    ];
    if (!Number.isFinite(existsSince)) return;
    const { earliest } = this.#model.time.boundsAt(began);
    this.#requests.set(exchange, { exchange, wallet, existsSince, earliest, latest: Number.POSITIVE_INFINITY });
  }

  onResponse(exchange: Exchange): Violation[] {
    const request = this.#requests.get(exchange);
    if (request !== undefined) request.latest = this.#model.time.boundsAt(exchange.ended).latest;
    return [];
  }

  conclude(): Violation[] {
    const known = [...Map.groupBy(this.#requests.values(), ({ wallet }) => wallet).values()];
    return [...known.flatMap((requests) => this.#wronglyRefused(requests)), ...tooMany(known.flatMap(burstsIn))];
  }

  /**
   * Each of five requests within an hour must be accepted, if it breaks no other rule. Whether a wallet must exist to
   * be linked is not shown.
   */
  #wronglyRefused(requests: readonly LinkRequest[]): Violation[] {
    const model = this.#model;
    return requests.flatMap((each) => {
      const { exchange, earliest, existsSince } = each;
      const { status, code, merchant, credentials } = exchange;
      const isRefused = status >= 400 && status < 500 && !OTHER_REASON_STATUSES.includes(status);
      if (
        !isRefused ||
        OTHER_REASON_CODES.includes(code ?? '') ||
        credentials !== 'own' ||
        !model.createdInThisRun(merchant)
      )
        return [];
      if (exchange.began < existsSince || !isRight(exchange) || model.repeatsRefusal(exchange)) return [];
      const linkRef = textIn(exchange.body, 'linkRef') ?? '';
      const before = requests.filter((other) => other !== each && other.exchange.began <= exchange.ended);
      // What a known linkRef gets with another wallet, and whether linkRefs share a namespace with references, is not
      // shown.
      const isKnown =
        (this.#requestsByRef.get(refOf(exchange)) ?? []).some(
          (other) => other !== exchange && other.began <= exchange.ended,
        ) || model.anyKindNamed(linkRef).some(({ operations }) => operations.length > 0);
      const recent = before.filter(({ latest }) => latest > earliest - HOUR_MS);
      if (isKnown || recent.length >= MAX_PER_HOUR) return [];
      const what = `a link to it was refused with ${status} ${code ?? ''}, after ${recent.length} requests within an hour`;
      return [violation(linkLimit.tooFew, [each], what, '201', [each])];
    });
  }
}

const refOf = ({ environment, merchant, body }: Exchange) => `${environment} ${merchant} ${textIn(body, 'linkRef')}`;

type Burst = readonly LinkRequest[];
const startOf = (burst: Burst) => burst[0]?.earliest ?? 0;
const lengthOf = (burst: Burst) => (burst.at(-1)?.latest ?? Number.POSITIVE_INFINITY) - startOf(burst);

/** Six new links that certainly were requested within one hour. */
function burstsIn(requests: readonly LinkRequest[]): Burst[] {
  const accepted = requests.filter(({ exchange: { status, isReplay } }) => status === 201 && !isReplay);
  return accepted.flatMap((_, at) => {
    const six = accepted.slice(at, at + MAX_PER_HOUR + 1);
    return six.length > MAX_PER_HOUR && lengthOf(six) < HOUR_MS ? [six] : [];
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
  const between = (((startOf(other) - startOf(one)) % HOUR_MS) + HOUR_MS) % HOUR_MS;
  return between > lengthOf(one) + CLOCK_DRIFT_MS && between + lengthOf(other) + CLOCK_DRIFT_MS < HOUR_MS;
}

function isRight(exchange: Exchange): boolean {
  const { linkRef, walletId, requesterName, expiresInMinutes, ...more } = objectOf(exchange.body) ?? {};
  return (
    isCertainlyValidKey(exchange) &&
    isCertainlyValidBody(exchange) &&
    Object.keys(more).length === 0 &&
    isCertainlyShortReference(linkRef) &&
    typeof walletId === 'string' &&
    isCertainlyValidText(requesterName) &&
    /^[A-Za-z ]{1,36}$/.test(requesterName) &&
    isCertainlyValidInteger(expiresInMinutes, 5, 60)
  );
}

function violation(
  requirement: RequirementId,
  [first]: readonly LinkRequest[],
  what: string,
  allowed: string,
  all: readonly LinkRequest[],
): Violation {
  const subject = `wallet ${textIn(first?.exchange.body, 'walletId')}`;
  const exchanges = all.map(({ exchange }) => exchange.id);
  return { requirement, subject, history: [], what, allowed, exchanges, webhooks: [] };
}
