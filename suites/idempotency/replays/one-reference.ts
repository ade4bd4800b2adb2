import {
  Blocked,
  type Capability,
  type CheckContext,
  type Created,
  checks,
  created,
  type Exchange,
  type Merchant,
  shared,
  summary,
} from '../../../lib/interface/index.ts';
import { unlessOneForAll } from '../../support/alike/groups.ts';
import {
  expectSameAnswer,
  type Repeatable,
  repeatableCheckout,
  repeatableEscrow,
  repeatablePayout,
  repeatableRefund,
} from '../support.ts';

// "The original response is replayed": that of the request with this key, whatever else has its reference. Whether a refund, a payout or an
// escrow may have the reference of something else is not shown.

type Id = `idempotency.${Created['kind'] | 'escrow-cancel'}-replay`;

interface Pair {
  readonly first: Exchange;
  readonly again: Exchange;
}

interface Life {
  readonly what: string;
  readonly needs: readonly Capability[];
  readonly ids: readonly Id[];
  /** The answers to the requests of each requirement. */
  told(context: CheckContext): Promise<ReadonlyMap<Id, readonly Pair[]>>;
}

const idOf = (kind: Created['kind']): Id => `idempotency.${kind}-replay`;

/** Each request again, once all have been made, in the same order. */
async function repeated(sent: readonly { id: Id; first: Exchange; send: () => Promise<Exchange> }[]) {
  const pairs = new Map<Id, Pair[]>();
  for (const { id, first, send } of sent) pairs.set(id, [...(pairs.get(id) ?? []), { first, again: await send() }]);
  return pairs;
}

/** One merchant's objects of all kinds, in this order. The refund is of the checkout of that reference, if it is there by then. */
const ofAllKinds = (kinds: readonly Created['kind'][]): Life => ({
  what: `${kinds.join(', ')} of one merchant`,
  needs: ['buyer'],
  ids: [...kinds.map(idOf), 'idempotency.escrow-cancel-replay'],
  async told(context) {
    const { merchant, buyer, data } = context;
    const fields = { reference: data.reference('one') };
    const sent: { id: Id; first: Exchange; send: () => Promise<Exchange> }[] = [];
    let paid: Created | undefined;
    const repeatable = async (kind: Created['kind']): Promise<Repeatable> => {
      if (kind === 'checkout') return repeatableCheckout(context, undefined, fields);
      if (kind === 'refund') return repeatableRefund(context, paid ?? (await buyer.paid(merchant)), fields);
      return kind === 'payout' ? repeatablePayout(context, fields) : repeatableEscrow(context, fields);
    };
    for (const kind of kinds) {
      const send = await repeatable(kind);
      const first = await unlessOneForAll(send());
      sent.push({ id: idOf(kind), first, send: () => send() });
      const made = created(kind, first);
      if (kind === 'checkout') paid = await buyer.pays(merchant, made);
    }
    const idempotencyKey = data.reference('key');
    const cancel = () => merchant.api.cancelEscrow(fields.reference, { idempotencyKey });
    const first = await cancel();
    if (first.status !== 200) throw new Blocked(`the escrow should have been cancelled: ${summary(first)}`);
    return await repeated([...sent, { id: 'idempotency.escrow-cancel-replay', first, send: cancel }]);
  },
});

/** Objects of one kind of two merchants, made with one key. */
const ofTwo = (
  kind: 'checkout' | 'payout' | 'escrow',
  words: string,
  need: Capability,
  other: (context: CheckContext) => Merchant,
): Life => ({
  what: `${kind}s of two merchants${words}, with one key`,
  needs: [need],
  ids: [idOf(kind)],
  async told(context) {
    const [reference, idempotencyKey] = [context.data.reference('one'), context.data.reference('key')];
    const sent = [];
    for (const [at, as] of [context.merchant, other(context)].entries()) {
      const fields = { reference, amount: 10_000 + at };
      const send = () => {
        if (kind === 'checkout') return as.createCheckout({ ...fields, customer }, { idempotencyKey });
        if (kind === 'payout') return as.createPayout({ ...fields, recipient }, { idempotencyKey });
        return as.createEscrow(fields, { idempotencyKey });
      };
      const first = await unlessOneForAll(send());
      created(kind, first);
      sent.push({ id: idOf(kind), first, send });
    }
    return await repeated(sent);
  },
});

const customer = { email: 'ada@example.com' };
const recipient = { accountName: 'Ada Obi' };
const another = ({ other }: CheckContext) => other;

const rows = [
  ofAllKinds(['checkout', 'refund', 'payout', 'escrow']),
  ofAllKinds(['escrow', 'payout', 'refund', 'checkout']),
  ofTwo('checkout', '', 'other-merchant', another),
  ofTwo('checkout', ', the second in live', 'live', ({ live }) => live),
  ofTwo('payout', '', 'other-merchant', another),
  ofTwo('escrow', '', 'other-merchant', another),
].flatMap((life) => {
  const told = shared(`one reference for ${life.what}, sent again`, life.needs, life.told);
  return life.ids.map((id) => ({ ...life, id, told }));
});

checks(
  ({ id }) => id,
  rows,
  ({ what }) => `one reference for ${what}: each is sent again and answered as at first`,
  async (context, { id, told }) => {
    for (const { first, again } of (await told(context)).get(id) ?? []) expectSameAnswer(again, first);
  },
  ({ needs }) => ({ needs, drawn: 2 }),
);
