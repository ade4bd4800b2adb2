import type { RequirementId } from '../../../register/index.ts';
import { integersIn } from '../../../wire/integers.ts';
import { type Exchange, integerIn } from '../../events.ts';
import type { ModelObject, Rule, Violation } from '../../model-object.ts';
import type { ModelState } from '../../model-state.ts';
import { isAccepted, isUnknown } from '../../operations.ts';
import { isCertainlyValidBody, isCertainlyValidInteger, isCertainlyValidKey } from '../requests/certainly-valid.ts';

// "The amount available to pay out in kobo (paid in, minus refunds and payouts). The field names of the response: not
// shown" (Balance). "In live, an amount above the available balance gives 422 `insufficient_balance`" (behaviour rule
// 4). Judged at the end, when most is known.

/** Milliseconds of the target's time after which a balance certainly shows what has happened: how long that may take is not shown. */
export const MAX_BALANCE_DELAY_MS = 73 * 3_600_000;

/** The least and the most that a merchant may have, in kobo. */
interface BalanceBounds {
  readonly least: number;
  readonly most: number;
}

interface MoneyRequest {
  readonly exchange: Exchange;
  readonly earliest: number;
}

interface BalanceRead extends MoneyRequest, BalanceBounds {
  readonly integers: ReadonlyMap<string, number>;
}

/** Judges balances and live payouts of merchants that this run created, so that they began with nothing. */
export class Accounts implements Rule {
  readonly #model: ModelState;
  readonly #requests: MoneyRequest[] = [];

  constructor(model: ModelState) {
    this.#model = model;
  }

