import {
  type Body,
  type Capability,
  type CheckContext,
  type Created,
  checks,
  created,
  expect,
  shared,
} from '../../../lib/interface/index.ts';
import { HOUR } from '../../support/attempts.ts';
import { tries } from '../support.ts';

// The hours of an escrow begin with its payment, and its day to be paid ends with it: nothing that is tried or repeated while it is unpaid changes
// that.

const NAMED = 'ada.obi@example.com';

interface Unpaid {
  readonly escrow: Created;
  again(): Promise<unknown>;
}

interface Before {
  readonly what: string;
  readonly needs: readonly Capability[];
  readonly fields?: Body;
  readonly by?: string;
  act(context: CheckContext, unpaid: Unpaid): Promise<unknown>;
}

const befores: readonly Before[] = [
  {
    what: 'another account tries to pay it',
    needs: ['escrow-buyer-email'],
    fields: { buyer: { email: NAMED } },
    by: NAMED,
    act: ({ merchant, buyer }, { escrow }) => buyer.paysEscrow(merchant, escrow, 'bola.obi@example.com'),
  },
  { what: 'its create request is sent again under its key', needs: [], act: (_, { again }) => again() },
  {
    what: 'another with its reference is asked for',
    needs: [],
    act: ({ merchant }, { escrow: { reference } }) => merchant.createEscrow({ reference, autoReleaseHours: 1 }),
  },
  {
    what: 'its merchant tries to release it',
    needs: [],
    act: ({ merchant }, { escrow: { reference } }) => merchant.api.releaseEscrow(reference),
  },
  {
    what: 'a malformed refund is asked for',
    needs: [],
    act: ({ merchant }, { escrow: { reference } }) => merchant.api.refundEscrow(reference, { amount: 'a part' }),
  },
  {
    what: 'its buyer tries to release it',
    needs: ['escrow-buyer-release'],
    act: ({ merchant, buyer }, { escrow }) => buyer.releases(merchant, escrow),
  },
  {
    what: 'its buyer asks for the money back',
    needs: ['escrow-dispute'],
    act: ({ merchant, buyer }, { escrow }) => buyer.disputes(merchant, escrow),
  },
];

const HOURS = 30;

const lives = befores.map((before) => {
  const { what, needs, fields, by, act } = before;
  const life = shared(`an escrow that is paid after ${what}`, ['escrow-buyer', ...needs], async (context) => {
    const { merchant, buyer, time, data } = context;
    const [reference, idempotencyKey] = [data.reference('esc'), data.reference('key')];
    const again = () => merchant.createEscrow({ reference, autoReleaseHours: HOURS, ...fields }, { idempotencyKey });
    const escrow = created('escrow', await again());
    await tries(context, act(context, { escrow, again }));
    await time.wait(HOUR, 'the buyer takes an hour');
    await buyer.funds(merchant, escrow, by);
    await time.wait(24 * HOUR, 'a paid escrow does not expire');
    const afterADay = await merchant.get(escrow);
    await time.wait((HOURS - 24) * HOUR - 300, 'an escrow is released by itself');
    const shortlyBefore = await merchant.get(escrow);
    await time.wait(300, 'an escrow is released by itself');
    return { afterADay, shortlyBefore, atLast: await merchant.becomes(escrow, 'released', 600) };
  });
  return { ...before, life };
});

checks(
  'escrow.auto-release-from-payment',
  lives,
  ({ what }) => `${what}, and an hour later it is paid: it is released when its hours from the payment are over`,
  async (context, { life }) => {
    const { shortlyBefore, atLast } = await life(context);

    expect(shortlyBefore, 'shortly before').toHaveField('status', 'funded');
    expect(atLast).toHaveField('status', 'released');
  },
  ({ needs }) => ({ needs, waits: '40h', drawn: 1 }),
);

checks(
  'escrow.paid-does-not-expire',
  lives,
  ({ what }) => `${what}, and an hour later it is paid: it is funded when its day is over`,
  async (context, { life }) => {
    expect((await life(context)).afterADay).toHaveField('status', 'funded');
  },
  ({ needs }) => ({ needs, waits: '40h', drawn: 1 }),
);
