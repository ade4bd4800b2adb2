/** Escrows, where the state table leaves room. */
import { addedTransition, event, guard, transition } from '../../mutants/change.ts';
import { all, type Change } from '../../mutants/mutant.ts';
import { Refusal } from '../../reference/engine/refusal.ts';
import type { Escrow } from '../../reference/rules/records.ts';
import { does } from '../changes.ts';
import { type PermittedVariant, reading } from '../permitted-variant.ts';

export const escrows: readonly PermittedVariant[] = [
  reading(
    {
      name: 'disputed-escrows-released',
      what: 'a disputed escrow may be released, by the merchant and by the buyer',
      touches: ['escrows', 'webhooks'],
      decides: ['escrow.release-while-disputed'],
    },
    addedTransition('escrow', { from: 'disputed', on: 'release', to: 'released', sends: 'escrow.released' }),
  ),
  reading(
    {
      name: 'partial-refunds-release-the-rest',
      oneOf: 'partial refunds',
      what: 'a partial refund of an escrow also sends escrow.released for the rest',
      touches: ['escrows', 'webhooks', 'idempotency'],
      decides: ['escrow.partial-refund-fee'],
    },
    (rules) => ({
      ...rules,
      events: {
        ...rules.events,
        'escrow.refunded': {
          ...rules.events['escrow.refunded'],
          followedBy: (record) => (rest(record as Escrow) > 0 ? 'escrow.released' : null),
        },
      },
    }),
    event('escrow.released', (carried, record) => {
      const escrow = record as unknown as Escrow;
      return escrow.status === 'refunded' ? { ...carried, amountMinor: rest(escrow) } : carried;
    }),
  ),
  reading(
    {
      name: 'partial-refunds-take-the-fee',
      oneOf: 'partial refunds',
      what: 'a partial refund of an escrow takes the fee from what the seller gets',
      touches: ['escrows', 'wallet-links'],
      decides: ['escrow.partial-refund-fee'],
    },
    (rules) => ({
      ...rules,
      moves: [
        ...rules.moves,
        { entering: 'refunded', what: feeOfRest, from: 'seller.available', to: 'feeWallet.available' },
      ],
    }),
  ),
  reading(
    {
      name: 'escrow-actions-repeatable',
      what: 'an action whose state is reached already is answered 200 with the escrow as it is',
      touches: ['escrows', 'webhooks', 'idempotency'],
    },
    ...(
      [
        ['releaseEscrow', 'released'],
        ['refundEscrow', 'refunded'],
        ['cancelEscrow', 'cancelled'],
      ] as const
    ).map(([name, reached]) => does(name, (asked, own) => (asked.record?.status === reached ? asked.record : own()))),
  ),
  reading(
    {
      name: 'escrow-refunds-in-more-states',
      oneOf: 'escrow money',
      what: 'a refund of an unpaid escrow cancels it, and a released one may be refunded from what the seller has',
      touches: ['escrows', 'webhooks'],
      decides: ['escrow.refund-in-other-states'],
    },
    addedTransition('escrow', { from: 'pending_payment', on: 'refund', to: 'cancelled', sends: 'escrow.cancelled' }),
    addedTransition('escrow', {
      from: 'released',
      on: 'refund',
      to: 'refunded',
      sends: 'escrow.refunded',
      also: (escrow: Escrow, _: string, { amount }: { amount?: number | null }) => {
        escrow.refundedAmount = amount ?? escrow.amount;
        const seller = escrow.merchant.environment.wallets.get(escrow.sellerWalletId);
        if (!seller) return;
        seller.availableMinor -= escrow.amount;
        seller.heldMinor += escrow.amount;
      },
    } as Parameters<typeof addedTransition>[1]),
  ),
  reading(
    {
      name: 'escrow-refunds-above-the-amount-400',
      oneOf: 'escrow money',
      what: 'an escrow refund of more than the amount is refused with 400',
      touches: ['escrows', 'webhooks'],
      decides: ['escrow.refund-above-amount'],
    },
    guard('escrow.refund-above-amount', { status: 400, code: 'invalid_request' }),
  ),
  reading(
    {
      name: 'escrow-refunds-capped',
      oneOf: 'escrow money',
      what: 'an escrow refund of more than the amount is a full one, and one of 0 gives the seller all',
      touches: ['escrows', 'webhooks'],
      decides: ['escrow.refund-above-amount'],
    },
    guard('escrow.refund-above-amount', { refuses: () => false }),
    (rules) => ({
      ...rules,
      forms: {
        ...rules.forms,
        escrowRefund: rules.forms.escrowRefund.map((row) => (row.field === 'amount' ? { ...row, min: 0 } : row)),
      },
    }),
    transition('escrow', 'refund', {
      also: ((escrow: Escrow, _: string, { amount, reason }: { amount?: number | null; reason?: string | null }) => {
        escrow.refundedAmount = Math.min(amount ?? escrow.amount, escrow.amount);
        escrow.refundReason = reason ?? null;
      }) as never,
    }),
  ),
  ...([400, 403, 409] as const).map((status) =>
    reading(
      {
        name: `wallet-not-linked-${status}`,
        oneOf: 'wallet_not_linked',
        what: `a seller wallet that is not linked is refused with ${status}`,
        touches: ['escrows'],
        decides: ['escrow.wallet-not-linked-status'],
      },
      guard('escrow.seller-not-linked', { status }),
    ),
  ),
  reading(
    {
      name: 'held-money-not-shown',
      oneOf: 'escrow money',
      what: 'money in escrow is not held in the seller wallet: it comes there at release',
      touches: ['escrows', 'wallet-links', 'webhooks'],
    },
    moneyOutside(),
  ),
  reading(
    {
      name: 'escrow-events-rich',
      what: 'escrow events tell of seller, fee and payer; a cancelled one has no amount, a released one its net share as well',
      touches: ['webhooks', 'escrows'],
      decides: ['webhook.escrow-event-fields'],
    },
    ...(['escrow.funded', 'escrow.disputed', 'escrow.released', 'escrow.refunded'] as const).map((name) =>
      event(name, (carried, { sellerWalletId, feeAmount, paidBy, amount }) => ({
        status: name,
        sellerWalletId,
        buyer: { email: paidBy },
        feeMinor: feeAmount ?? 0,
        netMinor: Number(amount) - Number(feeAmount ?? 0),
        ...carried,
      })),
    ),
    event('escrow.cancelled', (carried) => ({ ...carried, amountMinor: 0, status: 'cancelled' })),
  ),
  reading(
    {
      name: 'escrow-actions-without-fields',
      what: 'release and cancel refuse a body that has fields',
      touches: ['escrows', 'idempotency'],
    },
    ...(['releaseEscrow', 'cancelEscrow'] as const).map((name) =>
      does(name, (asked, own) => {
        if (Object.keys(asked.body.value).length === 0) return own();
        throw new Refusal({ status: 400, code: 'invalid_request' }, 'no fields are expected');
      }),
    ),
  ),
  ...(
    [
      ['after-90-seconds', 90],
      ['after-45-minutes', 2_700],
    ] as const
  ).map(([name, seconds]) =>
    reading(
      {
        name: `sellers-paid-${name}`,
        oneOf: 'escrow money',
        what: `what is released, or left by a partial refund, is there to be spent ${name.replaceAll('-', ' ')}; until then it is held`,
        touches: ['escrows', 'idempotency'],
      },
      paidLater(seconds),
    ),
  ),
  reading(
    {
      name: 'fee-wallets-of-the-merchant-alone',
      what: "a feeWalletId that is not the merchant's own wallet is refused with 403, and none that control makes is",
      touches: ['escrows', 'webhooks', 'accounts', 'wallet-links', 'errors'],
    },
    does('createEscrow', (asked, own) => {
      if (asked.body.text('feeWalletId') === null) return own();
      throw new Refusal({ status: 403, code: 'not_your_wallet' }, 'the commission goes to a wallet of your own');
    }),
  ),
];

