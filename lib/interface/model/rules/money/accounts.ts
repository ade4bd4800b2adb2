import type { RequirementId } from '../../../register/index.ts';
import { type Exchange, integerIn } from '../../events.ts';
import { isAccepted, isUnknown } from '../../operations.ts';
import { hasPlainBody, hasPlainKey, isPlainInteger } from '../../plain.ts';
import type { Thing, Violation, Watcher } from '../../things.ts';
import type { World } from '../../world.ts';

// "The amount available to pay out in kobo (paid in, minus refunds and payouts). The field names of the response: not
// shown" (Balance). "In live, an amount above the available balance gives 422 `insufficient_balance`" (behaviour rule
// 4). Judged at the end, when most is known.

/** Milliseconds of the target's time after which a balance certainly shows what has happened: how long that may take is not shown. */
const SHOWN_MS = 73 * 3_600_000;

/** The least and the most that a merchant may have, in kobo. */
interface Bounds {
  readonly least: number;
  readonly most: number;
}

interface Look {
  readonly exchange: Exchange;
  readonly earliest: number;
}

interface Read extends Look, Bounds {
  readonly integers: ReadonlyMap<string, number>;
}

/** Judges balances and live payouts of merchants that this run created, so that they began with nothing. */
export class Accounts implements Watcher {
  readonly #world: World;
  readonly #looks: Look[] = [];

  constructor(world: World) {
    this.#world = world;
  }

