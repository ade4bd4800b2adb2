import type { Environment } from '../../engine/run/target.ts';
import { type Exchange, type Heard, integerIn, objectOf, type Step, textIn } from './events.ts';
import type { Kind, Row } from './machine.ts';
import type { Operation } from './operations.ts';
import { MadeWallets } from './rules/wallets/made-wallets.ts';
import { TargetClock } from './target-clock.ts';
import { Thing } from './things.ts';

const HOUR = 3_600_000;

/** How far two clocks may drift apart, or a timer be early, in milliseconds. */
const EARLY_MS = 20_000;

/**
 * How late a timer may be, in milliseconds: how often a target checks its timers is not shown. Where control has moved
 * the clock, everything due has happened when it answers.
 */
const LATE_MS = { byItself: 10 * 60_000, moved: 60_000 };

/** A `Date` header that differs less than this from what control reported, in milliseconds, is of the same clock. */
const AGREEING_MS = 30_000;

/** "Settles within a few seconds"; "about 5 seconds after creation" (sandbox): certainly no longer than this. */
const SETTLED_MS = 5 * 60_000;

/**
 * The target's time, as bounds: it runs as ours does, and control moves it forward. During an advance it may stand
 * still, because the time-out of a webhook passes in real time.
 */
class TargetTime {
  #begun = 0;
  #ended = 0;
  #lead = 0;
  #doneUntil = 0;
  /** For how many real milliseconds it may have stood still; and since when it may be standing still now. */
  #stood = 0;
  #stands: number | null = null;
  /** The time that control last reported, and our time then. */
  #told: { readonly theirs: number; readonly ours: number } | null = null;

  step(step: Step, isOver: boolean): void {
    if (step.endpoint !== 'POST /clock/advance' || step.outcome === 'refused') return;
    const ms = 1_000 * Number(objectOf(step.body)?.seconds ?? 0);
    if (!isOver) {
      this.#begun += ms;
      this.#stands ??= step.began;
      return;
    }
    this.#stood += step.ended - step.began;
    this.#stands = null;
    if (step.outcome !== 'done') return;
    this.#ended += ms;
    const theirs = Date.parse(step.now ?? '');
    this.#told = Number.isNaN(theirs) ? null : { theirs, ours: step.ended };
    this.#doneUntil = this.at(step.ended).earliest;
  }

  /** Everything due by this time has happened, and every webhook due has been sent: an advance of the clock has been answered. */
  get doneUntil(): number {
    return this.#doneUntil;
  }

  /** The clock of a target may be ahead of ours without any advance: its `Date` headers show it. */
  read(date: number | null, at: number): void {
    if (date !== null) this.#lead = Math.max(this.#lead, date + 2_000 - at);
  }

