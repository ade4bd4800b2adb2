import {
  type Body,
  type Capability,
  type CheckContext,
  type Created,
  checks,
  created,
  expect,
} from '../../../lib/interface/index.ts';
import { attempt, HOUR } from '../../support/attempts.ts';

// The hours of an escrow begin with its payment: nothing that is tried or repeated while it is unpaid begins them.

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

checks(
  'escrow.auto-release-from-payment',
  befores,
  ({ what }) => `${what}, and an hour later it is paid: it is released when its hours from the payment are over`,
  async (context, { fields, by, act }) => {
    const { merchant, buyer, time, data } = context;
    const [reference, idempotencyKey] = [data.reference('esc'), data.reference('key')];
    const again = () => merchant.createEscrow({ reference, autoReleaseHours: 2, ...fields }, { idempotencyKey });
    const escrow = created('escrow', await again());
    await attempt(act(context, { escrow, again }));
    await time.wait(HOUR, 'the buyer takes an hour');
    await buyer.funds(merchant, escrow, by);
    await time.wait(2 * HOUR - 300, 'an escrow is released by itself');
    expect(await merchant.get(escrow), 'shortly before').toHaveField('status', 'funded');
    await time.wait(300, 'an escrow is released by itself');

    expect(await merchant.becomes(escrow, 'released', 600)).toHaveField('status', 'released');
  },
  ({ needs }) => ({ needs, waits: '4h', drawn: 1 }),
);
