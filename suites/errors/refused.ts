import {
  Blocked,
  type Capability,
  type CheckContext,
  type Exchange,
  type RequirementId,
  raw,
  unknownBank,
} from '../../lib/interface/index.ts';

/** A request that is refused. `status`: null if the interface shows none. */
export interface Refused {
  readonly id: RequirementId;
  readonly status: number | null;
  readonly words: string;
  readonly needs?: readonly Capability[];
  send(context: CheckContext): Promise<Exchange>;
}

type Id = 'error.shape-of-400' | 'error.shape-of-404' | 'error.shape-of-409' | 'error.shape-of-422';

function of(
  status: 400 | 404 | 409 | 422,
  words: string,
  send: Refused['send'],
  needs: Refused['needs'] = [],
): Refused {
  return { id: `error.shape-of-${status}` satisfies Id, status, words, send, needs };
}

function other(words: string, send: Refused['send'], needs: Refused['needs'] = []): Refused {
  return { id: 'error.shape-of-others', status: null, words, send, needs };
}

const nil = ({ data }: CheckContext) => data.reference('nil');

export const refused: readonly Refused[] = [
  of(400, 'an amount too small', ({ merchant }) => merchant.createCheckout({ amount: 99 })),
  of(400, 'a payout to 9 digits', ({ merchant }) =>
    merchant.createPayout({ recipient: { accountNumber: '012345678' } }),
  ),
  of(400, 'an escrow of 9,999 kobo', ({ merchant }) => merchant.createEscrow({ amount: 9_999 })),
  of(
    400,
    'a refund without an amount',
    async ({ merchant, buyer }) =>
      merchant.createRefund({ paymentReference: (await buyer.paid(merchant)).reference, amount: undefined }),
    ['buyer'],
  ),
  ...(['checkout', 'refund', 'payout', 'escrow'] as const).map((kind) =>
    of(404, `GET of an unknown ${kind}`, (context) => context.merchant.get({ kind, reference: nil(context) })),
  ),
  of(404, 'a refund of an unknown payment', (context) =>
    context.merchant.createRefund({ paymentReference: nil(context) }),
  ),
  of(409, 'a second checkout of one reference', async ({ merchant }) =>
    merchant.createCheckout({ reference: (await merchant.checkout()).reference }),
  ),
  of(409, 'a second payout of one reference', async ({ merchant }) =>
    merchant.createPayout({ reference: (await merchant.payout()).reference }),
  ),
  of(409, 'a second escrow of one reference', async ({ merchant }) =>
    merchant.createEscrow({ reference: (await merchant.escrow()).reference }),
  ),
  of(409, 'a refund of what is not paid', async ({ merchant }) =>
    merchant.createRefund({ paymentReference: (await merchant.checkout()).reference }),
  ),
  of(409, 'a key that is used again', async ({ merchant, data }) => {
    const idempotencyKey = data.reference('key');
    await merchant.createPayout({}, { idempotencyKey });
    return await merchant.createPayout({}, { idempotencyKey });
  }),
  of(
    409,
    'a refund, whose first one was accepted, once more',
    async ({ merchant, buyer }) => {
      const payment = await buyer.paid(merchant);
      const { reference } = await merchant.refund(payment, { amount: 1_001 });
      return await merchant.createRefund({ reference, paymentReference: payment.reference, amount: 1_002 });
    },
    ['buyer'],
  ),
  ...(['createCheckout', 'createEscrow'] as const).map((creates) =>
    of(409, `a key that is used again, ${creates}`, async ({ merchant, data }) => {
      const idempotencyKey = data.reference('key');
      await merchant[creates]({}, { idempotencyKey });
      return await merchant[creates]({}, { idempotencyKey });
    }),
  ),
  of(
    409,
    'a create that is still being processed',
    async ({ merchant, console, data }) => {
      const [reference, idempotencyKey] = [data.reference('chk'), data.reference('key')];
      const create = () =>
        merchant.createCheckout({ reference, customer: { email: 'ada@example.com' } }, { idempotencyKey, ...raw });
      await console.delayProcessing(merchant, 1_500);
      const answers = await Promise.all([create(), create(), create()]);
      await console.delayProcessing(merchant, 0);
      const refusal = answers.find(({ status }) => status !== 201);
      if (refusal === undefined) throw new Blocked('none of three at once was refused');
      return refusal;
    },
    ['processing-delay'],
  ),
  of(
    409,
    'a refund of what has failed',
    async ({ merchant, buyer }) => {
      const { reference } = await buyer.fails(merchant, await merchant.checkout());
      return await merchant.createRefund({ paymentReference: reference });
    },
    ['buyer', 'payment-failure'],
  ),
  of(422, 'a live payout above the balance', ({ live }) => live.createPayout({ amount: 1_999_999_999 }), ['live']),
  of(422, 'an unknown bank', ({ merchant }) => merchant.createPayout({ recipient: { bankName: unknownBank } })),
  of(
    422,
    'a refund of more than was paid',
    async ({ merchant, buyer }) => {
      const { reference, amount } = await buyer.paid(merchant);
      return await merchant.createRefund({ paymentReference: reference, amount: amount + 1 });
    },
    ['buyer'],
  ),
  of(
    422,
    'a live escrow for an unknown wallet',
    ({ live, data }) => live.createEscrow({ seller: { walletId: data.walletId() } }),
    ['live'],
  ),
  other(
    'the balance of a wallet that is not linked',
    ({ merchant, wallets }) => wallets.withLinkable(0, ({ walletId }) => merchant.api.getWalletBalance(walletId)),
    ['sandbox-wallet'],
  ),
  other(
    'cancelling a paid escrow',
    async ({ merchant, buyer }) => merchant.api.cancelEscrow((await buyer.funded(merchant)).reference),
    ['escrow-buyer'],
  ),
  ...(['release', 'refund', 'cancel'] as const).map((action) =>
    other(`${action} of an unknown escrow`, (context) =>
      context.merchant.api.request({ method: 'POST', path: `/v1/escrows/${nil(context)}/${action}`, body: {} }),
    ),
  ),
  other('GET of an unknown wallet link', (context) => context.merchant.api.getWalletLink(nil(context))),
  other('DELETE of an unknown wallet link', (context) => context.merchant.api.deleteWalletLink(nil(context))),
  ...(['approve', 'reject'] as const).map((decision) =>
    other(`${decision} of an unknown wallet link`, (context) =>
      context.merchant.api.request({ method: 'POST', path: `/v1/sandbox/wallet-links/${nil(context)}/${decision}` }),
    ),
  ),
  other(
    'a wallet link that expires after 4 minutes',
    ({ merchant, wallets }) =>
      wallets.withLinkable(1, (wallet) => wallets.createLink(merchant, wallet, { expiresInMinutes: 4 })),
    ['sandbox-wallet'],
  ),
  ...(['checkout', 'payout', 'escrow'] as const).flatMap((kind) => [
    of(400, `a ${kind} whose body is cut off`, ({ merchant }) =>
      merchant.api.request({ method: 'POST', path: `/v1/${kind}s`, rawBody: '{"reference": ' }),
    ),
    of(400, `a ${kind} in another currency`, ({ merchant }) => creates(merchant)[kind]({ currency: 'USD' })),
    of(400, `a ${kind} without a reference`, ({ merchant }) => creates(merchant)[kind]({ reference: undefined })),
  ]),
];

const creates = (merchant: CheckContext['merchant']) =>
  ({
    checkout: (fields: object) => merchant.createCheckout({ ...fields }),
    payout: (fields: object) => merchant.createPayout({ ...fields }),
    escrow: (fields: object) => merchant.createEscrow({ ...fields }),
  }) as const;
