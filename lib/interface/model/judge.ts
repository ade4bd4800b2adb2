import { type Event, type Exchange, objectOf, type Step, textIn } from './events.ts';
import type { Kind } from './machine.ts';
import { AGAIN, isAccepted, isUnknown, matterOf, type Operation, operationsOf } from './operations.ts';
import { type Pair, Reached } from './pairs.ts';
import { bankViolations } from './rules/banks.ts';
import { deliveredWrongly } from './rules/deliveries/index.ts';
import { Announcements } from './rules/events/webhooks.ts';
import { watching } from './rules/index.ts';
import { Parents } from './rules/money/parents.ts';
import { concludeSums } from './rules/money/sums.ts';
import type { Window } from './rules/records/life.ts';
import { HostedPages } from './rules/records/pages.ts';
import { lookedAt } from './rules/records/records.ts';
import { acceptedWrongly, refusedOtherwise } from './rules/requests/bodies.ts';
import { letIn } from './rules/requests/credentials.ts';
import { keyViolations } from './rules/requests/keys.ts';
import { refusedWrongly } from './rules/requests/refusals.ts';
import { shapeViolations } from './rules/requests/shapes.ts';
import { anyOf, type Thing, type Violation, type Watcher } from './things.ts';
import { exchangesIn, type Moment, stepOf, timelineOf } from './timeline.ts';
import { World } from './world.ts';

export interface Judgement {
  readonly violations: readonly Violation[];
  /** How many exchanges, steps and webhooks were judged. */
  readonly judged: number;
  /** Reasons why exchanges were not judged, each with a count. */
  readonly undecided: ReadonlyMap<string, number>;
  /** Which trigger occurred in which state. */
  readonly pairs: ReadonlySet<Pair>;
}

/** Judges all events by the whole model. `pairs`: whether to collect the pairs, which is slow for a whole run. */
export function judge(events: readonly Event[], { pairs = true } = {}): Judgement {
  const judge = new Judge(events, pairs);
  for (const moment of timelineOf(events, judge.operations)) judge.observe(moment);
  return judge.conclude();
}

class Judge {
  readonly #world: World;
  readonly #events: readonly Event[];
  readonly #exchanges: readonly Exchange[];
  readonly operations: readonly Operation[];
  /** The open window of each exchange, operation or step. */
  readonly #windows = new Map<object, Window>();
  /** The earliest target time of each request. */
  readonly #askedAt = new Map<Exchange, number>();
  readonly #parents: Parents;
  readonly #reached: Reached | null;
  readonly #announcements: Announcements;
  readonly #watchers: readonly Watcher[];
  readonly #pages = new HostedPages();
  readonly #violations: Violation[] = [];
  readonly #undecided = new Map<string, number>();
  #judged = 0;

  constructor(events: readonly Event[], pairs: boolean) {
    this.#events = events;
    this.#exchanges = exchangesIn(events);
    this.operations = operationsOf(this.#exchanges);
    const steps = events.flatMap((event) => (event.kind === 'step began' ? event.step : []));
    const steered = new Set<Kind>(steps.flatMap((step) => stepOf(step)?.kind ?? []));
    const opened = new Set(
      events.flatMap((event) => (event.kind === 'page' ? `${event.page.kind} ${event.page.reference}` : [])),
    );
    this.#world = new World(
      (thing) =>
        !steered.has(thing.kind) ||
        !this.#world.isOurs(thing.merchant) ||
        opened.has(`${thing.kind} ${thing.reference}`),
    );
    this.#parents = new Parents(this.#world);
    this.#reached = pairs ? new Reached(this.#world) : null;
    this.#announcements = new Announcements(this.#world);
    this.#watchers = watching.map((Rule) => new Rule(this.#world));
    // Addresses are learned from all steps in advance, because "retries under way may use the old or the new URL".
    for (const step of steps) this.#world.learn(step);
  }

