import { event, functions, shows } from '../change.ts';
import { type Change, type Mutant, mutant } from '../mutant.ts';

const amounts: readonly Mutant[] = [
  mutant(
    'webhook.payment-succeeded-amount',
    'payment-event-in-naira',
    'payment.succeeded has the amount in naira',
    event('payment.succeeded', (carried) => ({
      ...carried,
      amountMinor: Math.floor(Number(carried.amountMinor) / 100),
    })),
  ),
  mutant(
    'webhook.payment-succeeded-amount',
    'payment-event-less-commission',
    'payment.succeeded has the amount less 1.5 percent',
    event('payment.succeeded', (carried) => ({
      ...carried,
      amountMinor: Math.round(Number(carried.amountMinor) * 0.985),
    })),
  ),
  mutant(
    'webhook.refund-succeeded-amount',
    'refund-event-with-payments-amount',
    "refund.succeeded has the checkout's amount",
    event('refund.succeeded', (carried, { payment }) => ({
      ...carried,
      amountMinor: (payment as { amount: number } | null)?.amount,
    })),
  ),
  mutant(
    'webhook.refund-succeeded-amount',
    'refund-event-with-running-total',
    "refund.succeeded has the checkout's refundedAmount",
    event('refund.succeeded', (carried, { payment }) => ({
      ...carried,
      amountMinor: (payment as { refundedAmount: number } | null)?.refundedAmount,
    })),
  ),
  mutant(
    'webhook.payout-succeeded-amount',
    'payout-event-negative',
    'payout.succeeded has the amount with a minus',
    event('payout.succeeded', (carried) => ({ ...carried, amountMinor: -Number(carried.amountMinor) })),
  ),
  mutant(
    'webhook.escrow-released-amount',
    'escrow-released-event-after-fee',
    "escrow.released has the seller's share after the fee",
    event('escrow.released', (carried, { feeAmount }) => ({
      ...carried,
      amountMinor: Number(carried.amountMinor) - Number(feeAmount ?? 0),
    })),
  ),
  mutant(
    'webhook.escrow-refunded-amount',
    'escrow-refunded-event-with-whole-amount',
    "escrow.refunded has the escrow's amount after a partial refund",
    event('escrow.refunded', (carried, { amount }) => ({ ...carried, amountMinor: amount })),
  ),
  mutant(
    'webhook.escrow-refunded-amount',
    'escrow-refunded-event-with-remainder',
    'escrow.refunded has what the seller got',
    event('escrow.refunded', (carried, { amount }) => ({
      ...carried,
      amountMinor: Number(amount) - Number(carried.amountMinor),
    })),
  ),
];

const payload: readonly Mutant[] = [
  mutant(
    'webhook.payment-succeeded',
    'payment-event-with-a-number-as-reference',
    'payment.succeeded has a reference of digits as a number',
    event('payment.succeeded', (carried) => ({
      ...carried,
      reference: /^[1-9][0-9]*$/.test(String(carried.reference)) ? Number(carried.reference) : carried.reference,
    })),
  ),
  mutant(
    'webhook.payload-id',
    'event-without-id',
    'events have no id',
    functions(({ payload }) => ({ payload: ({ id: _, ...rest }) => payload(rest) })),
  ),
  mutant(
    'webhook.payload-id',
    'event-id-the-same',
    'all events have the same id',
    functions(() => ({ eventId: () => 'evt_1' })),
  ),
  mutant(
    'webhook.payload-id',
    'event-id-a-number',
    'the id of an event is a number',
    functions(({ payload }) => ({ payload: (body) => payload({ ...body, id: Number(`${Date.now()}`) }) })),
  ),
  mutant(
    'webhook.payload-reference',
    'refund-event-with-payments-reference',
    "refund events have the checkout's reference",
    ...(['refund.succeeded', 'refund.failed'] as const).map((name) =>
      event(name, (carried, { paymentReference }) => ({ ...carried, reference: paymentReference })),
    ),
  ),
  mutant(
    'webhook.payload-reference',
    'payout-event-with-id-as-reference',
    'payout events have the id as reference',
    event('payout.succeeded', (carried, { id }) => ({ ...carried, reference: id })),
  ),
  mutant(
    'webhook.payload-fields',
    'event-without-currency',
    'refund.succeeded has no currency',
    event('refund.succeeded', ({ currency: _, ...carried }) => carried),
  ),
  mutant(
    'webhook.payload-fields',
    'event-amount-as-text',
    'payout.failed has the amount as a string',
    event('payout.failed', (carried) => ({ ...carried, amountMinor: String(carried.amountMinor) })),
  ),
  mutant(
    'webhook.payload-fields',
    'event-without-occurred-at',
    'payment events have no occurredAt',
    functions(({ payload }) => ({
      payload: ({ occurredAt, ...rest }) =>
        payload(String(rest.event).startsWith('payment.') ? rest : { ...rest, occurredAt }),
    })),
  ),
  mutant(
    'webhook.payload-fields',
    'event-occurred-at-in-seconds',
    'occurredAt is a number of seconds',
    functions(({ payload }) => ({
      payload: (body) => payload({ ...body, occurredAt: Math.floor(Date.parse(String(body.occurredAt)) / 1_000) }),
    })),
  ),
  mutant(
    'webhook.escrow-payload',
    'escrow-event-without-amount',
    'escrow.cancelled has no amountMinor',
    event('escrow.cancelled', ({ amountMinor: _, ...carried }) => carried),
  ),
  mutant(
    'webhook.escrow-payload',
    'escrow-event-without-currency',
    'escrow events have no currency',
    ...(['escrow.funded', 'escrow.cancelled', 'escrow.released', 'escrow.refunded', 'escrow.disputed'] as const).map(
      (name) => event(name, ({ currency: _, ...carried }) => carried),
    ),
  ),
  mutant(
    'webhook.link-payload',
    'link-event-with-ref-as-reference',
    'link events have the linkRef as reference',
    ...links((carried) => ({ ...carried, reference: carried.linkRef })),
  ),
  ...(['linkId', 'linkRef', 'walletId', 'walletName'] as const).map((name) =>
    mutant(
      'webhook.link-payload',
      `link-event-without-${name.toLowerCase()}`,
      `link events have no ${name}`,
      ...links((carried) => Object.fromEntries(Object.entries(carried).filter(([key]) => key !== name))),
    ),
  ),
  mutant(
    'webhook.link-approved-registered-name',
    'link-event-name-masked',
    'wallet.link.approved has the masked name',
    (rules) =>
      event('wallet.link.approved', (carried) => ({
        ...carried,
        walletName: rules.functions.maskName(String(carried.walletName)),
      }))(rules),
  ),
  mutant(
    'webhook.get-agrees',
    'refund-read-lags',
    'GET of a refund lags a minute behind',
    shows('getRefund', (body, { asked }) => {
      const lags = asked.service.clock.now() - Date.parse(String(body.createdAt)) < 60_000;
      return lags ? { ...body, status: 'pending', failureReason: null } : body;
    }),
  ),
  mutant(
    'webhook.get-agrees',
    'payout-read-shows-pending',
    'GET of a payout shows pending for good',
    shows('getPayout', (body) => ({ ...body, status: 'pending' })),
  ),
];

export const payloadMutants: readonly Mutant[] = [...amounts, ...payload];

function links(change: Parameters<typeof event>[1]): Change[] {
  const names = ['wallet.link.approved', 'wallet.link.rejected', 'wallet.link.expired', 'wallet.link.revoked'] as const;
  return names.map((name) => event(name, change));
}
