import type { Capability, CheckContext, Created, RequirementId } from '../../../lib/interface/index.ts';
import { DAY, HOUR } from '../../support/attempts.ts';

// What is done with escrows after something else has changed, each with an escrow of its own.

export interface Deed {
  readonly deed: string;
  readonly id: RequirementId;
  readonly becomes: string;
  readonly needs?: readonly Capability[];
  /** Its `autoReleaseHours`, and the buyer pays it before the change; null: nobody does. */
  readonly hours: number | null;
  act?(context: CheckContext, escrow: Created): Promise<unknown>;
  /** Seconds after the change; default 0. */
  readonly after?: number;
  /** After the changes alone that are `isOfLinks`: the others hardly concern escrows. */
  readonly ofLinks?: true;
}

/** What is done with each escrow after the change. */
export const deeds: readonly Deed[] = [
  {
    deed: 'the buyer pays it',
    id: 'escrow.funded',
    becomes: 'funded',
    hours: null,
    act: ({ merchant, buyer }, escrow) => buyer.paysEscrow(merchant, escrow),
  },
  {
    deed: 'it is cancelled',
    id: 'escrow.cancelled',
    becomes: 'cancelled',
    hours: null,
    act: ({ merchant }, { reference }) => merchant.api.cancelEscrow(reference),
  },
  {
    deed: 'it is released',
    id: 'escrow.released',
    becomes: 'released',
    hours: 72,
    act: ({ merchant }, { reference }) => merchant.api.releaseEscrow(reference),
  },
  {
    deed: 'it is refunded',
    id: 'escrow.refunded',
    becomes: 'refunded',
    hours: 72,
    act: ({ merchant }, { reference }) => merchant.api.refundEscrow(reference, {}),
  },
  {
    deed: 'the buyer releases it',
    id: 'escrow.released-by-buyer',
    becomes: 'released',
    needs: ['escrow-buyer-release'],
    hours: 72,
    act: ({ merchant, buyer }, escrow) => buyer.releases(merchant, escrow),
    ofLinks: true,
  },
  {
    deed: 'the buyer asks for its money back',
    id: 'escrow.disputed',
    becomes: 'disputed',
    needs: ['escrow-dispute'],
    hours: 72,
    act: ({ merchant, buyer }, escrow) => buyer.disputes(merchant, escrow),
    ofLinks: true,
  },
  { deed: 'its hour is over', id: 'escrow.releases-by-itself', becomes: 'released', hours: 1, after: HOUR },
  {
    deed: 'its two hours are over',
    id: 'escrow.releases-after-its-hours',
    becomes: 'released',
    hours: 2,
    after: 2 * HOUR,
    ofLinks: true,
  },
  {
    deed: 'nobody has paid it for a day',
    id: 'escrow.expires',
    becomes: 'expired',
    hours: null,
    after: DAY,
    ofLinks: true,
  },
];
