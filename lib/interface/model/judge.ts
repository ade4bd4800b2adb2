import type { Event, Exchange, TimedStep } from './events.ts';
import type { ObjectKind } from './machine.ts';
import { anyOf, type ModelObject, type Rule, type Violation } from './model-object.ts';
import { ModelState } from './model-state.ts';
import {
  amountText,
  isAccepted,
  isForbidden,
  isUnknown,
  type Operation,
  operationsOf,
  REPEATED_LINK_REQUEST,
  subjectOf,
} from './operations.ts';
import { type Pair, ReachedPairs } from './pairs.ts';
import { bankViolations } from './rules/banks.ts';
import { allDeliveryViolations } from './rules/deliveries/index.ts';
import { Announcements } from './rules/events/webhooks.ts';
import { rules } from './rules/index.ts';
import { CrossObjectRules } from './rules/money/cross-object-rules.ts';
import { concludeSums } from './rules/money/sums.ts';
import { HostedPages } from './rules/records/pages.ts';
import type { Window } from './rules/records/possible-states.ts';
import { recordShownIn } from './rules/records/records.ts';
import { refusedForAnotherReason, wronglyAccepted } from './rules/requests/bodies.ts';
import { acceptedWithBadCredentials } from './rules/requests/credentials.ts';
import { keyViolations } from './rules/requests/keys.ts';
import { wronglyRefused } from './rules/requests/refusals.ts';
import { shapeViolations } from './rules/requests/shapes.ts';
import { canPay, exchangesIn, type Moment, personActionOf, timelineOf } from './timeline.ts';

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
  readonly #model: ModelState;
  readonly #events: readonly Event[];
  readonly #exchanges: readonly Exchange[];
  readonly operations: readonly Operation[];
  /** The open window of each exchange, operation or step. */
  readonly #windows = new Map<object, Window>();
  /** The earliest target time of each request. */
  readonly #requestedAt = new Map<Exchange, number>();
  readonly #crossObjectRules: CrossObjectRules;
  readonly #reachedPairs: ReachedPairs | null;
  readonly #announcements: Announcements;
  readonly #rules: readonly Rule[];
  readonly #pages = new HostedPages();
  readonly #violations: Violation[] = [];
  readonly #undecided = new Map<string, number>();
  #judged = 0;

  constructor(events: readonly Event[], pairs: boolean) {
    this.#events = events;
    this.#exchanges = exchangesIn(events);
    this.operations = operationsOf(this.#exchanges);
    const steps = events.flatMap((event) => (event.kind === 'step began' ? event.step : []));
    const steeredKinds = new Set<ObjectKind>(steps.flatMap((step) => personActionOf(step)?.kind ?? []));
    const openedPages = new Set(
      events.flatMap((event) => (event.kind === 'page' ? `${event.page.kind} ${event.page.reference}` : [])),
    );
    this.#model = new ModelState(
      (object) =>
        !steeredKinds.has(object.kind) ||
        !this.#model.createdInThisRun(object.merchant) ||
        openedPages.has(`${object.kind} ${object.reference}`),
    );
    this.#crossObjectRules = new CrossObjectRules(this.#model);
    this.#reachedPairs = pairs ? new ReachedPairs(this.#model) : null;
    this.#announcements = new Announcements(this.#model);
    this.#rules = rules.map((RuleClass) => new RuleClass(this.#model));
    // Addresses are learned from all steps in advance, because "retries under way may use the old or the new URL".
    for (const step of steps) this.#model.learnFrom(step);
  }

  observe(moment: Moment): void {
    this.#model.now = moment.at;
    switch (moment.kind) {
      case 'page':
      case 'unread':
      case 'attempt':
      case 'console list':
        break;
      case 'step began':
      case 'step ended':
        this.#onStep(moment.step, moment.kind === 'step ended');
        break;
      case 'exchange began':
        this.#onRequest(moment.exchange);
        break;
      case 'exchange ended':
        this.#onResponse(moment.exchange);
        break;
      case 'operation began':
        this.#operationBegan(moment.operation);
        break;
      case 'operation ended':
        this.#operationEnded(moment.operation);
        break;
      case 'webhook':
        this.#judged++;
        this.#report(this.#announcements.onWebhook(moment.webhook));
        for (const rule of this.#rules) rule.onWebhook?.(moment.webhook);
        break;
      case 'webhook settled':
        this.#report(this.#announcements.onSettled(moment.webhook));
        break;
    }
  }

  conclude(): Judgement {
    this.#model.concludeTime();
    this.#report(keyViolations(this.#exchanges, this.#model));
    this.#report(concludeSums(this.#model));
    for (const rule of this.#rules) this.#report(rule.conclude?.() ?? []);
    this.#report(allDeliveryViolations(this.#model, this.#events));
    const [violations, judged, undecided] = [this.#violations, this.#judged, this.#undecided];
    return { violations, judged, undecided, pairs: this.#reachedPairs?.pairs ?? new Set() };
  }

  #report(violations: readonly Violation[]): void {
    this.#violations.push(...violations);
  }

  /** Only the first contradiction of an object is reported: later ones may follow from it and would fail other requirements. */
  #contradict(object: ModelObject, violation: Violation): void {
    if (!object.isBroken) this.#violations.push(violation);
    object.isBroken = true;
    object.possible.forget();
  }

  #onStep(step: TimedStep, isOver: boolean): void {
    this.#model.applyClockStep(step, isOver);
    for (const rule of this.#rules) rule.onStep?.(step, isOver);
    if (!isOver) this.#reachedPairs?.onClockStep(step);
    const about = personActionOf(step);
    if (about === null) return;
    const { kind, merchant, reference, operation } = about;
    const objects = (['sandbox', 'live'] as const).flatMap((environment) =>
      this.#model.objectsNamed(kind, environment, reference).filter((object) => object.merchant === merchant),
    );
    // A merchant belongs to one environment. If it has no object of that name, nothing can be concluded.
    const [object] = objects;
    if (object === undefined || objects.length > 1 || object.isBroken) return;
    if (!isOver) this.#reachedPairs?.onPersonAction(object, operation);
    if (step.outcome === 'refused') return;
    this.#judged++;
    if (!isOver) {
      this.#model.applyTimedTransitions(object);
      const window = object.possible.openWindow();
      object.personActions.add(operation);
      object.recordStates(this.#model.now);
      if (!canPay(object, step)) {
        object.possible.closeWindow(window);
        return;
      }
      object.possible.begin(operation);
      this.#windows.set(step, window);
      return;
    }
    const window = this.#windows.get(step);
    if (window === undefined || step.outcome !== 'done') return;
    object.addHistory(
      `${step.endpoint.split('/').at(-1)}${step.body === null ? '' : ` ${JSON.stringify(step.body)}`} (control)`,
    );
    // If no possible state allows a step that control reports as done, control is at fault, not the interface.
    const before = object.possible.states;
    object.possible.finish(operation, window);
    if (before.size > object.possible.states.size) object.lastChange = operation;
    object.concludedFromWebhook = false;
    this.#recordTimes(object);
  }

  #onRequest(exchange: Exchange): void {
    this.#model.exchangeBegan(exchange);
    this.#reachedPairs?.onWiderRequest(exchange);
    for (const rule of this.#rules) rule.onRequest?.(exchange);
    // Also of a request for a link whose answer was lost, which is about no link that is known.
    this.#crossObjectRules.onRequest(exchange);
    const subject = subjectOf(exchange);
    if (subject === null) return;
    const object = this.#model.objectAbout(subject, exchange);
    for (const other of this.#model.objectsNamed(subject.kind, exchange.environment, subject.reference))
      if (other.merchant !== exchange.merchant) other.otherMerchantRequests.push(exchange);
    this.#model.applyTimedTransitions(object);
    this.#reachedPairs?.onRequest(exchange, subject, object);
    this.#windows.set(exchange, object.possible.openWindow());
    if (!object.isBroken) object.recordStates(this.#model.now);
    this.#requestedAt.set(exchange, this.#model.time.boundsAt(exchange.began).earliest);
  }

  #onResponse(exchange: Exchange): void {
    this.#model.exchangeEnded(exchange);
    this.#report(shapeViolations(exchange));
    this.#report([...acceptedWithBadCredentials(exchange), ...bankViolations(exchange)]);
    this.#report([...wronglyAccepted(exchange), ...refusedForAnotherReason(exchange)]);
    for (const rule of this.#rules) this.#report(rule.onResponse?.(exchange) ?? []);
    const subject = subjectOf(exchange);
    const window = this.#windows.get(exchange);
    if (subject === null || window === undefined) return;
    this.#windows.delete(exchange);
    const object = this.#model.objectAbout(subject, exchange);
    this.#judged++;
    this.#reachedPairs?.onResponse(exchange, subject, object);
    if (exchange.isReplay) object.replays++;
    if (exchange.credentials !== 'own' || isUnknown(exchange) || exchange.status === 429) {
      object.possible.closeWindow(window);
      if (isUnknown(exchange)) this.#countUndecided('no answer');
      return;
    }
    if (isAccepted(exchange) && !exchange.isReplay && object.creation !== null)
      this.#report(this.#pages.shown(exchange, object));
    const shown = recordShownIn(exchange, subject, object);
    if (shown !== null) {
      if (object.possible.observe(shown.states, window)) {
        this.#report(object.isBroken ? [] : shown.violations);
      } else {
        const requirement = this.#requirementOf(object, shown.states[0] ?? '*', window, exchange);
        this.#contradict(
          object,
          object.violation(requirement, shown.text, anyOf(window.states), { exchanges: [exchange.id] }),
        );
      }
      object.addHistory(shown.text, exchange.id);
      if (shown.states.length > 0) object.concludedFromWebhook = false;
      this.#recordTimes(object, shown.status, exchange);
      return;
    }
    object.possible.closeWindow(window);
    // A request whose answer was lost may have created the link.
    if (subject.operation === REPEATED_LINK_REQUEST && object.creation === null) object.possible.forget();
    if (!isAccepted(exchange)) {
      if (subject.operation === 'create') object.refusals.push(exchange.code);
      if (subject.operation !== null)
        object.addHistory(`${subject.operation}: refused with ${exchange.status} ${exchange.code ?? ''}`, exchange.id);
      if (!object.isBroken && !this.#model.repeatsRefusal(exchange))
        this.#report(wronglyRefused(exchange, subject, object, window));
      if (!object.isBroken) this.#report(this.#crossObjectRules.onRefusal(exchange, subject, object, window));
    }
  }

  /**
   * The requirement that a contradiction fails: one about webhooks or other merchants, where the contradicted knowledge
   * came from there.
   */
  #requirementOf(object: ModelObject, seen: string, window: Window, exchange: Exchange): Violation['requirement'] {
    if (object.concludedFromWebhook && object.kind !== 'escrow' && object.kind !== 'wallet link')
      return 'webhook.get-agrees';
    const own = object.requirementContradictedBy(seen, window);
    if (window.states.has('absent') && window.states.size === 1)
      return this.#crossObjectRules.requirementForUnknown(object, own, exchange);
    const wasTouched = object.otherMerchantRequests.some((request) => request.method !== 'GET' && isAccepted(request));
    if (wasTouched && object.kind === 'escrow') return 'escrow.other-merchant';
    if (wasTouched && object.kind === 'wallet link') return 'wallet-link.other-merchant';
    return own;
  }

  #operationBegan(operation: Operation): void {
    const object = this.#model.objectAbout(operation, operation.exchange);
    this.#model.applyTimedTransitions(object);
    if (operation.operation === 'create' && object.creation === null) {
      // The creation is known when its request begins: nothing of the object can be seen before.
      if (operation.ended !== null) object.creation = operation;
      object.createdBetween = {
        earliest: this.#model.time.boundsAt(operation.began).earliest,
        latest: Number.POSITIVE_INFINITY,
      };
      object.fundedBetween.earliest = object.createdBetween.earliest;
    }
    object.operations.push(operation);
    this.#crossObjectRules.operationBegan(operation, object);
    const window = object.possible.openWindow();
    this.#windows.set(operation, window);
    if (!isForbidden(operation)) object.possible.begin(operation.operation);
  }

  #operationEnded(operation: Operation): void {
    const object = this.#model.objectAbout(operation, operation.exchange);
    const window = this.#windows.get(operation);
    const { exchange } = operation;
    if (window === undefined) return;
    this.#windows.delete(operation);
    if (isForbidden(operation)) {
      object.possible.closeWindow(window);
      const allowed = 'a refusal with a 4xx status: the call is for sandbox only';
      this.#report([
        object.violation(
          'environment.live-no-sandbox-calls',
          `${operation.operation} was answered ${exchange.status}`,
          allowed,
          { exchanges: [exchange.id] },
        ),
      ]);
      return;
    }
    const before = [...window.states];
    if (!object.possible.finish(operation.operation, window) && !object.isBroken) {
      const rows = object.possible.machine.mustRefuse.filter((each) => each.operation === operation.operation);
      // A row about one state speaks of objects that certainly were in it.
      const line = rows.find(({ was }) => was === '*' || before.every((state) => state === was));
      if (line !== undefined) {
        const what = `${operation.operation} was accepted (${exchange.status}) while it was ${anyOf(window.states)}`;
        this.#contradict(object, object.violation(line.requirement, what, 'a refusal', { exchanges: [exchange.id] }));
      }
    }
    object.addHistory(`${operation.operation} ${amountText(exchange)}: accepted with ${exchange.status}`, exchange.id);
    if (operation.operation === 'create') {
      object.createdBetween = {
        ...object.createdBetween,
        latest: this.#model.time.boundsAt(operation.ended ?? 0).latest,
      };
      const { date, ended, isReplay } = exchange;
      if (date !== null && !isReplay && this.#model.time.isOwnClock(date, ended)) object.createdAt = date;
    }
    object.lastChange = operation.operation;
    object.concludedFromWebhook = false;
    this.#recordTimes(object);
    this.#report(object.isBroken ? [] : this.#crossObjectRules.operationEnded(operation, object));
  }

  /** Records since when the object is in its state, and the earliest and latest time of an escrow's payment. */
  #recordTimes(object: ModelObject, status?: string, exchange?: Exchange): void {
    this.#model.recordStates(object);
    if (object.kind !== 'escrow') return;
    if (status === 'pending_payment' && exchange !== undefined && !object.isBroken)
      object.fundedBetween.earliest = Math.max(object.fundedBetween.earliest, this.#requestedAt.get(exchange) ?? 0);
    const isPaid = !object.possible.states.has('pending_payment') && !object.possible.states.has('absent');
    if (isPaid && object.fundedBetween.latest === Number.POSITIVE_INFINITY)
      object.fundedBetween.latest = this.#model.time.boundsAt(this.#model.now).latest;
  }

  #countUndecided(why: string): void {
    this.#undecided.set(why, (this.#undecided.get(why) ?? 0) + 1);
  }
}