  asked(exchange: Exchange): void {
    const { method, path, merchant, credentials } = exchange;
    const isBalance = method === 'GET' && path.join('/') === 'balance';
    const isLivePayout = exchange.environment === 'live' && method === 'POST' && path.join('/') === 'payouts';
    if ((!isBalance && !isLivePayout) || credentials !== 'own' || !this.#world.isOurs(merchant)) return;
    this.#looks.push({ exchange, earliest: this.#world.time.at(exchange.began).earliest });
  }

  conclude(): Violation[] {
    const moneyOf = Map.groupBy(this.#world.things, ({ merchant }) => merchant);
    const known = this.#looks.flatMap((look) => {
      const bounds = boundsOf(moneyOf.get(look.exchange.merchant) ?? [], look, this.#world);
      return bounds === null ? [] : { ...look, ...bounds };
    });
    const payouts = known.filter(({ exchange }) => exchange.method === 'POST' && !this.#world.repeatsRefusal(exchange));
    const reads = known.flatMap((each): Read[] => {
      const { exchange } = each;
      // Whether a sandbox lets a balance become negative, and shows that, is not shown.
      if (exchange.method !== 'GET' || exchange.status !== 200 || each.least < 0) return [];
      return [{ ...each, integers: new Map(integersOf(exchange.json)) }];
    });
    return [...payouts.flatMap((payout) => livePayout(payout, moneyOf) ?? []), ...this.#wrongBalance(reads, moneyOf)];
  }

  /** One integer must be right in every response. If none is, the one that is right most often is reported. */
  #wrongBalance(reads: readonly Read[], moneyOf: ReadonlyMap<string, readonly Thing[]>): Violation[] {
    const paths = new Set(reads.flatMap(({ integers }) => [...integers.keys()]));
    const wrong = [...paths].map((path) => ({ path, reads: reads.filter((read) => !isRight(read, path)) }));
    wrong.sort((a, b) => a.reads.length - b.reads.length);
    const [best] = wrong;
    const [first] = best?.reads ?? [];
    if (best === undefined || first === undefined) return [];
    const shown = first.integers.get(best.path);
    const things = moneyOf.get(first.exchange.merchant) ?? [];
    const isHigh = shown !== undefined && shown > first.most;
    const what = `GET /v1/balance shows ${shown === undefined ? 'no integer' : shown} at \`${best.path}\`, and at no other place what it must be`;
    return [
      violation(isHigh ? tooHigh(things) : tooLow(things), first, things, what, 'paid in, minus refunds and payouts'),
    ];
  }
}

const isRight = ({ integers, least, most }: Read, path: string) => {
  const shown = integers.get(path);
  return shown !== undefined && shown >= least && shown <= most;
};

/** What was paid in, minus refunds and payouts, at the time of a look. Null where that is unknown. */
function boundsOf(things: readonly Thing[], { exchange, earliest }: Look, world: World): Bounds | null {
  let [least, most] = [0, 0];
  for (const thing of things) {
    const isMoney = ['checkout', 'refund', 'payout'].includes(thing.kind);
    // Whether an escrow's money is "paid in", and where its fee goes, is not shown.
    if (thing.kind === 'escrow' && ![...thing.life.possible].every((state) => UNPAID.includes(state))) return null;
    const isAskedFor = exchange.method === 'POST' && thing.creation?.exchange === exchange;
    if (!isMoney || isAskedFor) continue;
    const begun = thing.operations.filter((each) => each.operation === 'create' && each.kind === thing.kind);
    if (begun.length === 0) continue;
    const amount = integerIn(thing.body, 'amount');
    if (thing.isBroken || amount === null || world.named(thing.kind, thing.environment, thing.reference).length > 1)
      return null;
    const isLater = begun.every(({ began }) => began > exchange.ended);
    if (isLater) continue;
    const since = (state: string) => earliest - (thing.sureSince.get(state) ?? Number.POSITIVE_INFINITY) > SHOWN_MS;
    const mayBe = (state: string) => thing.life.possible.has(state);
    if (thing.kind === 'checkout') {
      if (since('succeeded')) least += amount;
      if (mayBe('succeeded')) most += amount;
    } else {
      if (since('succeeded')) most -= amount;
      if (!since('failed')) least -= amount;
    }
  }
  return { least, most };
}

const UNPAID = ['absent', 'pending_payment', 'cancelled', 'expired'];

/** Live: a payout that was accepted was covered, and one that certainly was covered must not be refused for its amount. */
function livePayout(payout: Look & Bounds, moneyOf: ReadonlyMap<string, readonly Thing[]>): Violation | null {
  const { exchange, least, most } = payout;
  const amount = integerIn(exchange.body, 'amount');
  if (amount === null || isUnknown(exchange) || exchange.isReplay) return null;
  const things = moneyOf.get(exchange.merchant) ?? [];
  const tell = (requirement: RequirementId, allowed: string) =>
    violation(
      requirement,
      payout,
      things,
      `a live payout of ${amount} was answered ${exchange.status} ${exchange.code ?? ''}`,
      allowed,
    );
  if (isAccepted(exchange)) {
    if (amount <= most) return null;
    const hasSpent = things.some(
      ({ kind, life }) => kind !== 'checkout' && life.possible.has('succeeded') && life.possible.size === 1,
    );
    const requirement = hasSpent ? 'environment.live-balance-is-net' : 'environment.live-payout-above-balance';
    return tell(requirement, `422 \`insufficient_balance\`: at most ${most} are available`);
  }
  const isPlain = hasPlainKey(exchange) && hasPlainBody(exchange) && isPlainInteger(amount, 10_000);
  if (exchange.code !== 'insufficient_balance' || !isPlain || amount > least) return null;
  return tell('environment.live-payout-of-balance', `it is accepted: at least ${least} are available`);
}

const has = (things: readonly Thing[], kind: Thing['kind'], state: string) =>
  things.some((thing) => thing.kind === kind && thing.life.possible.has(state));

function tooHigh(things: readonly Thing[]): RequirementId {
  if (has(things, 'payout', 'succeeded')) return 'balance.payout-subtracts';
  if (has(things, 'refund', 'succeeded')) return 'balance.refund-subtracts';
  return has(things, 'checkout', 'succeeded') ? 'balance.is-the-sum' : 'balance.unpaid-adds-nothing';
}

function tooLow(things: readonly Thing[]): RequirementId {
  if (has(things, 'payout', 'failed')) return 'balance.failed-payout-returns';
  if (has(things, 'refund', 'failed')) return 'balance.failed-refund-subtracts-nothing';
  return has(things, 'refund', 'succeeded') || has(things, 'payout', 'succeeded')
    ? 'balance.is-the-sum'
    : 'balance.payment-adds';
}

function violation(
  requirement: RequirementId,
  { exchange, least, most }: Look & Bounds,
  things: readonly Thing[],
  what: string,
  allowed: string,
): Violation {
  const money = things.filter(({ kind }) => kind !== 'wallet link' && kind !== 'escrow');
  const exchanges = [...new Set([...money.flatMap(({ evidence }) => evidence), exchange.id])];
  const history = money.map(
    ({ subject, body, life }) => `${subject} of ${integerIn(body, 'amount')}: ${[...life.possible].join(' or ')}`,
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

/** Every safe integer of a JSON value, with its path. */
function* integersOf(json: unknown, path = ''): Generator<[path: string, value: number]> {
  if (Number.isSafeInteger(json)) yield [path, Number(json)];
  if (typeof json !== 'object' || json === null) return;
  for (const [name, value] of Object.entries(json)) yield* integersOf(value, path === '' ? name : `${path}.${name}`);
}
