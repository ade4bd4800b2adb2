import type { Capability, CheckContext, Created } from '../../../../lib/interface/index.ts';
import { reached } from '../../support.ts';
import type { Deed } from '../deeds.ts';

// Escrows that have not ended: attempts that their state does not permit must have no effect on how they go on.

export const AMOUNT = 70_009;

/** A state that an escrow can still leave. */
export interface State {
  /** In live, with wallets of that environment and their owners. */
  readonly live?: true;
  readonly status: 'pending_payment' | 'funded' | 'disputed';
  readonly needs: readonly Capability[];
  readonly autoReleaseHours: number;
  /** Attempts that must have no effect. */
  readonly tried: readonly Deed[];
  /** Attempts on which the interface does not decide: refused, they have no effect; accepted, they lead to one of `openTo`. */
  readonly open: readonly Deed[];
  readonly openTo: readonly string[];
  readonly events: readonly string[];
  /** The final state, and the seller's gain then, in kobo. */
  readonly end: { readonly status: string; readonly seller: number };
  begin(context: CheckContext, escrow: Created): Promise<unknown>;
  /** The steps that lead on to the end. */
  readonly goOn: readonly Step[];
}

/** The next step, and the status after it and a minute later: attempts refused before must not take effect now. */
export interface Step {
  /** Is refused right before the step, which it must not hold up. */
  readonly refused: Deed;
  readonly what: string;
  readonly status: string;
  act(context: CheckContext, escrow: Created): Promise<unknown>;
}

const releases: Step = {
  refused: 'the merchant cancels',
  what: 'the merchant releases',
  status: 'released',
  act: ({ merchant }, { reference }) => merchant.api.releaseEscrow(reference),
};

const refunds: Step = {
  refused: 'the merchant cancels',
  what: 'the merchant refunds a part',
  status: 'refunded',
  act: ({ merchant }, { reference }) => merchant.api.refundEscrow(reference, { amount: AMOUNT - 30_008 }),
};

export const again: Deed = 'the merchant creates another with its reference';

const inSandbox = [
  {
    status: 'pending_payment',
    needs: ['escrow-buyer'],
    autoReleaseHours: 1,
    tried: [
      'the merchant releases',
      'the buyer releases',
      'the buyer asks for a refund',
      'the merchant refunds a fraction',
      again,
      'the hour of its autoReleaseHours passes',
    ],
    open: ['the merchant refunds'],
    openTo: ['refunded', 'cancelled'],
    events: [],
    end: { status: 'released', seller: AMOUNT },
    begin: async () => {},
    goOn: [
      {
        refused: 'the merchant releases',
        what: 'the buyer pays',
        status: 'funded',
        act: ({ merchant, buyer }, escrow) => buyer.paysEscrow(merchant, escrow),
      },
      releases,
    ],
  },
  {
    status: 'funded',
    needs: ['escrow-buyer'],
    autoReleaseHours: 72,
    tried: ['the merchant cancels', 'the buyer pays', again, 'a minute passes', 'a day passes'],
    open: [],
    openTo: [],
    events: ['escrow.funded'],
    end: { status: 'released', seller: AMOUNT },
    begin: ({ merchant, buyer }, escrow) => buyer.funds(merchant, escrow),
    goOn: [releases],
  },
  {
    status: 'disputed',
    needs: ['escrow-buyer', 'escrow-dispute'],
    autoReleaseHours: 1,
    tried: [
      'the merchant cancels',
      'the buyer pays',
      'the buyer asks for a refund',
      'the merchant refunds a fraction',
      again,
      'the hour of its autoReleaseHours passes',
      'the merchant refunds for a wrong reason',
      'a day passes',
    ],
    open: ['the merchant refunds more than there is', 'the buyer releases', 'the merchant releases'],
    openTo: ['refunded', 'released'],
    events: ['escrow.funded', 'escrow.disputed'],
    end: { status: 'refunded', seller: 30_008 },
    async begin({ merchant, buyer }, escrow) {
      await buyer.funds(merchant, escrow);
      await buyer.disputes(merchant, escrow);
      await reached(merchant, escrow, 'disputed');
    },
    goOn: [refunds],
  },
] as const satisfies readonly State[];

export const states: readonly State[] = [
  ...inSandbox,
  ...inSandbox
    .filter(({ status }) => status !== 'funded')
    .map((state): State => ({ ...state, live: true, needs: ['live', 'wallets', 'wallet-owner', ...state.needs] })),
];

/** Its status, and that it is in live where it is. */
export const named = ({ live, status }: State) => (live ? `live: ${status}` : status);
