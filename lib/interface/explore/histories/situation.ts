import type { Fields } from '../../../engine/explore/story.ts';
import type { Capability } from '../../register/types.ts';
import { type Draft, RELEASED } from '../draft.ts';

/** A scene that random single steps hardly ever produce. */
export interface Situation {
  readonly name: string;
  readonly needs?: readonly Capability[];
  happens(draft: Draft): void;
}

/** Seconds after which a balance certainly shows what has happened, and no link, checkout or escrow is open any more. */
export const LONG = RELEASED + 3_600 * 26;

/** Merchant A changes settings in the console. */
export function changes(draft: Draft, body: Fields): void {
  draft.add({ control: 'PATCH /merchants/{merchantId}', by: 'a', names: {}, body });
}
