import fc, { type GeneratorValue } from 'fast-check';
import type { Ask, Fields, Step } from '../../engine/explore/story.ts';
import type { ObjectKind } from '../model/machine.ts';
import type { Capability } from '../register/types.ts';
import { keyShapes } from './shapes.ts';
import type { Actor } from './stage.ts';

/** An object of the story, with its expected state. That is only a guess: the model judges what really happens. */
export interface Item {
  readonly kind: ObjectKind;
  /** `c1`; for a link the name of its id. */
  readonly name: string;
  readonly by: Actor;
  readonly creation: Ask;
  readonly amount: number;
  state: string;
  /** What is left of a checkout to be refunded, in kobo. */
  left: number;
  /** The requests about it that have a key. */
  readonly keyed: Ask[];
  /** The checkout of a refund. */
  readonly parent?: Item;
}

const HOUR_S = 3_600;

/** Seconds of the target's time after which a transition by time has happened: see `settle`, `applyTime`. */
export const SETTLED_S = 10;
export const CERTAINLY_SETTLED_S = 600;
export const DAY_S = 25 * HOUR_S;
export const RELEASED_S = 73 * HOUR_S;

/** A story that is being composed. */
export class Draft {
  readonly steps: Step[] = [];
  readonly items: Item[] = [];
  readonly g: GeneratorValue;
  readonly #missing: Readonly<Partial<Record<Capability, string>>>;
  #count = 0;

  constructor(g: GeneratorValue, missing: Readonly<Partial<Record<Capability, string>>>) {
    this.g = g;
    this.#missing = missing;
  }

  can(capability: Capability): boolean {
    return this.#missing[capability] === undefined;
  }

  pick<T>(list: readonly T[]): T {
    const index = this.g(oneOf, list.length);
    return list[index] as T;
  }

  /** `count` elements, each once at most. */
  some<T>(list: readonly T[], count: number): T[] {
    const left = [...list];
    return [...Array(Math.min(count, list.length))].flatMap(() => left.splice(this.g(oneOf, left.length), 1));
  }

  /** True once in `times`, on average. */
  chance(times: number): boolean {
    return this.pick([...Array(times).keys()]) === 0;
  }

  /** Draws the ends of the range, and values near them, more often than the rest. */
  integer(min: number, max: number): number {
    return this.g(fc.integer, { min, max });
  }

  anyText(maxLength: number): string {
    return (
      this.g(fc.string, { minLength: 1, maxLength, unit: 'grapheme' })
        .replace(/[{}\p{C}]/gu, '.')
        .trim() || '.'
    );
  }

  name(prefix: string): string {
    return `${prefix}${++this.#count}`;
  }

  /** A new name for a key of a random shape. */
  key(): string {
    return `${this.name('k')}${this.pick(keyShapes)}`;
  }

  actor(): Actor {
    const actors: readonly Actor[] = [
      'a',
      'a',
      'a',
      ...(this.can('other-merchant') ? (['b'] as const) : []),
      ...(this.can('live') ? (['live'] as const) : []),
    ];
    return this.pick(actors);
  }

  /** The steps that `work` adds begin at the same moment. Waits and new wallets come before: they are not part of a race. */
  together<T>(work: () => T): T {
    const before = this.steps.length;
    const result = work();
    const [apart = [], atOnce = []] = [isApart, (step: Step) => !isApart(step)].map((fits) =>
      this.steps.slice(before).filter(fits),
    );
    this.steps.splice(before, Infinity, ...apart, ...(atOnce.length > 1 ? [{ together: atOnce }] : atOnce));
    return result;
  }

  add(...steps: readonly Step[]): void {
    this.steps.push(...steps);
    for (const step of steps) if ('seconds' in step) for (const item of this.items) applyTime(item, step.seconds);
  }
}

const isApart = (step: Step) => 'seconds' in step || ('control' in step && step.control === 'POST /wallets');

const oneOf = (length: number) => fc.constantFrom(...Array(length).keys());

/** The expected effect of time alone. */
function applyTime(item: Item, seconds: number): void {
  const settles = (least: number, state: string) => {
    if (seconds >= least) item.state = state;
  };
  const from = `${item.kind} ${item.state}`;
  if (from === 'refund pending' || from === 'payout pending') {
    settles(SETTLED_S, isMeantToFail(item.creation.body) ? 'failed' : 'succeeded');
    if (item.state === 'failed' && item.parent !== undefined) item.parent.left += item.amount;
  } else if (from === 'checkout pending') settles(24 * HOUR_S, 'failed');
  else if (from === 'escrow pending_payment') settles(24 * HOUR_S, 'expired');
  else if (from === 'escrow funded') settles(Number(item.creation.body?.autoReleaseHours ?? 72) * HOUR_S, 'released');
  else if (from === 'wallet link PENDING') settles(HOUR_S, 'EXPIRED');
}

function isMeantToFail(body: Fields | undefined): boolean {
  return body?.reason === 'sandbox_fail' || JSON.stringify(body).includes('"0000000000"');
}
