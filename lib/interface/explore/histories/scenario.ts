import type { Fields } from '../../../engine/explore/story.ts';
import type { Capability } from '../../register/types.ts';
import { type Draft, RELEASED_S } from '../draft.ts';

/** A sequence of steps that random single steps hardly ever produce. */
export interface Scenario {
  readonly name: string;
  readonly needs?: readonly Capability[];
  /** How often it is drawn, relative to the others. Default 1. */
  readonly weight?: number;
  addTo(draft: Draft): void;
}

/** Seconds after which a balance certainly shows what has happened, and no link, checkout or escrow is open any more. */
export const ALL_SETTLED_S = RELEASED_S + 3_600 * 26;

/** Merchant A changes settings in the console. */
export function changeSettings(draft: Draft, body: Fields): void {
  draft.add({ control: 'PATCH /merchants/{merchantId}', by: 'a', names: {}, body });
}

/**
 * Takes `turns` moves, of a few kinds that are drawn first and come often (swarm testing): two features that share an object or a moment
 * meet sooner so than where all moves are equally frequent.
 */
export function walk(draft: Draft, moves: Readonly<Record<string, () => void>>, turns: number): void {
  const own = draft.some(Object.values(moves), draft.pick([2, 3, 4]));
  for (let turn = 0; turn < turns; turn++) draft.pick(own)();
}

/** Each as often as its weight, to draw from. */
export function weighted<T extends { readonly weight?: number }>(all: readonly T[]): T[] {
  return all.flatMap((each) => Array<T>(each.weight ?? 1).fill(each));
}
