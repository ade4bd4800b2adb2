import { type Body, type CheckContext, created, type Exchange, expect } from '../../../lib/interface/index.ts';
import { gain, purse } from '../../escrows/money/money.ts';
import { tries } from '../../escrows/support.ts';
import type { Row } from '../alike/groups.ts';
import { HOUR, mayRefuse } from '../attempts.ts';

// Optional fields that are null or an empty object: whether a target accepts that is not shown. If it does, the field is not set, and the rules
// for a request without the field apply.

/** A step: if the request is refused, the check is not exercised. */
async function taken(asking: Promise<Exchange>): Promise<Exchange> {
  const answer = await asking;
  mayRefuse(answer, 'a field with nothing in it is refused here');
  return answer;
}

interface Nothing {
  readonly what: string;
  readonly fields: Body;
}

const noBuyer: readonly Nothing[] = [
  { what: 'an empty buyer', fields: { buyer: {} } },
  { what: 'null as buyer', fields: { buyer: null } },
  { what: "null as the buyer's e-mail", fields: { buyer: { email: null } } },
];

const AMOUNT = 30_011;

const noFee: readonly Nothing[] = [
  { what: 'null as feeAmount and feeWalletId', fields: { feeAmount: null, feeWalletId: null } },
  {
    what: 'null as each other optional field',
    fields: { description: null, conditions: null, returnUrl: null, metadata: null, autoReleaseHours: null },
  },
];

const records = [
  {
    kind: 'checkout',
    id: 'checkout.optional-fields',
    needs: [],
    fields: { description: null, metadata: null },
    send: ({ merchant }: CheckContext, fields: Body) => merchant.createCheckout(fields),
  },
  {
    kind: 'payout',
    id: 'payout.record-nulls',
    needs: [],
    fields: { narration: null },
    send: ({ merchant }: CheckContext, fields: Body) => merchant.createPayout(fields),
  },
  {
    kind: 'refund',
    id: 'refund.record-nulls',
    needs: ['buyer'],
    fields: { reason: null },
    async send({ merchant, buyer }: CheckContext, fields: Body) {
      const { reference: paymentReference } = await buyer.paid(merchant);
      return merchant.createRefund({ paymentReference, ...fields });
    },
  },
] as const;

/** Checks for several chapters: see `table`. */
export const nothingGiven: readonly Row[] = [
  ...records.map(
    ({ kind, id, needs, fields, send }): Row => ({
      id,
      title: `a ${kind} with null as ${Object.keys(fields).join(' and ')}: null in the record`,
      needs,
      async check(context) {
        const made = created(kind, await taken(send(context, fields)));

        const record = await context.merchant.get(made);
        for (const name of Object.keys(fields)) expect(record).toHaveField(name, null);
      },
    }),
  ),
  ...noBuyer.map(
    ({ what, fields }): Row => ({
      id: 'escrow.anybody-may-pay',
      title: `with ${what} an account of any address pays`,
      needs: [],
      async check(context) {
        const { merchant, buyer, data } = context;
        const escrow = created('escrow', await taken(merchant.createEscrow(fields)));
        await tries(context, buyer.paysEscrow(merchant, escrow, data.email()));

        expect(await merchant.confirms(escrow, 'funded')).toHaveField('status', 'funded');
      },
    }),
  ),
  ...noFee.map(
    ({ what, fields }): Row => ({
      id: 'escrow.release-pays-seller',
      title: `with ${what} the seller is paid all of it`,
      needs: ['wallets'],
      async check(context) {
        const { merchant, buyer } = context;
        const seller = await purse(context);
        const body = { ...fields, amount: AMOUNT, seller: { walletId: seller.walletId } };
        const escrow = await buyer.funds(merchant, created('escrow', await taken(merchant.createEscrow(body))));
        await merchant.api.releaseEscrow(escrow.reference);

        expect(await gain(context, seller, AMOUNT), 'kobo that the seller has gained').toBe(AMOUNT);
      },
    }),
  ),
  {
    id: 'escrow.auto-release-default',
    title: 'null as autoReleaseHours: it is funded shortly before its 72 hours are over, and then released',
    needs: [],
    async check({ merchant, buyer, time }) {
      const answer = await taken(merchant.createEscrow({ autoReleaseHours: null }));
      const escrow = await buyer.funds(merchant, created('escrow', answer));
      await time.wait(71 * HOUR, 'an automatic release is due');
      expect(await merchant.get(escrow)).toHaveField('status', 'funded');
      await time.wait(HOUR, 'an automatic release is due');

      expect(await merchant.becomes(escrow, 'released', 600)).toHaveField('status', 'released');
    },
  },
];
