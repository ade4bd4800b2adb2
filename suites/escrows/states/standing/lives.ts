import { Blocked, type CheckContext, type Exchange, inLive, shared } from '../../../../lib/interface/index.ts';
import { gain, purseWherePossible } from '../../money/money.ts';
import { type Subject, type Tried, toldOf, tryAll } from '../deeds.ts';
import { AMOUNT, type State, type Step, states } from './states.ts';

// Each escrow that has not ended is led on to its end, after all that its state does not permit was tried.

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
    const atOnce = await merchant.confirms(escrow, step.status);
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
