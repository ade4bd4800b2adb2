import {
  Blocked,
  type Body,
  type Capability,
  type CheckContext,
  type Created,
  type Duration,
  type Exchange,
  expect,
  summary,
} from '../../lib/interface/index.ts';
import { gain, gainInTheEnd, purse } from '../escrows/money/money.ts';
import { tries } from '../escrows/support.ts';
import { refused } from '../support/requests/refusals.ts';

// A second create under the reference of an object that is still pending; it is refused.

export interface Row {
  readonly kind: Created['kind'];
  readonly what: string;
  readonly needs?: readonly Capability[];
  readonly waits?: Duration;
  act(context: CheckContext): Promise<void>;
}

/** A step: a second create under the reference of `first`. Any 4xx will do, because a target may find another fault in it first. */
export async function refusedAnother(
  { merchant }: CheckContext,
  first: Pick<Created, 'kind' | 'reference'>,
  fields: Body,
): Promise<void> {
  const body = { ...fields, reference: first.reference };
  const creates = {
    checkout: () => merchant.createCheckout(body),
    refund: () => merchant.createRefund({ paymentReference: undefined, ...body }),
    payout: () => merchant.createPayout(body),
    escrow: () => merchant.createEscrow(body),
  };
  refused(await creates[first.kind]());
}

/**
 * An escrow of 40,009 kobo, and a refused one under its reference. After the release the first one's seller must have gained 40,009 kobo, and
 * the wallet that `second` names nothing.
 */
const escrow = (what: string, second: (other: string) => Body, rest: Omit<Row, 'kind' | 'what' | 'act'> = {}): Row => ({
  kind: 'escrow',
  what,
  needs: ['escrow-buyer', 'wallets'],
  ...rest,
  async act(context) {
    const { merchant, buyer } = context;
    const [seller, other] = [await purse(context), await purse(context)];
    const made = await merchant.escrow({ amount: 40_009, seller: { walletId: seller.walletId } });
    await refusedAnother(context, made, second(other.walletId));
    await buyer.funds(merchant, made);
    await released(await merchant.api.releaseEscrow(made.reference));

    expect(await gain(context, seller, 40_009), 'kobo that the seller has gained').toBe(40_009);
    expect(await gainInTheEnd(context, other), 'kobo that the other wallet has gained').toBe(0);
  },
});

async function released(answer: Exchange): Promise<void> {
  if (answer.status !== 200) throw new Blocked(`the escrow should have been released: ${summary(answer)}`);
}

export const escrowRows: readonly Row[] = [
  escrow('for one seller, then one for another: the first is paid', (walletId) => ({ seller: { walletId } })),
  escrow('of 40,009, then one of 60,013: the seller is paid 40,009', () => ({ amount: 60_013 })),
  escrow('without a fee, then one with a fee: the seller is paid all of it', (feeWalletId) => ({
    feeAmount: 1_501,
    feeWalletId,
  })),
  {
    kind: 'escrow',
    what: 'for anybody, then one for a named buyer: anybody pays it',
    needs: ['escrow-buyer-email'],
    async act(context) {
      const { merchant, buyer, data } = context;
      const made = await merchant.escrow();
      await refusedAnother(context, made, { buyer: { email: 'ada.obi@example.com' } });
      await tries(context, buyer.paysEscrow(merchant, made, data.email()));

      expect(await merchant.confirms(made, 'funded')).toHaveField('status', 'funded');
    },
  },
  {
    kind: 'escrow',
    what: 'for a named buyer, then one for another: the other does not pay it, and the named one does',
    needs: ['escrow-buyer-email'],
    async act(context) {
      const { merchant, buyer, time } = context;
      const made = await merchant.escrow({ buyer: { email: 'ada.obi@example.com' } });
      await refusedAnother(context, made, { buyer: { email: 'bola@example.com' } });
      await tries(context, buyer.paysEscrow(merchant, made, 'bola@example.com'));
      await time.wait(5, 'the escrow stays unpaid');
      expect(await merchant.get(made)).toHaveField('status', 'pending_payment');
      await tries(context, buyer.paysEscrow(merchant, made, 'ada.obi@example.com'));

      expect(await merchant.confirms(made, 'funded')).toHaveField('status', 'funded');
    },
  },
  {
    kind: 'escrow',
    what: 'of 30 hours, then one of an hour: it is held for 30 hours',
    needs: ['escrow-buyer'],
    waits: '31h',
    async act(context) {
      const { merchant, buyer, time } = context;
      const made = await merchant.escrow({ autoReleaseHours: 30 });
      await refusedAnother(context, made, { autoReleaseHours: 1 });
      await buyer.funds(merchant, made);
      await time.wait(29 * 3_600, 'an automatic release is due');
      expect(await merchant.get(made)).toHaveField('status', 'funded');
      await time.wait(3_600, 'an automatic release is due');

      expect(await merchant.becomes(made, 'released', 600)).toHaveField('status', 'released');
    },
  },
];