  /** Whether this `Date` header is of the clock that control moves: a proxy in front of the target has a clock of its own. */
  isOwn(date: number, at: number): boolean {
    if (this.#told === null) return false;
    const { theirs, ours } = this.#told;
    return Math.abs(date - theirs - (at - ours)) <= AGREEING_MS;
  }

  /** Whether control has moved the clock. */
  get isMoved(): boolean {
    return this.#ended > 0;
  }

  at(now: number): { earliest: number; latest: number } {
    const stood = this.#stood + (this.#stands === null ? 0 : Math.max(0, now - this.#stands));
    return { earliest: now - stood + this.#ended, latest: now + Math.max(this.#begun, this.#lead) };
  }
}

/** All objects of a run, and the target's time. */
export class World {
  readonly time = new TargetTime();
  /** The time that the target reports: through control, and in the `Date` headers of its responses. */
  readonly clock = new TargetClock();
  readonly wallets = new MadeWallets();
  now = 0;
  /** Whether a person may act unseen: there is no control over buyers, or the page of this object was opened. */
  readonly #mayActUnseen: (thing: Thing) => boolean;
  readonly #things = new Map<string, Thing>();
  readonly #byReference = new Map<string, Thing[]>();
  /** By path: the merchants whose webhooks arrive there, from the steps of control. */
  readonly #receivers = new Map<string, Set<string>>();
  /** By merchant: every address that it has had; null: none. */
  readonly #addresses = new Map<string, Set<string | null>>();
  readonly #rotated = new Set<string | undefined>();
  readonly #made = new Set<string>();
  /** Links by environment and wallet; and the links whose wallet was still unknown when `linksOf` was last called. */
  readonly #linksOf = new Map<string, Thing[]>();
  readonly #links = new Set<Thing>();

  /** By key, path and reason: the first such refusal. */
  readonly #refused = new Map<string, Exchange>();

  /** Target time of each exchange: the latest of its beginning, the earliest of its end. */
  readonly #times = new Map<Exchange, { began: number; ended: number }>();

  constructor(mayActUnseen: (thing: Thing) => boolean) {
    this.#mayActUnseen = mayActUnseen;
  }

  get things(): Iterable<Thing> {
    return this.#things.values();
  }

  thing(kind: Kind, environment: Environment, merchant: string, reference: string): Thing {
    const name = `${environment} ${merchant} ${kind} ${reference}`;
    const known = this.#things.get(name);
    if (known !== undefined) return known;
    const thing: Thing = new Thing(kind, environment, merchant, reference, (row) => this.#passes(row, thing));
    this.#things.set(name, thing);
    if (kind === 'wallet link') this.#links.add(thing);
    const namesakes = this.named(kind, environment, reference);
    if (namesakes.length === 0) this.#byReference.set(`${environment} ${kind} ${reference}`, [thing]);
    else namesakes.push(thing);
    return thing;
  }

  of(
    matter: Pick<Operation, 'kind' | 'reference'>,
    { environment, merchant }: Pick<Exchange, 'environment' | 'merchant'>,
  ) {
    return this.thing(matter.kind, environment, merchant, matter.reference);
  }

  /** The objects of all merchants with this reference. */
  named(kind: Kind, environment: Environment, reference: string): Thing[] {
    return this.#byReference.get(`${environment} ${kind} ${reference}`) ?? [];
  }

  /** The checkouts, refunds, payouts and escrows with this reference, in both environments and of all merchants. */
  anythingNamed(reference: string): Thing[] {
    const kinds: readonly Kind[] = ['checkout', 'refund', 'payout', 'escrow'];
    const environments: readonly Environment[] = ['sandbox', 'live'];
    return kinds.flatMap((kind) => environments.flatMap((each) => this.named(kind, each, reference)));
  }

  /**
   * Whether a request with this key was refused before for the same reason. Whether a refusal is kept with its key or
   * judged anew is not shown, so a refusal that was right remains right.
   */
  repeatsRefusal(exchange: Exchange): boolean {
    if (exchange.key === null) return false;
    const first = this.#refused.get(refusalOf(exchange));
    return first !== undefined && first !== exchange;
  }

  /** Applies a step that moves the clock. */
  moves(step: Step, isOver: boolean): void {
    this.time.step(step, isOver);
    const { endpoint, outcome, began, ended, now } = step;
    const told = Date.parse(now ?? '');
    if (!isOver || endpoint !== 'POST /clock/advance' || outcome !== 'done' || Number.isNaN(told)) return;
    this.clock.tells({ began, ended, earliest: told, latest: told });
  }

  began(exchange: Exchange): void {
    this.#times.set(exchange, { began: this.time.at(exchange.began).latest, ended: 0 });
  }

  ended(exchange: Exchange): void {
    const { date, began, ended } = exchange;
    this.time.read(date, ended);
    if (date !== null && this.time.isOwn(date, ended))
      this.clock.tells({ began, ended, earliest: date, latest: date + 1_000 });
    if (exchange.status >= 400) {
      const refusal = refusalOf(exchange);
      if (!this.#refused.has(refusal)) this.#refused.set(refusal, exchange);
    }
    const times = this.#times.get(exchange);
    if (times !== undefined) times.ended = this.time.at(exchange.ended).earliest;
  }

  /** Whether certainly no more than `ms` milliseconds of the target's time lie between the two. */
  within(first: Exchange, later: Exchange, ms: number): boolean {
    const [began, ended] = [this.#times.get(later)?.began, this.#times.get(first)?.ended];
    return began !== undefined && ended !== undefined && began - ended <= ms;
  }

  /** Links to this wallet, and links that may be: where the creation of a link was not answered, its wallet is unknown. */
  linksOf(environment: Environment, walletId: string | null): Thing[] {
    for (const link of this.#links) {
      if (link.creation === null) continue;
      this.#links.delete(link);
      const name = `${link.environment} ${textIn(link.body, 'walletId')}`;
      const known = this.#linksOf.get(name) ?? [];
      this.#linksOf.set(name, known);
      known.push(link);
    }
    const mayBe = ({ life: { possible }, environment: own }: Thing) =>
      own === environment && (possible.size > 1 || !possible.has('absent'));
    return [...(this.#linksOf.get(`${environment} ${walletId}`) ?? []), ...[...this.#links].filter(mayBe)];
  }

  /** Created in this run, so that no other client has used it. */
  isOurs(merchant: string): boolean {
    return this.#made.has(merchant);
  }

  /** The merchants whose webhooks arrive at this path; undefined where that is unknown. */
  receivers({ path }: Heard): ReadonlySet<string> | undefined {
    return this.#receivers.get(path);
  }

  learn(step: Step): void {
    this.wallets.learn(step);
    const { endpoint, names, body, merchantId = names.merchantId } = step;
    // Whatever the outcome: a webhook signed with the new secret may arrive before the secret is known here.
    if (endpoint === 'POST /merchants/{merchantId}/rotate-webhook-secret') this.#rotated.add(merchantId);
    if (merchantId === undefined || (endpoint !== 'POST /merchants' && endpoint !== 'PATCH /merchants/{merchantId}'))
      return;
    if (endpoint === 'POST /merchants') this.#made.add(merchantId);
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
    return this.isOurs(merchant) && more.length === 0 && !this.#rotated.has(merchant) ? address : null;
  }

  /** Every address that this merchant has had, with null if it had none for a time. */
  addressesOf(merchant: string): readonly (string | null)[] {
    return [...(this.#addresses.get(merchant) ?? [])];
  }

  /** Records the possible states. If only one is possible, the object has been in it since now at the latest. */
  notes(thing: Thing): void {
    const { life, sureSince, isBroken } = thing;
    if (!isBroken) thing.notes(this.now);
    const [state, ...more] = life.possible;
    if (state === undefined || more.length > 0 || isBroken || sureSince.has(state)) return;
    sureSince.set(state, this.time.at(this.now).latest);
  }

  /** Applies the transitions that the passing of time certainly has caused by now. */
  passes(thing: Thing): void {
    const { earliest } = this.time.at(this.now);
    for (const row of thing.life.machine.due) {
      const due = row.gate === 'automatic release' ? releaseOf(thing) : limitOf(thing);
      const since = row.gate === 'automatic release' ? thing.funded.latest : thing.born.latest;
      const late = this.time.isMoved ? LATE_MS.moved : LATE_MS.byItself;
      if (due !== null && earliest - since >= due + late && thing.life.leaves(row)) thing.last = 'time';
    }
  }

  #passes({ gate }: Row, thing: Thing): boolean {
    const { latest } = this.time.at(this.now);
    const isSandbox = thing.environment === 'sandbox';
    switch (gate) {
      case undefined:
        return true;
      case 'a person':
        return this.#mayActUnseen(thing);
      case 'time is up':
        return latest - thing.born.earliest >= (limitOf(thing) ?? 0) - EARLY_MS;
      case 'automatic release':
        return latest - thing.funded.earliest >= (releaseOf(thing) ?? 0) - EARLY_MS;
      case 'may succeed':
        return !(isSandbox && isMeantToFail(thing) === true);
      case 'may fail':
        return !(isSandbox && isMeantToFail(thing) === false);
    }
  }
}

const refusalOf = ({ environment, merchant, key, path, status, code }: Exchange) =>
  [environment, merchant, key, path.join('/'), status, code].join(' ');

/** How long it may stay in its first state, in milliseconds: "24 hours pass"; `expiresInMinutes`. Null where that is unknown. */
function limitOf({ kind, body, environment, creation }: Thing): number | null {
  if (kind === 'refund' || kind === 'payout') return environment === 'sandbox' && creation !== null ? SETTLED_MS : null;
  if (kind !== 'wallet link') return 24 * HOUR;
  const minutes = integerIn(body, 'expiresInMinutes');
  return minutes !== null && minutes >= 5 && minutes <= 60 ? minutes * 60_000 : null;
}

/** Milliseconds until the automatic release ("1 to 720. Default 72"); null where unknown. */
export function releaseOf({ creation, body }: Thing): number | null {
  if (creation === null) return null;
  const isNamed = objectOf(body)?.autoReleaseHours != null;
  const hours = isNamed ? integerIn(body, 'autoReleaseHours') : 72;
  return hours !== null && hours >= 1 && hours <= 720 ? hours * HOUR : null;
}

/** Refund: "the exact value `sandbox_fail`"; Payout: "account `0000000000` fails". Null where the request is unknown. */
export function isMeantToFail({ kind, creation, body }: Thing): boolean | null {
  if (creation === null) return null;
  if (kind === 'refund') {
    const reason = objectOf(body)?.reason ?? '';
    return typeof reason === 'string' ? reason === 'sandbox_fail' : null;
  }
  const account = textIn(objectOf(body)?.recipient, 'accountNumber');
  return account !== null && /^[0-9]{10}$/.test(account) ? account === '0000000000' : null;
}