  observe(moment: Moment): void {
    this.#world.now = moment.at;
    switch (moment.kind) {
      case 'page':
      case 'unread':
      case 'attempt':
      case 'console list':
        break;
      case 'step began':
      case 'step ended':
        this.#step(moment.step, moment.kind === 'step ended');
        break;
      case 'exchange began':
        this.#asked(moment.exchange);
        break;
      case 'exchange ended':
        this.#answered(moment.exchange);
        break;
      case 'operation began':
        this.#begins(moment.operation);
        break;
      case 'operation ended':
        this.#ends(moment.operation);
        break;
      case 'webhook':
        this.#judged++;
        this.#found(this.#announcements.came(moment.webhook));
        for (const watcher of this.#watchers) watcher.heard?.(moment.webhook);
        break;
      case 'webhook settled':
        this.#found(this.#announcements.settled(moment.webhook));
        break;
    }
  }

  conclude(): Judgement {
    this.#found(keyViolations(this.#exchanges, this.#world));
    this.#found(concludeSums(this.#world));
    for (const watcher of this.#watchers) this.#found(watcher.conclude?.() ?? []);
    this.#found(deliveredWrongly(this.#world, this.#events));
    const [violations, judged, undecided] = [this.#violations, this.#judged, this.#undecided];
    return { violations, judged, undecided, pairs: this.#reached?.pairs ?? new Set() };
  }

  #found(violations: readonly Violation[]): void {
    this.#violations.push(...violations);
  }

  /** Only the first contradiction of an object is reported: later ones may follow from it and would fail other requirements. */
  #breaks(thing: Thing, violation: Violation): void {
    if (!thing.isBroken) this.#violations.push(violation);
    thing.isBroken = true;
    thing.life.forget();
  }

  #step(step: Step, isOver: boolean): void {
    this.#world.moves(step, isOver);
    for (const watcher of this.#watchers) watcher.step?.(step, isOver);
    if (!isOver) this.#reached?.passed(step);
    const about = stepOf(step);
    if (about === null) return;
    const { kind, merchant, reference, operation } = about;
    const things = (['sandbox', 'live'] as const).flatMap((environment) =>
      this.#world.named(kind, environment, reference).filter((thing) => thing.merchant === merchant),
    );
    // A merchant belongs to one environment. If it has no object of that name, nothing can be concluded.
    const [thing] = things;
    if (thing === undefined || things.length > 1 || thing.isBroken) return;
    if (!isOver) this.#reached?.stepped(thing, operation);
    if (step.outcome === 'refused') return;
    this.#judged++;
    if (!isOver) {
      this.#world.passes(thing);
      const window = thing.life.opens();
      thing.acts.add(operation);
      thing.notes(this.#world.now);
      if (!this.#canPay(thing, step)) {
        thing.life.closes(window);
        return;
      }
      thing.life.mayTake(operation);
      this.#windows.set(step, window);
      return;
    }
    const window = this.#windows.get(step);
    if (window === undefined || step.outcome !== 'done') return;
    thing.tells(
      `${step.endpoint.split('/').at(-1)}${step.body === null ? '' : ` ${JSON.stringify(step.body)}`} (control)`,
    );
    // If no possible state allows a step that control reports as done, control is at fault, not the interface.
    const had = thing.life.possible;
    thing.life.takes(operation, window);
    if (had.size > thing.life.possible.size) thing.last = operation;
    thing.announced = false;
    this.#dates(thing);
  }

  /** "If set, only the wallet account with that e-mail can pay". */
  #canPay(thing: Thing, { body }: Step): boolean {
    const payer = textIn(body, 'buyerEmail');
    const buyer = textIn(objectOf(thing.body)?.buyer, 'email');
    return payer === null || buyer === null || payer.toLowerCase() === buyer.toLowerCase();
  }

  #asked(exchange: Exchange): void {
    this.#world.began(exchange);
    this.#reached?.alsoAsked(exchange);
    for (const watcher of this.#watchers) watcher.asked?.(exchange);
    const matter = matterOf(exchange);
    if (matter === null) return;
    const thing = this.#world.of(matter, exchange);
    for (const other of this.#world.named(matter.kind, exchange.environment, matter.reference))
      if (other.merchant !== exchange.merchant) other.strangers.push(exchange);
    this.#world.passes(thing);
    this.#reached?.asked(exchange, matter, thing);
    this.#windows.set(exchange, thing.life.opens());
    if (!thing.isBroken) thing.notes(this.#world.now);
    this.#askedAt.set(exchange, this.#world.time.at(exchange.began).earliest);
    this.#parents.asked(exchange);
  }

  #answered(exchange: Exchange): void {
    this.#world.ended(exchange);
    this.#found(shapeViolations(exchange));
    this.#found([...letIn(exchange), ...bankViolations(exchange)]);
    this.#found([...acceptedWrongly(exchange), ...refusedOtherwise(exchange)]);
    for (const watcher of this.#watchers) this.#found(watcher.answered?.(exchange) ?? []);
    const matter = matterOf(exchange);
    const window = this.#windows.get(exchange);
    if (matter === null || window === undefined) return;
    this.#windows.delete(exchange);
    const thing = this.#world.of(matter, exchange);
    this.#judged++;
    this.#reached?.answered(exchange, matter, thing);
    if (exchange.isReplay) thing.replays++;
    if (exchange.credentials !== 'own' || isUnknown(exchange) || exchange.status === 429) {
      thing.life.closes(window);
      if (isUnknown(exchange)) this.#tellUndecided('no answer');
      return;
    }
    if (isAccepted(exchange) && !exchange.isReplay && thing.creation !== null)
      this.#found(this.#pages.shown(exchange, thing));
    const looked = lookedAt(exchange, matter, thing);
    if (looked !== null) {
      if (thing.life.sees(looked.states, window)) {
        this.#found(thing.isBroken ? [] : looked.violations);
      } else {
        const requirement = this.#blamed(thing, looked.states[0] ?? '*', window, exchange);
        this.#breaks(
          thing,
          thing.violation(requirement, looked.words, anyOf(window.states), { exchanges: [exchange.id] }),
        );
      }
      thing.tells(looked.words, exchange.id);
      if (looked.states.length > 0) thing.announced = false;
      this.#dates(thing, looked.status, exchange);
      return;
    }
    thing.life.closes(window);
    // A request whose answer was lost may have created the link.
    if (matter.operation === AGAIN && thing.creation === null) thing.life.forget();
    if (!isAccepted(exchange)) {
      if (matter.operation === 'create') thing.refusals.push(exchange.code);
      if (matter.operation !== null)
        thing.tells(`${matter.operation}: refused with ${exchange.status} ${exchange.code ?? ''}`, exchange.id);
      if (!thing.isBroken && !this.#world.repeatsRefusal(exchange))
        this.#found(refusedWrongly(exchange, matter, thing, window));
      if (!thing.isBroken) this.#found(this.#parents.refused(exchange, matter, thing, window));
    }
  }

  /**
   * The requirement that a contradiction fails: one about webhooks or other merchants, where the contradicted knowledge
   * came from there.
   */
  #blamed(thing: Thing, seen: string, window: Window, exchange: Exchange): Violation['requirement'] {
    if (thing.announced && thing.kind !== 'escrow' && thing.kind !== 'wallet link') return 'webhook.get-agrees';
    const own = thing.contradicted(seen, window);
    if (window.states.has('absent') && window.states.size === 1) return this.#parents.unknownTo(thing, own, exchange);
    const wasTouched = thing.strangers.some((stranger) => stranger.method !== 'GET' && isAccepted(stranger));
    if (wasTouched && thing.kind === 'escrow') return 'escrow.other-merchant';
    if (wasTouched && thing.kind === 'wallet link') return 'wallet-link.other-merchant';
    return own;
  }

  #begins(operation: Operation): void {
    const thing = this.#world.of(operation, operation.exchange);
    this.#world.passes(thing);
    if (operation.operation === 'create' && thing.creation === null) {
      // The creation is known when its request begins: nothing of the object can be seen before.
      if (operation.ended !== null) thing.creation = operation;
      thing.born = { earliest: this.#world.time.at(operation.began).earliest, latest: Number.POSITIVE_INFINITY };
      thing.funded.earliest = thing.born.earliest;
    }
    thing.operations.push(operation);
    this.#parents.begins(operation, thing);
    const window = thing.life.opens();
    this.#windows.set(operation, window);
    if (!this.#isForbidden(operation)) thing.life.mayTake(operation.operation);
  }

  /** "Sandbox only": the calls that approve or reject a link must have no effect in live. */
  #isForbidden({ environment, operation, kind }: Operation): boolean {
    return environment === 'live' && kind === 'wallet link' && (operation === 'approve' || operation === 'reject');
  }

  #ends(operation: Operation): void {
    const thing = this.#world.of(operation, operation.exchange);
    const window = this.#windows.get(operation);
    const { exchange } = operation;
    if (window === undefined) return;
    this.#windows.delete(operation);
    if (this.#isForbidden(operation)) {
      thing.life.closes(window);
      const allowed = 'a refusal with a 4xx status: the call is for sandbox only';
      this.#found([
        thing.violation(
          'environment.live-no-sandbox-calls',
          `${operation.operation} was answered ${exchange.status}`,
          allowed,
          { exchanges: [exchange.id] },
        ),
      ]);
      return;
    }
    const had = [...window.states];
    if (!thing.life.takes(operation.operation, window) && !thing.isBroken) {
      const line = thing.life.machine.notAllowed.find(
        (each) => each.operation === operation.operation && (each.was === '*' || had.includes(each.was)),
      );
      if (line !== undefined) {
        const what = `${operation.operation} was accepted (${exchange.status}) while it was ${anyOf(window.states)}`;
        this.#breaks(thing, thing.violation(line.requirement, what, 'a refusal', { exchanges: [exchange.id] }));
      }
    }
    thing.tells(`${operation.operation} ${saidOf(exchange)}: accepted with ${exchange.status}`, exchange.id);
    if (operation.operation === 'create') {
      thing.born = { ...thing.born, latest: this.#world.time.at(operation.ended ?? 0).latest };
      const { date, ended, isReplay } = exchange;
      if (date !== null && !isReplay && this.#world.time.isOwn(date, ended)) thing.createdAt = date;
    }
    thing.last = operation.operation;
    thing.announced = false;
    this.#dates(thing);
    this.#found(thing.isBroken ? [] : this.#parents.ends(operation, thing));
  }

  /** Records since when the object is in its state, and the earliest and latest time of an escrow's payment. */
  #dates(thing: Thing, status?: string, exchange?: Exchange): void {
    this.#world.notes(thing);
    if (thing.kind !== 'escrow') return;
    if (status === 'pending_payment' && exchange !== undefined && !thing.isBroken)
      thing.funded.earliest = Math.max(thing.funded.earliest, this.#askedAt.get(exchange) ?? 0);
    const isPaid = !thing.life.possible.has('pending_payment') && !thing.life.possible.has('absent');
    if (isPaid && thing.funded.latest === Number.POSITIVE_INFINITY)
      thing.funded.latest = this.#world.time.at(this.#world.now).latest;
  }

  #tellUndecided(why: string): void {
    this.#undecided.set(why, (this.#undecided.get(why) ?? 0) + 1);
  }
}

/** The amount of a request, for the history. */
function saidOf({ body }: Exchange): string {
  const amount = objectOf(body)?.amount;
  return amount === undefined ? '' : `of ${JSON.stringify(amount)}`;
}
