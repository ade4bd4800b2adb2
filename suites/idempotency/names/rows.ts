import {
  Blocked,
  type Capability,
  type CheckContext,
  created,
  type Exchange,
  field,
  summary,
} from '../../../lib/interface/index.ts';
import { acts, type Kind, maker, needsOf, type Row } from './makers.ts';

/** What is done to it under other keys, once it was made. */
const later: Readonly<Record<string, { kind: Kind; needs: readonly Capability[]; act: Act }>> = {
  'is released': escrowAct('release'),
  'is refunded by its merchant': escrowAct('refund'),
  'is cancelled': escrowAct('cancel'),
  'is paid and refunded in part': {
    kind: 'checkout',
    needs: ['buyer'],
    async act(context, made) {
      const payment = await context.buyer.pays(context.merchant, created('checkout', made));
      return [await context.merchant.createRefund({ paymentReference: payment.reference, amount: 1_009 })];
    },
  },
  settles: { kind: 'payout', needs: [], act: settles('payout') },
  'settles, its money back': { kind: 'refund', needs: ['buyer'], act: settles('refund') },
  'is approved and ended': {
    kind: 'link',
    needs: ['wallets'],
    async act({ merchant }, made) {
      const linkId = String(field(made.json, 'linkId'));
      return [await merchant.api.approveWalletLink(linkId), await merchant.api.deleteWalletLink(linkId)];
    },
  },
  'is rejected': {
    kind: 'link',
    needs: ['wallets'],
    act: async ({ merchant }, made) => [await merchant.api.rejectWalletLink(String(field(made.json, 'linkId')))],
  },
};

type Act = (context: CheckContext, made: Exchange) => Promise<readonly Exchange[]>;

function escrowAct(action: 'release' | 'refund' | 'cancel') {
  return {
    kind: 'escrow' as const,
    needs: action === 'cancel' ? [] : (['escrow-buyer'] as const),
    act: async (context: CheckContext, made: Exchange) => {
      const escrow = created('escrow', made);
      if (action !== 'cancel') await context.buyer.funds(context.merchant, escrow);
      return [await acts(context, escrow.reference, action)];
    },
  };
}

function settles(kind: 'payout' | 'refund'): Act {
  return async ({ merchant }, made) => [await merchant.becomes(created(kind, made), 'succeeded')];
}

const ownName = Object.entries(later).map(
  ([what, { kind, needs, act }]): Row => ({
    what: `the create of a ${kind} under its own name, which then ${what}`,
    needs,
    replay: kind === 'link' ? null : `idempotency.${kind}-replay`,
    async send(context) {
      const reference = context.data.reference('own');
      const send = await maker(context, kind, reference);
      const [first, again] = [await send(reference), await send(reference)];
      return { first, again, others: first.status < 300 ? await act(context, first) : [] };
    },
  }),
);

/** An action, or a refund, under the name of what it is about, which was made under another key. */
const named = (
  [
    ['release', 'reference'],
    ['refund', 'reference'],
    ['cancel', 'reference'],
    ['cancel', 'id'],
    ['release', 'id'],
    ['release', 'event'],
  ] as const
).map(
  ([action, name]): Row => ({
    what: `the ${action} of an escrow under ${name === 'event' ? 'the id of the event of its payment' : `its ${name}`}`,
    needs: [
      ...(action === 'cancel' ? [] : ['escrow-buyer' as const]),
      ...(name === 'event' ? ['webhooks' as const] : []),
    ],
    replay: `idempotency.escrow-${action}-replay`,
    async send(context) {
      const { merchant, buyer } = context;
      const escrow = await merchant.escrow({ amount: 50_000 });
      if (action !== 'cancel') await buyer.funds(merchant, escrow);
      const event =
        name === 'event' ? (await merchant.webhooks.given('escrow.funded', escrow.reference)).payload.id : undefined;
      const key = String({ reference: escrow.reference, id: escrow.id, event }[name]);
      const send = () => acts(context, escrow.reference, action, key);
      return { first: await send(), again: await send(), others: [] };
    },
  }),
);

const refunds = (['reference', 'id', 'merchant'] as const).map(
  (name): Row => ({
    what: `a refund under ${name === 'merchant' ? 'the id of its merchant' : `the ${name} of its checkout`}`,
    needs: ['buyer', 'own-merchant'],
    replay: 'idempotency.refund-replay',
    async send(context) {
      const { merchant, buyer, data } = context;
      const payment = await buyer.paid(merchant, { amount: 5_003 });
      const { merchantId } = await merchant.present();
      const key = String({ reference: payment.reference, id: payment.id, merchant: merchantId }[name]);
      const send = await maker(context, 'refund', data.reference('rfd'), payment);
      return { first: await send(key), again: await send(key), others: [] };
    },
  }),
);

/** The name of one is the key of the next, or the key of one the name of the next. */
const ring: readonly (readonly [Kind, Kind])[] = [
  ['escrow', 'checkout'],
  ['checkout', 'payout'],
  ['payout', 'refund'],
  ['refund', 'link'],
  ['link', 'escrow'],
  ['checkout', 'refund'],
];
const neighbours = ring.flatMap(([one, next]) =>
  (['name', 'key'] as const).map(
    (which): Row => ({
      what:
        which === 'name'
          ? `the create of a ${next} under the name of a ${one}`
          : `the create of a ${next} whose name was the key of a ${one}`,
      needs: [...needsOf[one], ...needsOf[next]],
      replay: next === 'link' ? null : `idempotency.${next}-replay`,
      async send(context) {
        const { data } = context;
        const [name, key] = [data.reference('one'), data.reference('key')];
        const before = await (await maker(context, one, name))(key);
        if (before.status !== 201) throw new Blocked(`a ${one} should have been created: ${summary(before)}`);
        const send = await maker(context, next, which === 'key' ? key : data.reference('two'));
        const own = which === 'key' ? data.reference('own') : name;
        return { first: await send(own), again: await send(own), others: [] };
      },
    }),
  ),
);

export const keysWithOtherNames: readonly Row[] = [...ownName, ...named, ...refunds, ...neighbours];
