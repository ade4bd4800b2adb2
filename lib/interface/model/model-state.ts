import type { Environment } from '../../engine/run/target.ts';
import { type Arrival, type Exchange, integerIn, objectOf, type TimedStep, textIn } from './events.ts';
import type { ObjectKind, Transition } from './machine.ts';
import { ModelObject } from './model-object.ts';
import type { Operation } from './operations.ts';
import { MadeWallets } from './rules/wallets/made-wallets.ts';
import { MAX_EARLY_MS, TargetClock, TargetTime } from './target-clock.ts';

const HOUR_MS = 3_600_000;

/**
 * How late a timer may be, in milliseconds: how often a target checks its timers is not shown, and it does so by the clock that control
 * moves.
 */
const MAX_LATE_MS = 10 * 60_000;

/** "Settles within a few seconds"; "about 5 seconds after creation" (sandbox): certainly no longer than this. */
const MAX_SETTLING_MS = 5 * 60_000;

/** All objects of a run, and the target's time. */
export class ModelState {
  readonly time = new TargetTime();
  /** The time that the target reports: through control, and in the `Date` headers of its responses. */
  readonly clock = new TargetClock();
  readonly wallets = new MadeWallets();
  now = 0;
  /** Whether a person may act unseen: there is no control over buyers, or the page of this object was opened. */
  readonly #mayActUnseen: (object: ModelObject) => boolean;
  readonly #objectsByName = new Map<string, ModelObject>();
  readonly #byReference = new Map<string, ModelObject[]>();
  /** By path: the merchants whose webhooks arrive there, from the steps of control. */
  readonly #receivers = new Map<string, Set<string>>();
  /** By merchant: every address that it has had; null: none. */
  readonly #addresses = new Map<string, Set<string | null>>();
  readonly #merchantsWithRotatedSecret = new Set<string | undefined>();
  readonly #createdMerchants = new Set<string>();
  /** Links by environment and wallet; and the links whose wallet was still unknown when `linksOf` was last called. */
  readonly #linksByWallet = new Map<string, ModelObject[]>();
  readonly #linksToUnknownWallets = new Set<ModelObject>();

  /** By key, path and reason: the first such refusal. */
  readonly #firstRefusals = new Map<string, Exchange>();

  /** Target time of each exchange: the latest of its beginning, the earliest of its end. */
  readonly #times = new Map<Exchange, { began: number; ended: number }>();

  constructor(mayActUnseen: (object: ModelObject) => boolean) {
    this.#mayActUnseen = mayActUnseen;
  }

  get objects(): Iterable<ModelObject> {
    return this.#objectsByName.values();
  }

  object(kind: ObjectKind, environment: Environment, merchant: string, reference: string): ModelObject {
    const name = `${environment} ${merchant} ${kind} ${reference}`;
    const known = this.#objectsByName.get(name);
    if (known !== undefined) return known;
    const object: ModelObject = new ModelObject(kind, environment, merchant, reference, (row) =>
      this.#isGateOpen(row, object),
    );
    this.#objectsByName.set(name, object);
    if (kind === 'wallet link') this.#linksToUnknownWallets.add(object);
    const namesakes = this.objectsNamed(kind, environment, reference);
    if (namesakes.length === 0) this.#byReference.set(`${environment} ${kind} ${reference}`, [object]);
    else namesakes.push(object);
    return object;
  }

  objectAbout(
    subject: Pick<Operation, 'kind' | 'reference'>,
    { environment, merchant }: Pick<Exchange, 'environment' | 'merchant'>,
  ) {
    return this.object(subject.kind, environment, merchant, subject.reference);
  }

  /** The objects of all merchants with this reference. */
  objectsNamed(kind: ObjectKind, environment: Environment, reference: string): ModelObject[] {
    return this.#byReference.get(`${environment} ${kind} ${reference}`) ?? [];
  }

  /** The checkouts, refunds, payouts and escrows with this reference, in both environments and of all merchants. */
  anyKindNamed(reference: string): ModelObject[] {
    const kinds: readonly ObjectKind[] = ['checkout', 'refund', 'payout', 'escrow'];
    const environments: readonly Environment[] = ['sandbox', 'live'];
    return kinds.flatMap((kind) => environments.flatMap((each) => this.objectsNamed(kind, each, reference)));
  }

  /**
   * Whether a request with this key was refused before for the same reason. Whether a refusal is kept with its key or
   * judged anew is not shown, so a refusal that was right remains right.
   */
  repeatsRefusal(exchange: Exchange): boolean {
    if (exchange.key === null) return false;
    const first = this.#firstRefusals.get(refusalKeyOf(exchange));
    return first !== undefined && first !== exchange;
  }

