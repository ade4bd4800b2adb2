import type { Fields } from '../../../engine/explore/story.ts';
import type { Capability } from '../../register/types.ts';
import { type Draft, RELEASED_S } from '../draft.ts';

/** A sequence of steps that random single steps hardly ever produce. */
export interface Scenario {
  readonly name: string;
  readonly needs?: readonly Capability[];
  addTo(draft: Draft): void;
}

/** Seconds after which a balance certainly shows what has happened, and no link, checkout or escrow is open any more. */
export const ALL_SETTLED_S = RELEASED_S + 3_600 * 26;

/** Merchant A changes settings in the console. */
export function changeSettings(draft: Draft, body: Fields): void {
  draft.add({ control: 'PATCH /merchants/{merchantId}', by: 'a', names: {}, body });
}
