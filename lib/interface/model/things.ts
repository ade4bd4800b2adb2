import type { Environment } from '../../engine/run/target.ts';
import type { RequirementId } from '../register/index.ts';
import type { Exchange, Fields, Step, Webhook } from './events.ts';
import type { Kind, Row } from './machine.ts';
import { machines } from './machines.ts';
import type { Operation } from './operations.ts';
import { Life, type States, type Window } from './rules/records/life.ts';

/** A rule that was broken, with all that a reader needs to see that it was. */
export interface Violation {
  readonly requirement: RequirementId;
  /** `refund ref-1`. */
  readonly subject: string;
  /** What had happened to it, in order. */
  readonly history: readonly string[];
  /** What came then, and what would have been allowed. */
  readonly what: string;
  readonly allowed: string;
  readonly exchanges: readonly number[];
  readonly webhooks: readonly number[];
}

/** A rule about something else than the state of one object: it watches all that happens, and says what was broken, then or in the end. */
export interface Watcher {
  step?(step: Step, isOver: boolean): void;
  asked?(exchange: Exchange): void;
  answered?(exchange: Exchange): readonly Violation[];
  heard?(webhook: Webhook): void;
  conclude?(): readonly Violation[];
}

/** What was seen of an object at some time between two moments. */
export interface Sight {
  readonly began: number;
  readonly ended: number;
  readonly status: string;
  readonly record: Fields | null;
  readonly exchange: number | null;
}

/** What an object could be, from one moment of ours to another. */
interface Spell {
  readonly from: number;
  to: number;
  readonly states: States;
}

/** An object of one merchant, and all that is known of it. */
export class Thing {
  readonly kind: Kind;
  readonly environment: Environment;
  readonly merchant: string;
  readonly reference: string;
  readonly life: Life;
  readonly history: string[] = [];
  readonly evidence: number[] = [];
  readonly sights: Sight[] = [];
  /** Carried out, or perhaps carried out. */
  readonly operations: Operation[] = [];
  /** Requests of other merchants that named it. */
  readonly strangers: Exchange[] = [];
  readonly events = new Map<string, Set<string>>();
  /** Of a checkout: refunds that were refused for their amount. `isPaid`: it surely was paid then. */
  readonly tooMuch: { readonly exchange: Exchange; readonly amount: number; readonly isPaid: boolean }[] = [];
  /** What requests to create it were refused with. */
  readonly refusals: (string | null)[] = [];
  /** What it was created with; null while that is not known for certain. */
  creation: Operation | null = null;
  /** What happened to it last: see the tables' contradictions. */
  last = '';
  /** Answers that were replays. */
  replays = 0;
  /** What was last concluded came from a webhook. */
  announced = false;
  /** A rule was broken: nothing more is concluded about its state. */
  isBroken = false;
  /** The target's time: at the earliest and at the latest, in milliseconds. */
  born = { earliest: 0, latest: Number.POSITIVE_INFINITY };
  /** What the target's clock was when its creation was answered, in epoch milliseconds; null where nobody told. */
  createdAt: number | null = null;
  funded = { earliest: 0, latest: Number.POSITIVE_INFINITY };
  /** By state: since when, at the latest, it had surely been in it (target's time). */
  readonly sureSince = new Map<string, number>();
  /** In order, as often as it was looked at. */
  readonly course: Spell[] = [];
  /** What people did about it, by control. */
  readonly acts = new Set<string>();

  constructor(kind: Kind, environment: Environment, merchant: string, reference: string, gate: (row: Row) => boolean) {
    this.kind = kind;
    this.environment = environment;
    this.merchant = merchant;
    this.reference = reference;
    this.life = new Life(machines[kind], ['absent'], gate);
  }

  /** The body of the request that created it. */
  get body(): unknown {
    return this.creation?.exchange.body;
  }

  get subject(): string {
    const live = this.environment === 'live' ? 'live ' : '';
    return `${live}${this.kind} ${this.reference}`;
  }

  tells(what: string, exchange?: number): void {
    this.history.push(exchange === undefined ? what : `${what} (exchange ${exchange})`);
    if (exchange !== undefined) this.evidence.push(exchange);
  }

  /** What it can be at this moment of ours. */
  notes(at: number): void {
    const last = this.course.at(-1);
    const states = this.life.possible;
    if (last !== undefined && last.states.size === states.size && [...states].every((state) => last.states.has(state)))
      last.to = at;
    else this.course.push({ from: at, to: at, states });
  }

  /** When it came into one of these states, in our time: at the earliest, and at the latest. */
  entered(states: readonly string[]): { after: number; by: number } {
    const isIn = (spell: Spell) => [...spell.states].every((state) => states.includes(state));
    const isOut = (spell: Spell) => states.every((state) => !spell.states.has(state));
    const by = this.course.find(isIn)?.from ?? Number.POSITIVE_INFINITY;
    const after = this.course.findLast((spell) => isOut(spell) && spell.to <= by)?.to ?? Number.NEGATIVE_INFINITY;
    return { after, by };
  }

  violation(requirement: RequirementId, what: string, allowed: string, more: Partial<Violation> = {}): Violation {
    const exchanges = [...new Set([...this.evidence, ...(more.exchanges ?? [])])];
    const history = [...this.history];
    return { requirement, subject: this.subject, history, what, allowed, exchanges, webhooks: more.webhooks ?? [] };
  }

  /** The requirement that says that it cannot be so. */
  contradicted(seen: string, window: Window): RequirementId {
    const had = [...window.states];
    const { contradictions } = this.life.machine;
    const fits = (one: string, other: string) => one === '*' || one === other;
    const found = contradictions.find(
      (line) =>
        fits(line.seen, seen) &&
        (line.was === '*' || had.some((state) => line.was === state)) &&
        (line.after === undefined || line.after === this.last),
    );
    return (found ?? (contradictions.at(-1) as (typeof contradictions)[number])).requirement;
  }
}

/** "a pending, succeeded or failed checkout", as one would say it. */
export function anyOf(states: Iterable<string>): string {
  const words = [...states].map((state) => (state === 'absent' ? 'unknown (404)' : `\`${state}\``));
  const last = words.pop() ?? 'nothing';
  return words.length === 0 ? last : `${words.join(', ')} or ${last}`;
}
