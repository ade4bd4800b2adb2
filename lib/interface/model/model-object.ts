import type { Environment } from '../../engine/run/target.ts';
import type { RequirementId } from '../register/index.ts';
import type { Exchange, Fields, TimedStep, Webhook } from './events.ts';
import type { ObjectKind, Transition } from './machine.ts';
import { machines } from './machines.ts';
import type { Operation } from './operations.ts';
import { PossibleStates, type States, type Window } from './rules/records/possible-states.ts';

/** A broken rule, with everything that a reader needs to see that it was broken. */
export interface Violation {
  readonly requirement: RequirementId;
  /** `refund ref-1`. */
  readonly subject: string;
  /** What had happened to the subject, in order. */
  readonly history: readonly string[];
  /** What happened then, and what would have been allowed. */
  readonly what: string;
  readonly allowed: string;
  readonly exchanges: readonly number[];
  readonly webhooks: readonly number[];
}

/** A rule that concerns more than the state of one object: it sees all that happens and reports violations at once or at the end. */
export interface Rule {
  onStep?(step: TimedStep, isOver: boolean): void;
  onRequest?(exchange: Exchange): void;
  onResponse?(exchange: Exchange): readonly Violation[];
  onWebhook?(webhook: Webhook): void;
  conclude?(): readonly Violation[];
}

/** A status that an object had at some moment between `began` and `ended`. */
export interface ObservedStatus {
  readonly began: number;
  readonly ended: number;
  readonly status: string;
  readonly record: Fields | null;
  readonly exchange: number | null;
}

/** The possible states of an object between two moments of our clock. */
interface StateInterval {
  readonly from: number;
  to: number;
  readonly states: States;
}

/** An object of one merchant, and everything known about it. */
export class ModelObject {
  readonly kind: ObjectKind;
  readonly environment: Environment;
  readonly merchant: string;
  readonly reference: string;
  readonly possible: PossibleStates;
  readonly history: string[] = [];
  readonly evidence: number[] = [];
  readonly observedStatuses: ObservedStatus[] = [];
  /** Operations that were carried out, or may have been. */
  readonly operations: Operation[] = [];
  /** Requests of other merchants that named it. */
  readonly otherMerchantRequests: Exchange[] = [];
  readonly events = new Map<string, Set<string>>();
  /** Of a checkout: refunds that were refused for their amount. `isPaid`: the checkout certainly was paid then. */
  readonly refusedForAmount: { readonly exchange: Exchange; readonly amount: number; readonly isPaid: boolean }[] = [];
  /** The codes with which requests to create it were refused. */
  readonly refusals: (string | null)[] = [];
  /** The operation that created it; null while that is not certain. */
  creation: Operation | null = null;
  /** What happened to it last: see `Contradiction.after`. */
  lastChange = '';
  /** How many responses were replays. */
  replays = 0;
  /** Its state was last concluded from a webhook. */
  concludedFromWebhook = false;
  /** It has broken a rule: nothing more is concluded about its state. */
  isBroken = false;
  /** The target's time of its creation, and in `fundedBetween` of an escrow's payment: earliest and latest, in milliseconds. */
  createdBetween = { earliest: 0, latest: Number.POSITIVE_INFINITY };
  /** What the target's clock showed when the creation was answered, in epoch milliseconds; null where that is unknown. */
  createdAt: number | null = null;
  fundedBetween = { earliest: 0, latest: Number.POSITIVE_INFINITY };
  /** By state: the latest target time since which it certainly has been in that state. */
  readonly certainSince = new Map<string, number>();
  /** The successive sets of its possible states. */
  readonly stateHistory: StateInterval[] = [];
  /** Actions of people on it, through control. */
  readonly personActions = new Set<string>();

  constructor(
    kind: ObjectKind,
    environment: Environment,
    merchant: string,
    reference: string,
    gate: (row: Transition) => boolean,
  ) {
    this.kind = kind;
    this.environment = environment;
    this.merchant = merchant;
    this.reference = reference;
    this.possible = new PossibleStates(machines[kind], ['absent'], gate);
  }

  /** The body of the request that created it. */
  get body(): unknown {
    return this.creation?.exchange.body;
  }

  get subject(): string {
    const live = this.environment === 'live' ? 'live ' : '';
    return `${live}${this.kind} ${this.reference}`;
  }

  addHistory(what: string, exchange?: number): void {
    this.history.push(exchange === undefined ? what : `${what} (exchange ${exchange})`);
    if (exchange !== undefined) this.evidence.push(exchange);
  }

  /** Records its possible states at this moment of our clock. */
  recordStates(at: number): void {
    const last = this.stateHistory.at(-1);
    const states = this.possible.states;
    if (last !== undefined && last.states.size === states.size && [...states].every((state) => last.states.has(state)))
      last.to = at;
    else this.stateHistory.push({ from: at, to: at, states });
  }

  /** When it entered one of these states, by our clock: after `after`, and at the latest at `by`. */
  enteredBetween(states: readonly string[]): { after: number; by: number } {
    const isIn = (spell: StateInterval) => [...spell.states].every((state) => states.includes(state));
    const isOut = (spell: StateInterval) => states.every((state) => !spell.states.has(state));
    const by = this.stateHistory.find(isIn)?.from ?? Number.POSITIVE_INFINITY;
    const after = this.stateHistory.findLast((spell) => isOut(spell) && spell.to <= by)?.to ?? Number.NEGATIVE_INFINITY;
    return { after, by };
  }

  violation(requirement: RequirementId, what: string, allowed: string, more: Partial<Violation> = {}): Violation {
    const exchanges = [...new Set([...this.evidence, ...(more.exchanges ?? [])])];
    const history = [...this.history];
    return { requirement, subject: this.subject, history, what, allowed, exchanges, webhooks: more.webhooks ?? [] };
  }

  /** The requirement that fails if the object is seen in the state `seen`. */
  requirementContradictedBy(seen: string, window: Window): RequirementId {
    const had = [...window.states];
    const { contradictions } = this.possible.machine;
    const fits = (one: string, other: string) => one === '*' || one === other;
    const found = contradictions.find(
      (line) =>
        fits(line.seen, seen) &&
        (line.was === '*' || had.some((state) => line.was === state)) &&
        (line.after === undefined || line.after === this.lastChange),
    );
    return (found ?? (contradictions.at(-1) as (typeof contradictions)[number])).requirement;
  }
}

/** "`pending`, `succeeded` or `failed`". */
export function anyOf(states: Iterable<string>): string {
  const words = [...states].map((state) => (state === 'absent' ? 'unknown (404)' : `\`${state}\``));
  const last = words.pop() ?? 'nothing';
  return words.length === 0 ? last : `${words.join(', ')} or ${last}`;
}
