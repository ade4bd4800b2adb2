import type {
  CallOptions,
  Capability,
  CheckContext,
  Created,
  Exchange,
  Merchant,
} from '../../../lib/interface/index.ts';
import { keyOf } from '../support.ts';

// Pairs of requests that are under way at one time under two keys, and what they have in common.

type Send = (options: CallOptions) => Promise<Exchange>;

export interface Pair {
  readonly what: string;
  readonly needs: readonly Capability[];
  /** Where it is not shown that the statuses are exactly these, null: any success. */
  readonly status: 200 | 201 | null;
  /** Both have one reference. */
  readonly oneReference?: true;
  /** Their keys; by default two that have nothing in common. */
  keys?(key: string): readonly [string, string];
  /** A step: prepares both requests. */
  ready(context: CheckContext): Promise<readonly [Send, Send]>;
}

const acts: readonly { what: string; action: string; body?: object }[] = [
  { what: 'release', action: 'release' },
  { what: 'refund in full', action: 'refund', body: {} },
  { what: 'refund of the same part', action: 'refund', body: { amount: 20_011 } },
  { what: 'cancel', action: 'cancel' },
];

function acting({ api }: Merchant, { reference }: Created, action: string, body?: object): Send {
  const path = `/v1/escrows/${reference}/${action}`;
  return (options) => api.request({ ...options, method: 'POST', path, ...(body && { body: { ...body } }) });
}

const actions: readonly Pair[] = acts.map(({ what, action, body }) => ({
  what: `the ${what} of two escrows`,
  needs: action === 'cancel' ? [] : ['escrow-buyer'],
  status: 200,
  async ready({ merchant, buyer }) {
    const make = () => (action === 'cancel' ? merchant.escrow() : buyer.funded(merchant));
    const [one, another] = [await make(), await make()];
    return [acting(merchant, one, action, body), acting(merchant, another, action, body)];
  },
}));

/** Both have no body. */
const decisions: readonly Pair[] = (['approve', 'reject'] as const).map((decision) => ({
  what: `${decision} of two links`,
  needs: ['wallets'],
  status: null,
  async ready({ merchant, wallets }) {
    const [one, another] = [
      await wallets.link(merchant, await wallets.make()),
      await wallets.link(merchant, await wallets.make()),
    ];
    const send =
      ({ linkId }: typeof one): Send =>
      (options) =>
        decision === 'approve'
          ? merchant.api.approveWalletLink(linkId, options)
          : merchant.api.rejectWalletLink(linkId, options);
    return [send(one), send(another)];
  },
}));

const recipient = { accountNumber: '2087654321', accountName: 'Ada Obi' };
const customer = { email: 'ada.obi@example.com' };

/** Alike in all but the reference. */
const creates: readonly Pair[] = [
  pairOf(
    'checkouts',
    ({ merchant }) =>
      (options) =>
        merchant.createCheckout({ customer }, options),
  ),
  pairOf(
    'payouts',
    ({ merchant }) =>
      (options) =>
        merchant.createPayout({ recipient }, options),
  ),
  pairOf('escrows', ({ merchant, data }) => {
    const fields = { seller: { walletId: data.walletId() }, buyer: customer };
    return (options) => merchant.createEscrow(fields, options);
  }),
  {
    ...pairOf('refunds of one checkout', async ({ merchant, buyer }) => {
      const { reference: paymentReference } = await buyer.paid(merchant, { amount: 9_001 });
      return (options) => merchant.createRefund({ paymentReference, amount: 1_001 }, options);
    }),
    needs: ['buyer'],
  },
];

function pairOf(what: string, ready: (context: CheckContext) => Send | Promise<Send>): Pair {
  return {
    what: `two ${what}`,
    needs: [],
    status: 201,
    async ready(context) {
      const send = await ready(context);
      return [send, send];
    },
  };
}

const others: readonly Pair[] = [
  {
    what: 'the release of an escrow and the cancel of another',
    needs: ['escrow-buyer'],
    status: 200,
    ready: async ({ merchant, buyer }) => [
      acting(merchant, await buyer.funded(merchant), 'release'),
      acting(merchant, await merchant.escrow(), 'cancel'),
    ],
  },
  {
    what: 'a checkout and a payout of one reference',
    needs: [],
    status: 201,
    oneReference: true,
    async ready({ merchant, data }) {
      const reference = data.reference('one');
      return [
        (options) => merchant.createCheckout({ reference }, options),
        (options) => merchant.createPayout({ reference }, options),
      ];
    },
  },
  ...(
    [
      ['in the case of a letter', (key) => [`${key}-a`, `${key}-A`]],
      ['in that one goes on', (key) => [key, `${key}0`]],
      ['in the last of 255 characters', (key) => [`${keyOf(254, key)}a`, `${keyOf(254, key)}b`]],
    ] as const satisfies readonly (readonly [string, (key: string) => readonly [string, string]])[]
  ).map(
    ([difference, keys]): Pair => ({
      ...pairOf(
        'payouts',
        ({ merchant }) =>
          (options) =>
            merchant.createPayout({ recipient }, options),
      ),
      what: `two payouts under keys that differ ${difference}`,
      keys,
    }),
  ),
];

export const pairs: readonly Pair[] = [...actions, ...others, ...creates, ...decisions];
