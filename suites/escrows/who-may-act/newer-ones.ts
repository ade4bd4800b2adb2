import { type Capability, checks, expect } from '../../../lib/interface/index.ts';
import { states } from './seller-unlinked.ts';

// An escrow leaves its state by its own rows alone: a newer one that is alike in all but the reference does not take its place, as a newer link
// request does.

const NAMED = 'ada.obi@example.com';

const alike: readonly { readonly what: string; readonly by?: string; readonly own: readonly Capability[] }[] = [
  { what: 'for the same buyer, seller and amount', by: NAMED, own: ['escrow-buyer-email'] },
  { what: 'for any buyer, of the same seller and amount', own: [] },
];

checks(
  'escrow.stays-until-its-turn',
  alike.flatMap((each) => states.map((state) => ({ ...each, state }))),
  ({ what, state }) => `${state.status}, and newer ones ${what} are made: it is as before, and goes on`,
  async (context, { by, state }) => {
    const { merchant } = context;
    const body = { amount: 20_011, description: 'Rice', metadata: { order: 'A-17' }, autoReleaseHours: 720 };
    const make = () => merchant.escrow({ ...body, ...(by !== undefined && { buyer: { email: by } }) });
    const escrow = await make();
    await state.begin(context, escrow, by);
    const newer = await make();
    await make();

    expect(await merchant.get(escrow)).toHaveField('status', state.status);
    expect(await merchant.get(newer)).toHaveField('status', 'pending_payment');
    await state.goOn(context, escrow, by);
    expect(await merchant.confirms(escrow, state.next)).toHaveField('status', state.next);
  },
  ({ own, state: { needs } }) => ({ needs: [...needs, ...own], drawn: 2 }),
);