  onRequest(exchange: Exchange): void {
    const { method, path, merchant, credentials } = exchange;
    const isBalance = method === 'GET' && path.join('/') === 'balance';
    const isLivePayout = exchange.environment === 'live' && method === 'POST' && path.join('/') === 'payouts';
    if ((!isBalance && !isLivePayout) || credentials !== 'own' || !this.#model.createdInThisRun(merchant)) return;
    this.#requests.push({ exchange, earliest: this.#model.time.boundsAt(exchange.began).earliest });
  }

  conclude(): Violation[] {
    const moneyOf = Map.groupBy(this.#model.objects, ({ merchant }) => merchant);
    const known = this.#requests.flatMap((look) => {
      const bounds = boundsOf(moneyOf.get(look.exchange.merchant) ?? [], look, this.#model);
      return bounds === null ? [] : { ...look, ...bounds };
    });
    const payouts = known.filter(({ exchange }) => exchange.method === 'POST' && !this.#model.repeatsRefusal(exchange));
    const reads = known.flatMap((each): BalanceRead[] => {
      const { exchange } = each;
      // Whether a sandbox lets a balance become negative, and shows that, is not shown.
      if (exchange.method !== 'GET' || exchange.status !== 200 || each.least < 0) return [];
      return [{ ...each, integers: new Map(integersIn(exchange.json)) }];
    });
    return [...payouts.flatMap((payout) => livePayout(payout, moneyOf) ?? []), ...this.#wrongBalance(reads, moneyOf)];
  }

  /** One integer must be right in every response. If none is, the one that is right most often is reported. */
  #wrongBalance(reads: readonly BalanceRead[], moneyOf: ReadonlyMap<string, readonly ModelObject[]>): Violation[] {
    const paths = new Set(reads.flatMap(({ integers }) => [...integers.keys()]));
    const wrong = [...paths].map((path) => ({ path, reads: reads.filter((read) => !isWithinBounds(read, path)) }));
    wrong.sort((a, b) => a.reads.length - b.reads.length);
    const [best] = wrong;
    const [first] = best?.reads ?? [];
    if (best === undefined || first === undefined) return [];
    const shown = first.integers.get(best.path);
    const objects = moneyOf.get(first.exchange.merchant) ?? [];
    const isHigh = shown !== undefined && shown > first.most;
    const what = `GET /v1/balance shows ${shown === undefined ? 'no integer' : shown} at \`${best.path}\`, and at no other place what it must be`;
    return [
      violation(
        isHigh ? tooHigh(objects) : tooLow(objects),
        first,
        objects,
        what,
        'paid in, minus refunds and payouts',
      ),
    ];
  }
}

const isWithinBounds = ({ integers, least, most }: BalanceRead, path: string) => {
  const shown = integers.get(path);
  return shown !== undefined && shown >= least && shown <= most;
};

/** What was paid in, minus refunds and payouts, at the time of a look. Null where that is unknown. */
function boundsOf(
  objects: readonly ModelObject[],
  { exchange, earliest }: MoneyRequest,
  model: ModelState,
): BalanceBounds | null {
  let [least, most] = [0, 0];
  for (const object of objects) {
    const isMoney = ['checkout', 'refund', 'payout'].includes(object.kind);
    // Whether an escrow's money is "paid in", and where its fee goes, is not shown.
    if (object.kind === 'escrow' && ![...object.possible.states].every((state) => UNPAID_STATES.includes(state)))
      return null;
    const isAskedFor = exchange.method === 'POST' && object.creation?.exchange === exchange;
    if (!isMoney || isAskedFor) continue;
    const begun = object.operations.filter((each) => each.operation === 'create' && each.kind === object.kind);
    if (begun.length === 0) continue;
    const amount = integerIn(object.body, 'amount');
    if (
      object.isBroken ||
      amount === null ||
      model.objectsNamed(object.kind, object.environment, object.reference).length > 1
    )
      return null;
    const isLater = begun.every(({ began }) => began > exchange.ended);
    if (isLater) continue;
    const since = (state: string) =>
      earliest - (object.certainSince.get(state) ?? Number.POSITIVE_INFINITY) > MAX_BALANCE_DELAY_MS;
    const mayBe = (state: string) => object.possible.states.has(state);
    if (object.kind === 'checkout') {
      if (since('succeeded')) least += amount;
      if (mayBe('succeeded')) most += amount;
    } else {
      if (since('succeeded') || (exchange.method === 'POST' && isEarlierPayout(object, exchange))) most -= amount;
      if (!since('failed')) least -= amount;
    }
  }
  return { least, most };
}

/**
 * "Minus refunds and earlier payouts": one that was accepted by the time this request was answered, and did not fail, counts from then on, whether it had
 * settled or not. Of payouts sent at once one is the last in any order, so it counts for whichever was answered last.
 */
function isEarlierPayout({ kind, creation, possible }: ModelObject, { ended }: Exchange): boolean {
  const isPaid = possible.states.size === 1 && possible.states.has('succeeded');
  return kind === 'payout' && creation?.ended != null && creation.ended <= ended && isPaid;
}

const UNPAID_STATES = ['absent', 'pending_payment', 'cancelled', 'expired'];

/** Live: a payout that was accepted was covered, and one that certainly was covered must not be refused for its amount. */
function livePayout(
  payout: MoneyRequest & BalanceBounds,
  moneyOf: ReadonlyMap<string, readonly ModelObject[]>,
): Violation | null {
  const { exchange, least, most } = payout;
  const amount = integerIn(exchange.body, 'amount');
  if (amount === null || isUnknown(exchange) || exchange.isReplay) return null;
  const objects = moneyOf.get(exchange.merchant) ?? [];
  const tell = (requirement: RequirementId, allowed: string) =>
    violation(
      requirement,
      payout,
      objects,
      `a live payout of ${amount} was answered ${exchange.status} ${exchange.code ?? ''}`,
      allowed,
    );
  if (isAccepted(exchange)) {
    if (amount <= most) return null;
    const hasSpent = objects.some(
      ({ kind, possible }) => kind !== 'checkout' && possible.states.has('succeeded') && possible.states.size === 1,
    );
    const requirement = objects.some((object) => isAtOnce(object, exchange))
      ? 'environment.live-payouts-at-once'
      : hasSpent
        ? 'environment.live-balance-is-net'
        : 'environment.live-payout-above-balance';
    return tell(requirement, `422 \`insufficient_balance\`: at most ${most} are available`);
  }
  const isPlain =
    isCertainlyValidKey(exchange) && isCertainlyValidBody(exchange) && isCertainlyValidInteger(amount, 10_000);
  if (exchange.code !== 'insufficient_balance' || !isPlain || amount > least) return null;
  return tell('environment.live-payout-of-balance', `it is accepted: at least ${least} are available`);
}

const isAtOnce = ({ kind, creation }: ModelObject, exchange: Exchange) =>
  kind === 'payout' &&
  creation?.ended != null &&
  creation.exchange !== exchange &&
  creation.began < exchange.ended &&
  creation.ended > exchange.began;

const hasPossible = (objects: readonly ModelObject[], kind: ModelObject['kind'], state: string) =>
  objects.some((object) => object.kind === kind && object.possible.states.has(state));

function tooHigh(objects: readonly ModelObject[]): RequirementId {
  if (hasPossible(objects, 'payout', 'succeeded')) return 'balance.payout-subtracts';
  if (hasPossible(objects, 'refund', 'succeeded')) return 'balance.refund-subtracts';
  return hasPossible(objects, 'checkout', 'succeeded') ? 'balance.is-the-sum' : 'balance.unpaid-adds-nothing';
}

function tooLow(objects: readonly ModelObject[]): RequirementId {
  if (hasPossible(objects, 'payout', 'failed')) return 'balance.failed-payout-returns';
  if (hasPossible(objects, 'refund', 'failed')) return 'balance.failed-refund-subtracts-nothing';
  return hasPossible(objects, 'refund', 'succeeded') || hasPossible(objects, 'payout', 'succeeded')
    ? 'balance.is-the-sum'
    : 'balance.payment-adds';
}

function violation(
  requirement: RequirementId,
  { exchange, least, most }: MoneyRequest & BalanceBounds,
  objects: readonly ModelObject[],
  what: string,
  allowed: string,
): Violation {
  const money = objects.filter(({ kind }) => kind !== 'wallet link' && kind !== 'escrow');
  const exchanges = [...new Set([...money.flatMap(({ evidence }) => evidence), exchange.id])];
  const history = money.map(
    ({ subject, body, possible }) => `${subject} of ${integerIn(body, 'amount')}: ${[...possible.states].join(' or ')}`,
  );
  const range = least === most ? String(least) : `from ${least} to ${most}`;
  return {
    requirement,
    subject: `balance of ${exchange.merchant}`,
    history,
    what,
    allowed: `${allowed}: ${range}`,
    exchanges,
    webhooks: [],
  };
}