/** What goes to the seller's side, by a release or by a partial refund, moves this many seconds later. */
function paidLater(seconds: number): Change {
  const done = new WeakSet<Escrow>();
  const paysOut = (escrow: Escrow) => {
    if (done.has(escrow)) return;
    done.add(escrow);
    const { wallets } = escrow.merchant.environment;
    const isReleased = escrow.status === 'released';
    const [share, fee] = isReleased ? [escrow.amount, escrow.feeAmount ?? 0] : [rest(escrow), 0];
    const seller = wallets.get(escrow.sellerWalletId);
    const ours = escrow.feeWalletId === null ? undefined : wallets.get(escrow.feeWalletId);
    if (seller) {
      seller.heldMinor -= share;
      seller.availableMinor += share - fee;
    }
    if (ours) ours.availableMinor += fee;
  };
  const ends = ['released', 'refunded'] as const;
  const paidOut = ends.map((end) =>
    addedTransition('escrow', {
      ...{ from: end, on: 'paid out', to: end, sends: null },
      also: paysOut,
    } as Parameters<typeof addedTransition>[1]),
  );
  return all(...paidOut, (rules) => ({
    ...rules,
    moves: rules.moves.filter(({ entering, what }) => entering !== 'released' && what !== 'amount less refund'),
    timers: [
      ...rules.timers,
      ...ends.map((end) => ({
        ...{ kind: 'escrow' as const, in: end, after: seconds },
        on: (escrow: Escrow) => (done.has(escrow) ? '' : 'paid out'),
      })),
    ],
  }));
}

function rest({ amount, refundedAmount }: Escrow): number {
  return amount - (refundedAmount ?? amount);
}

function feeOfRest(escrow: Escrow): number {
  return Math.min(escrow.feeAmount ?? 0, rest(escrow));
}

/** Moves bypass the seller's held balance. */
function moneyOutside(): Change {
  return (rules) => ({
    ...rules,
    moves: rules.moves.map((each) => ({
      ...each,
      from: each.from === 'seller.held' ? 'outside' : each.from,
      to: each.to === 'seller.held' ? 'outside' : each.to,
    })),
  });
}
