import {
  Blocked,
  type Capability,
  type CheckContext,
  type Created,
  type Exchange,
  inLive,
  shared,
} from '../../../lib/interface/index.ts';
import { gain, purseWherePossible } from '../money/money.ts';
import { reached } from '../support.ts';
import { type Deed, type Subject, type Tried, toldOf, tryAll } from './deeds.ts';

// Escrows that have not ended: attempts that their state does not permit must have no effect on how they go on.

const AMOUNT = 70_009;

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
      again,
      'the hour of its autoReleaseHours passes',
      'a day passes',
    ],
    open: ['the buyer releases', 'the merchant releases'],
    openTo: ['released'],
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

const lives = new Map<State, ReturnType<typeof life>>(states.map((state) => [state, life(state)]));

function life(state: State) {
  return shared(
    `an escrow that stays ${state.status} while much is tried${state.live ? ', live' : ''}`,
    state.needs,
    async (own) => {
      const context = state.live ? inLive(own) : own;
      const { merchant } = context;
      const seller = await purseWherePossible(context);
      const body = { amount: AMOUNT, autoReleaseHours: state.autoReleaseHours };
      const escrow = await merchant.escrow({ ...body, ...(seller && { seller: { walletId: seller.walletId } }) });
      const subject: Subject = { escrow, seller, fee: null };
      // Attempts that may be accepted are made on a second escrow, whose time passes with that of the first.
      const another = state.open.length === 0 ? null : await merchant.escrow(body);
      if (another !== null) await state.begin(context, another);
      const open: Tried =
        another === null ? new Map() : await tryAll(context, { escrow: another, seller: null, fee: null }, state.open);
      await state.begin(context, escrow);
      const seen = await tryAll(context, subject, state.tried);
      const told = toldOf(merchant, escrow);
      const openLater = another && (await merchant.get(another));
      // If an attempt above did have an effect, the next step may not be possible; that must not hide the effect itself.
      const end = await endOf(context, state, subject).catch((error: unknown) => {
        if (error instanceof Blocked) return error;
        throw error;
      });
      return { merchant, escrow, seen, told, open, openLater, end };
    },
  );
}

async function endOf(context: CheckContext, state: State, subject: Subject) {
  const { escrow, seller } = subject;
  const { merchant, time } = context;
  const steps: { step: Step; atOnce: Exchange; later: Exchange }[] = [];
  for (const step of state.goOn) {
    await tryAll(context, subject, [step.refused]);
    await step.act(context, escrow);
    const atOnce = await merchant.becomes(escrow, step.status, 60);
    await time.wait(60, 'what was refused before is not carried out later');
    steps.push({ step, atOnce, later: await merchant.get(escrow) });
  }
  return { steps, seller: seller && (await gain(context, seller, state.end.seller)) };
}

export async function lifeOf(context: CheckContext, state: State) {
  const life = lives.get(state);
  if (life === undefined) throw new Error(`no life ${state.status}`);
  return await life(context);
}
