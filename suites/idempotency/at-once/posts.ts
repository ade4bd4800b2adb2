import {
  type Body,
  type CallOptions,
  type Capability,
  type CheckContext,
  type Created,
  created,
  type Exchange,
  type Merchant,
} from '../../../lib/interface/index.ts';
import { unlessOneForAll } from '../../support/alike/groups.ts';

// POSTs with a key that two merchants can send identically, and how both get ready to send them.

type Send = (as: Merchant, options: CallOptions) => Promise<Exchange>;

export interface Post {
  readonly what: string;
  readonly needs: readonly Capability[];
  readonly status: 200 | 201;
  /** Creates, for both merchants, the objects that the request needs. */
  ready(context: CheckContext): Promise<{ send: Send; reference?: string }>;
  /** The field of the answer that identifies the created object. */
  readonly id?: string;
  /** The status of each merchant's own escrow afterwards. */
  readonly becomes?: string;
}

export const creates: readonly Post[] = [
  {
    what: 'payout create',
    needs: [],
    status: 201,
    id: 'id',
    async ready({ data }) {
      const body = { reference: data.reference('one'), recipient: { accountName: 'Ada Obi' } };
      return { send: (as, options) => as.createPayout(body, options) };
    },
  },
  {
    what: 'refund create',
    needs: ['buyer'],
    status: 201,
    id: 'id',
    async ready({ merchant, other, buyer, data }) {
      const order = { reference: data.reference('chk'), amount: 5_003, customer: { email: 'ada@example.com' } };
      for (const each of [merchant, other]) await buyer.paid(each, order);
      const body = { reference: data.reference('one'), paymentReference: order.reference, amount: 5_003 };
      return { send: (as, options) => as.createRefund(body, options) };
    },
  },
  {
    what: 'checkout create',
    needs: [],
    status: 201,
    id: 'id',
    async ready({ data }) {
      const body = { reference: data.reference('one'), customer: { email: 'ada@example.com' } };
      return { send: (as, options) => as.createCheckout(body, options) };
    },
  },
  {
    what: 'escrow create',
    needs: [],
    status: 201,
    id: 'id',
    async ready({ data }) {
      const body = { reference: data.reference('one') };
      return { send: (as, options) => as.createEscrow(body, options) };
    },
  },
];

export const links: readonly Post[] = [
  {
    what: 'link request',
    needs: ['wallets'],
    status: 201,
    id: 'linkId',
    async ready({ wallets, data }) {
      const wallet = await wallets.make();
      const body = { linkRef: data.reference('lnk'), requesterName: 'Harbour Books', expiresInMinutes: 30 };
      return { send: (as, options) => wallets.createLink(as, wallet, body, options) };
    },
  },
];

export const acts = [
  { what: 'release', action: 'release', becomes: 'released' },
  { what: 'refund in full', action: 'refund', body: {}, becomes: 'refunded' },
  { what: 'refund in part', action: 'refund', body: { amount: 20_011 }, becomes: 'refunded' },
  { what: 'cancel', action: 'cancel', becomes: 'cancelled' },
].map(({ what, action, body, becomes }: { what: string; action: string; body?: Body; becomes: string }): Post => {
  const paid = action !== 'cancel';
  return {
    what,
    needs: paid ? ['escrow-buyer'] : [],
    status: 200,
    becomes,
    async ready({ merchant, other, buyer, data }) {
      const reference = data.reference('esc');
      for (const each of [merchant, other]) {
        const escrow: Created = created('escrow', await unlessOneForAll(each.createEscrow({ reference })));
        if (paid) await buyer.funds(each, escrow);
      }
      const path = `/v1/escrows/${reference}/${action}`;
      return {
        reference,
        send: (as, options) => as.api.request({ ...options, method: 'POST', path, ...(body && { body }) }),
      };
    },
  };
});
