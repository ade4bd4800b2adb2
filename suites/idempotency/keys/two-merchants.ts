import {
  Blocked,
  type CheckContext,
  checks,
  created,
  expect,
  header,
  type Merchant,
  NotExercised,
  of,
  part,
  summary,
} from '../../../lib/interface/index.ts';

// A key belongs to its merchant: with the same key another merchant creates its own objects and acts on its own.

const kinds = ['payout', 'escrow', 'checkout', 'refund'] as const;

checks(
  'idempotency.keys-are-per-merchant',
  (['another reference', 'the same reference'] as const).flatMap((which) => kinds.map((kind) => ({ kind, which }))),
  ({ kind, which }) => `another merchant uses the key of a ${kind} create for one of its own, with ${which}`,
  async ({ merchant, other, buyer, data }, { kind, which }) => {
    const idempotencyKey = data.reference('key');
    const create = async (as: typeof merchant, reference: string) => {
      if (kind === 'refund') {
        const { reference: paymentReference } = await buyer.paid(as);
        return await as.createRefund({ reference, paymentReference }, { idempotencyKey });
      }
      if (kind === 'escrow') return as.createEscrow({ reference }, { idempotencyKey });
      return kind === 'payout'
        ? as.createPayout({ reference }, { idempotencyKey })
        : as.createCheckout({ reference }, { idempotencyKey });
    };
    const reference = data.reference('one');
    const first = await create(merchant, reference);
    if (first.status !== 201) throw new Blocked(`the ${kind} should have been created: ${summary(first)}`);

    const own = await create(other, which === 'the same reference' ? reference : data.reference('two'));

    // Whether references of other kinds than checkouts are unique per merchant or for all merchants is not shown.
    if (which === 'the same reference' && kind !== 'checkout' && own.status === 409)
      throw new NotExercised(ONE_FOR_ALL);
    expect(own).toHaveStatus(201);
    expect(header(own, 'idempotent-replayed')).not.toBe('true');
    expect(of(own, 'id')).not.toBe(part(first, 'json', 'id'));
  },
  ({ kind }) => ({ needs: kind === 'refund' ? ['buyer'] : [], drawn: 0.7 }),
);

const ONE_FOR_ALL = 'two merchants cannot have one reference here';

const actions = [
  { action: 'release', becomes: 'released' },
  { action: 'refund', becomes: 'refunded' },
  { action: 'cancel', becomes: 'cancelled' },
] as const;

checks(
  'idempotency.keys-are-per-merchant',
  actions,
  ({ action }) => `another merchant uses the key of a ${action} for the ${action} of an escrow with the same reference`,
  async (context, { action, becomes }) => {
    const { merchant, other, data } = context;
    const [reference, idempotencyKey] = [data.reference('esc'), data.reference('key')];
    for (const each of [merchant, other]) await escrowOf(context, each, reference, action !== 'cancel');
    const act = ({ api }: Merchant) => {
      const body = action === 'refund' ? {} : undefined;
      return api.request({ method: 'POST', path: `/v1/escrows/${reference}/${action}`, idempotencyKey, body });
    };
    const first = await act(merchant);
    if (first.status !== 200) throw new Blocked(`the escrow should have taken ${action}: ${summary(first)}`);

    const own = await act(other);

    expect(own).toHaveStatus(200);
    expect(header(own, 'idempotent-replayed')).not.toBe('true');
    expect(await other.get({ kind: 'escrow', reference })).toHaveField('status', becomes);
  },
  ({ action }) => ({ needs: action === 'cancel' ? [] : ['escrow-buyer'] }),
);

/** A step. Whether two merchants may have escrows with the same reference is not shown. */
async function escrowOf({ buyer }: CheckContext, merchant: Merchant, reference: string, paid: boolean): Promise<void> {
  const answer = await merchant.createEscrow({ reference });
  if (answer.status === 409) throw new NotExercised(ONE_FOR_ALL);
  const escrow = created('escrow', answer);
  if (paid) await buyer.funds(merchant, escrow);
}
