import {
  Blocked,
  type Capability,
  type CheckContext,
  type Created,
  checks,
  type Exchange,
  expect,
  movingLiveMoney,
  NotExercised,
  of,
  summary,
} from '../../../lib/interface/index.ts';
import {
  type Repeatable,
  repeatableCheckout,
  repeatableEscrow,
  repeatablePayout,
  repeatableRefund,
} from '../support.ts';

// What is refused for what there is, and not for its form, is refused again under its key: the repetition does not go on behind what refused it.

interface Ready {
  send(): Promise<Exchange>;
  /** Expects that nothing of it came about. */
  after(): Promise<void>;
}

interface Row {
  readonly what: string;
  readonly needs: readonly Capability[];
  readonly ready: (context: CheckContext) => Promise<Ready>;
}

type Side = 'merchant' | 'live';

function creates(
  what: string,
  kind: Created['kind'],
  needs: readonly Capability[],
  repeatable: (context: CheckContext, reference: string) => Promise<Repeatable>,
  side: Side = 'merchant',
): Row {
  return {
    what,
    needs,
    async ready(context) {
      const reference = context.data.reference('ref');
      return {
        send: await repeatable(context, reference),
        after: async () => expect(await context[side].get({ kind, reference })).toHaveStatus(404),
      };
    },
  };
}

/** A second create under a reference: the first one's amount stays. */
function again(kind: 'checkout' | 'payout' | 'escrow', repeatable: typeof repeatableCheckout): Row {
  return {
    what: `a ${kind} whose reference is used`,
    needs: [],
    async ready(context) {
      const { merchant, data } = context;
      const first = await merchant[kind]({ amount: 30_003 });
      const send = repeatable({ merchant, data }, data.reference('key'), {
        reference: first.reference,
        amount: 40_004,
      });
      return {
        send,
        // The amount of an escrow stands in its record under a name that is not shown.
        async after() {
          const record = await merchant.get(first);
          if (kind === 'escrow') expect(record).toHaveField('status', 'pending_payment');
          else expect(record).toHaveField('amount', 30_003);
        },
      };
    },
  };
}

const rows: readonly Row[] = [
  creates(
    'a live payout above the balance',
    'payout',
    ['live'],
    async ({ live, data }, reference) =>
      repeatablePayout({ merchant: live, data }, { reference, amount: 2_000_000_000 }),
    'live',
  ),
  creates(
    'a live escrow for a wallet that nobody has',
    'escrow',
    ['live'],
    async ({ live, data }, reference) =>
      repeatableEscrow({ merchant: live, data }, { reference, seller: { walletId: data.walletId() } }),
    'live',
  ),
  creates('a refund of more than was paid', 'refund', ['buyer'], async (context, reference) => {
    const payment = await context.buyer.paid(context.merchant, { amount: 5_003 });
    return repeatableRefund(context, payment, { reference, amount: 5_004 });
  }),
  creates('a refund of what is not paid', 'refund', [], async (context, reference) =>
    repeatableRefund(context, await context.merchant.checkout({ amount: 5_003 }), { reference }),
  ),
  again('checkout', repeatableCheckout),
  again('payout', (context, _key, fields) => repeatablePayout(context, fields)),
  again('escrow', (context, _key, fields) => repeatableEscrow(context, fields)),
  {
    what: 'the cancellation of an escrow that is paid',
    needs: ['escrow-buyer'],
    async ready({ merchant, buyer, data }) {
      const escrow = await buyer.funded(merchant);
      const idempotencyKey = data.reference('key');
      return {
        send: () => merchant.api.cancelEscrow(escrow.reference, { idempotencyKey }),
        after: async () => expect(await merchant.get(escrow)).toHaveField('status', 'funded'),
      };
    },
  },
];

checks(
  'idempotency.refused-stays-refused',
  rows,
  ({ what }) => `${what}, sent four times under one key, is refused each time, and does nothing`,
  async (context, { what, needs, ready }) => {
    const sentFourTimes = async () => {
      const { send, after } = await ready(context);
      const first = await send();
      if (first.status === 201 && what.includes('balance')) throw new NotExercised('the live balance suffices for it');
      if (first.status < 400 || first.status >= 500)
        throw new Blocked(`it should have been refused: ${summary(first)}`);

      for (const turn of ['second', 'third', 'fourth'])
        expect(of(await send(), 'error.code'), `${turn} answer`).toBe(of(first, 'error.code').value);
      await after();
    };
    if (needs.includes('live')) await movingLiveMoney(context, sentFourTimes);
    else await sentFourTimes();
  },
  ({ needs }) => ({ needs, drawn: 2 }),
);
