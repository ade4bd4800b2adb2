import { type Body, checks, expect } from '../../../lib/interface/index.ts';
import { states } from './seller-unlinked.ts';

// An escrow leaves its state by its own rows alone: a newer one that is alike in all but the reference does not take its place, as a newer link
// request does.

const NAMED = 'ada.obi@example.com';

const alike: readonly { readonly what: string; readonly fields: Body }[] = [
  { what: 'for the same buyer, seller and amount', fields: { buyer: { email: NAMED } } },
  { what: 'for any buyer, of the same seller and amount', fields: {} },
];

checks(
  'escrow.stays-until-its-turn',
  alike.flatMap((each) => states.map((state) => ({ ...each, state }))),
  ({ what, state }) => `${state.status}, and newer ones ${what} are made: it is as before, and goes on`,
  async (context, { fields, state }) => {
    const { merchant } = context;
    const body = { amount: 20_011, description: 'Rice', metadata: { order: 'A-17' }, autoReleaseHours: 720, ...fields };
    const escrow = await merchant.escrow(body);
    await state.begin(context, escrow);
    const newer = await merchant.escrow(body);
    await merchant.escrow(body);

    expect(await merchant.get(escrow)).toHaveField('status', state.status);
    expect(await merchant.get(newer)).toHaveField('status', 'pending_payment');
    await state.goOn(context, escrow);
    expect(await merchant.becomes(escrow, state.next, 60)).toHaveField('status', state.next);
  },
  ({ state: { needs } }) => ({ needs, drawn: 2 }),
);