  /** Applies a step that moves the clock. */
  applyClockStep(step: TimedStep, isOver: boolean): void {
    this.time.applyStep(step, isOver);
    const { endpoint, outcome, began, ended, now } = step;
    const told = Date.parse(now ?? '');
    if (!isOver || endpoint !== 'POST /clock/advance' || outcome !== 'done' || Number.isNaN(told)) return;
    this.clock.add({ began, ended, earliest: told, latest: told });
  }

  exchangeBegan(exchange: Exchange): void {
    this.#times.set(exchange, { began: this.time.boundsAt(exchange.began).latest, ended: 0 });
  }

  exchangeEnded(exchange: Exchange): void {
    const { date, began, ended } = exchange;
    this.time.readDateHeader(date, ended);
    if (date !== null && this.time.isOwnClock(date, ended))
      this.clock.add({ began, ended, earliest: date, latest: date + 1_000 });
    if (exchange.status >= 400) {
      const refusal = refusalKeyOf(exchange);
      if (!this.#firstRefusals.has(refusal)) this.#firstRefusals.set(refusal, exchange);
    }
    const targetTimes = this.#times.get(exchange);
    if (targetTimes !== undefined) targetTimes.ended = this.time.boundsAt(exchange.ended).earliest;
  }

  /** Whether certainly no more than `ms` milliseconds of the target's time lie between the two. */
  areWithin(first: Exchange, later: Exchange, ms: number): boolean {
    const [began, ended] = [this.#times.get(later)?.began, this.#times.get(first)?.ended];
    return began !== undefined && ended !== undefined && began - ended <= ms;
  }

  /** Links to this wallet, and links that may be: where the creation of a link was not answered, its wallet is unknown. */
  linksOf(environment: Environment, walletId: string | null): ModelObject[] {
    for (const link of this.#linksToUnknownWallets) {
      if (link.creation === null) continue;
      this.#linksToUnknownWallets.delete(link);
      const name = `${link.environment} ${textIn(link.body, 'walletId')}`;
      const known = this.#linksByWallet.get(name) ?? [];
      this.#linksByWallet.set(name, known);
      known.push(link);
    }
    const mayBe = ({ possible: { states }, environment: own }: ModelObject) =>
      own === environment && (states.size > 1 || !states.has('absent'));
    return [
      ...(this.#linksByWallet.get(`${environment} ${walletId}`) ?? []),
      ...[...this.#linksToUnknownWallets].filter(mayBe),
    ];
  }

  /** Created in this run, so that no other client has used it. */
  createdInThisRun(merchant: string): boolean {
    return this.#createdMerchants.has(merchant);
  }

  /** The merchants whose webhooks arrive at this path; undefined where that is unknown. */
  receivers({ path }: Arrival): ReadonlySet<string> | undefined {
    return this.#receivers.get(path);
  }

  learnFrom(step: TimedStep): void {
    this.wallets.learn(step);
    this.time.learnFrom(step);
    const { endpoint, names, body, merchantId = names.merchantId } = step;
    // Whatever the outcome: a webhook signed with the new secret may arrive before the secret is known here.
    if (endpoint === 'POST /merchants/{merchantId}/rotate-webhook-secret')
      this.#merchantsWithRotatedSecret.add(merchantId);
    if (merchantId === undefined || (endpoint !== 'POST /merchants' && endpoint !== 'PATCH /merchants/{merchantId}'))
      return;
    if (endpoint === 'POST /merchants') this.#createdMerchants.add(merchantId);
    const url = textIn(body, 'webhookUrl');
    if (endpoint === 'POST /merchants' || 'webhookUrl' in (objectOf(body) ?? {})) {
      const addresses = this.#addresses.get(merchantId) ?? new Set();
      this.#addresses.set(merchantId, addresses.add(url));
    }
    if (url === null || !URL.canParse(url)) return;
    const { pathname, search } = new URL(url);
    const known = this.#receivers.get(pathname + search) ?? new Set();
    this.#receivers.set(pathname + search, known.add(merchantId));
  }

  /** The only address of a merchant that was created in this run and kept one address and one secret; null for any other. */
  addressOf(merchant: string): string | null {
    const [address = null, ...more] = this.#addresses.get(merchant) ?? [];
    return this.createdInThisRun(merchant) && more.length === 0 && !this.#merchantsWithRotatedSecret.has(merchant)
      ? address
      : null;
  }

  /** Every address that this merchant has had, with null if it had none for a time. */
  addressesOf(merchant: string): readonly (string | null)[] {
    return [...(this.#addresses.get(merchant) ?? [])];
  }

  /** Records the possible states. If only one is possible, the object has been in it since now at the latest. */
  recordStates(object: ModelObject): void {
    const { possible, certainSince, isBroken } = object;
    if (!isBroken) object.recordStates(this.now);
    const [state, ...more] = possible.states;
    if (state === undefined || more.length > 0 || isBroken || certainSince.has(state)) return;
    certainSince.set(state, this.time.boundsAt(this.now).latest);
  }

  /** Applies what time certainly has caused by now. Returns the target's time at which that had happened at the latest, or null. */
  applyTimedTransitions(object: ModelObject): number | null {
    let happened: number | null = null;
    const { earliest } = this.time.boundsAt(this.now);
    for (const row of object.possible.machine.timedTransitions) {
      const due = row.gate === 'automatic release' ? automaticReleaseMs(object) : maxFirstStateMs(object);
      const since = row.gate === 'automatic release' ? object.fundedBetween.latest : object.createdBetween.latest;
      if (due === null || earliest - since < due + MAX_LATE_MS || !object.possible.applyTimed(row)) continue;
      object.lastChange = 'time';
      happened = Math.max(happened ?? 0, since + due + MAX_LATE_MS);
    }
    return happened;
  }

  /** At the end: applies what time has caused since each object was last asked for. */
  concludeTime(): void {
    for (const object of this.objects) {
      if (object.isBroken || object.creation === null) continue;
      object.possible.closeWindow(object.possible.openWindow());
      const since = this.applyTimedTransitions(object);
      const [state, ...more] = object.possible.states;
      if (since === null || state === undefined || more.length > 0) continue;
      if (!object.certainSince.has(state)) object.certainSince.set(state, since);
    }
  }

  #isGateOpen({ gate }: Transition, object: ModelObject): boolean {
    const { latest } = this.time.boundsAt(this.now);
    const isSandbox = object.environment === 'sandbox';
    switch (gate) {
      case undefined:
        return true;
      case 'a person':
        return this.#mayActUnseen(object);
      case 'time is up':
        return latest - object.createdBetween.earliest >= (maxFirstStateMs(object) ?? 0) - MAX_EARLY_MS;
      case 'automatic release':
        return latest - object.fundedBetween.earliest >= (automaticReleaseMs(object) ?? 0) - MAX_EARLY_MS;
      case 'may succeed':
        return !(isSandbox && isMeantToFail(object) === true);
      case 'may fail':
        return !(isSandbox && isMeantToFail(object) === false);
    }
  }
}

const refusalKeyOf = ({ environment, merchant, key, path, status, code }: Exchange) =>
  [environment, merchant, key, path.join('/'), status, code].join(' ');

/** How long it may stay in its first state, in milliseconds: "24 hours pass"; `expiresInMinutes`. Null where that is unknown. */
function maxFirstStateMs({ kind, body, environment, creation }: ModelObject): number | null {
  if (kind === 'refund' || kind === 'payout')
    return environment === 'sandbox' && creation !== null ? MAX_SETTLING_MS : null;
  if (kind !== 'wallet link') return 24 * HOUR_MS;
  const minutes = integerIn(body, 'expiresInMinutes');
  return minutes !== null && minutes >= 5 && minutes <= 60 ? minutes * 60_000 : null;
}

/** Milliseconds until the automatic release ("1 to 720. Default 72"); null where unknown. */
export function automaticReleaseMs({ creation, body }: ModelObject): number | null {
  if (creation === null) return null;
  const isNamed = objectOf(body)?.autoReleaseHours != null;
  const hours = isNamed ? integerIn(body, 'autoReleaseHours') : 72;
  return hours !== null && hours >= 1 && hours <= 720 ? hours * HOUR_MS : null;
}

/** Refund: "the exact value `sandbox_fail`"; Payout: "account `0000000000` fails". Null where the request is unknown. */
export function isMeantToFail({ kind, creation, body }: ModelObject): boolean | null {
  if (creation === null) return null;
  if (kind === 'refund') {
    const reason = objectOf(body)?.reason ?? '';
    return typeof reason === 'string' ? reason === 'sandbox_fail' : null;
  }
  const account = textIn(objectOf(body)?.recipient, 'accountNumber');
  return account !== null && /^[0-9]{10}$/.test(account) ? account === '0000000000' : null;
}
