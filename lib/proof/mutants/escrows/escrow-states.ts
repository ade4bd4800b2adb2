import { notByCall } from '../apart.ts';
import { addedTransition, endpoint, field, functions, limits, move, shows, timer, transition } from '../change.ts';
import { type Change, type Mutant, mutant } from '../mutant.ts';
import { coerces } from '../steps.ts';

const HOUR = 3_600;

export const escrowStateMutants: readonly Mutant[] = [
  mutant(
    'escrow.funded',
    'escrow-paid-stays-unpaid',
    'a paid escrow stays pending_payment',
    transition('escrow', 'pay', { to: 'pending_payment' }),
  ),
  mutant('escrow.funded', 'escrow-funded-is-called-held', 'a paid escrow has status held', called('funded', 'held')),
  mutant(
    'escrow.buyer-email-restricts',
    'escrow-anybody-may-pay',
    'buyer.email restricts nobody',
    functions(() => ({ mayPay: () => true })),
  ),
  mutant(
    'escrow.buyer-email-restricts',
    'escrow-nobody-may-pay',
    'with buyer.email set nobody can pay',
    functions(() => ({ mayPay: ({ buyerEmail }) => buyerEmail === null })),
  ),
  mutant(
    'escrow.buyer-email-restricts',
    'escrow-same-domain-may-pay',
    'any address of the same domain may pay',
    functions(() => ({
      mayPay: ({ buyerEmail }, email) => buyerEmail === null || buyerEmail.split('@')[1] === email?.split('@')[1],
    })),
  ),
  mutant(
    'escrow.funding-is-held',
    'escrow-funding-is-available',
    'the seller can spend the money at once',
    move('funded', 'amount', { to: 'seller.available' }),
  ),
  mutant(
    'escrow.cancelled',
    'escrow-cancel-does-nothing',
    'cancel leaves an escrow as it was',
    transition('escrow', 'cancel', { to: 'pending_payment' }),
  ),
  mutant(
    'escrow.cancelled',
    'escrow-cancel-with-202',
    'cancel is answered with 202',
    endpoint('cancelEscrow', { status: 202 }),
  ),
  mutant(
    'escrow.cancelled',
    'escrow-cancelled-is-called-canceled',
    'a cancelled escrow has status canceled',
    called('cancelled', 'canceled'),
  ),
  mutant(
    'escrow.cancelled-cannot-be-paid',
    'escrow-cancelled-can-be-paid',
    'a cancelled escrow can be paid',
    addedTransition('escrow', { from: 'cancelled', on: 'pay', to: 'funded', sends: 'escrow.funded' }),
  ),
  mutant(
    'escrow.paid-cannot-be-cancelled',
    'escrow-paid-can-be-cancelled',
    'a paid escrow can be cancelled',
    addedTransition('escrow', { from: 'funded', on: 'cancel', to: 'cancelled', sends: 'escrow.cancelled' }),
  ),
  mutant(
    'escrow.paid-cannot-be-cancelled',
    'escrow-cancel-of-paid-is-ignored',
    'cancel of a paid escrow is answered with 200 and does nothing',
    addedTransition('escrow', { from: 'funded', on: 'cancel', to: 'funded', sends: null }),
  ),
  mutant(
    'escrow.expires',
    'escrow-never-expires',
    'an unpaid escrow stays pending_payment',
    timer('escrow', 'pending_payment', null),
  ),
  mutant(
    'escrow.expires',
    'escrow-expires-after-23-hours',
    'an escrow expires after 23 hours',
    timer('escrow', 'pending_payment', { after: 23 * HOUR }),
  ),
  mutant(
    'escrow.expires',
    'escrow-expires-after-25-hours',
    'an escrow expires after 25 hours',
    timer('escrow', 'pending_payment', { after: 25 * HOUR }),
  ),
  mutant(
    'escrow.expires',
    'escrow-expired-is-called-cancelled',
    'an escrow that was not paid in time becomes cancelled',
    transition('escrow', 'not paid in time', { to: 'cancelled' }),
  ),
  mutant(
    'escrow.paid-does-not-expire',
    'escrow-paid-expires',
    'a paid escrow expires after a day',
    addedTransition('escrow', { from: 'funded', on: 'not paid in time', to: 'expired', sends: 'escrow.cancelled' }),
    (rules) => ({
      ...rules,
      timers: [...rules.timers, { kind: 'escrow', in: 'funded', after: 23.9 * HOUR, on: 'not paid in time' }],
    }),
  ),
  mutant(
    'escrow.released',
    'escrow-release-does-nothing',
    'release leaves an escrow as it was',
    transition('escrow', 'release', { to: 'funded' }),
  ),
  mutant(
    'escrow.released',
    'escrow-release-with-202',
    'release is answered with 202',
    endpoint('releaseEscrow', { status: 202 }),
  ),
  mutant(
    'escrow.released-by-buyer',
    'escrow-buyer-release-refunds',
    'where the buyer releases, an escrow is refunded',
    notByCall('releaseEscrow', { to: 'refunded' }),
  ),
  mutant(
    'escrow.unpaid-not-released',
    'escrow-unpaid-can-be-released',
    'an unpaid escrow can be released',
    addedTransition('escrow', { from: 'pending_payment', on: 'release', to: 'released', sends: 'escrow.released' }),
  ),
  mutant(
    'escrow.releases-by-itself',
    'escrow-never-releases-itself',
    'there is no automatic release',
    timer('escrow', 'funded', null),
  ),
  mutant(
    'escrow.releases-by-itself',
    'escrow-releases-itself-early',
    'the automatic release comes after half the time',
    timer('escrow', 'funded', { after: { field: 'autoReleaseHours', seconds: HOUR / 2 } }),
  ),
  mutant(
    'escrow.releases-by-itself',
    'escrow-releases-itself-late',
    'the automatic release comes after twice the time',
    timer('escrow', 'funded', { after: { field: 'autoReleaseHours', seconds: HOUR * 2 } }),
  ),
  mutant(
    'escrow.auto-release-default',
    'escrow-default-71-hours',
    'without autoReleaseHours an escrow is released after 71 hours',
    limits({ defaultAutoReleaseHours: 71 }),
  ),
  mutant(
    'escrow.auto-release-default',
    'escrow-default-73-hours',
    'without autoReleaseHours an escrow is released after 73 hours',
    limits({ defaultAutoReleaseHours: 73 }),
  ),
  mutant(
    'escrow.auto-release-after-720-hours',
    'escrow-release-capped-at-596-hours',
    'no automatic release is later than 596 hours',
    afterHours((hours) => Math.min(hours, 596)),
  ),
  mutant(
    'escrow.auto-release-after-720-hours',
    'escrow-release-of-long-ones-late',
    'above 700 hours the automatic release is an hour late',
    afterHours((hours) => (hours > 700 ? hours + 1 : hours)),
  ),
  mutant(
    'escrow.disputed',
    'escrow-dispute-does-nothing',
    'a dispute leaves an escrow funded',
    transition('escrow', 'dispute', { to: 'funded' }),
  ),
  mutant(
    'escrow.disputed',
    'escrow-disputed-is-called-in-dispute',
    'a disputed escrow has status in_dispute',
    called('disputed', 'in_dispute'),
  ),
  mutant(
    'escrow.dispute-pauses-release',
    'escrow-disputed-is-released',
    'the automatic release comes in spite of a dispute',
    addedTransition('escrow', { from: 'disputed', on: 'no report in time', to: 'released', sends: 'escrow.released' }),
    (rules) => ({
      ...rules,
      timers: [
        ...rules.timers,
        {
          kind: 'escrow',
          in: 'disputed',
          after: { field: 'autoReleaseHours', seconds: HOUR - 60 },
          on: 'no report in time',
        },
      ],
    }),
  ),
  mutant(
    'escrow.refunded',
    'escrow-refund-cancels',
    'a refunded escrow has status cancelled',
    called('refunded', 'cancelled'),
  ),
  mutant(
    'escrow.refunded',
    'escrow-refund-with-202',
    'refund is answered with 202',
    endpoint('refundEscrow', { status: 202 }),
  ),
  mutant(
    'escrow.refunded',
    'escrow-partial-refund-releases',
    'an escrow that was refunded in part has status released',
    shows('getEscrow', (body) => ({
      ...body,
      status: body.status === 'refunded' && body.refundedAmount !== body.amount ? 'released' : body.status,
    })),
  ),
  mutant(
    'escrow.disputed-refunded',
    'escrow-disputed-cannot-be-refunded',
    'a disputed escrow cannot be refunded',
    notFrom('disputed', 'refund'),
  ),
  mutant(
    'escrow.refund-amount-integer',
    'escrow-refund-amount-any-type',
    'the amount of a refund may be anything',
    field('escrowRefund', 'amount', { type: 'string', min: undefined }),
    coerces('refundEscrow', 'amount', String),
  ),
  mutant(
    'escrow.refund-amount-integer',
    'escrow-refund-amount-rounded',
    'a fraction as amount of a refund is rounded',
    coerces('refundEscrow', 'amount', (value) => (typeof value === 'number' ? Math.floor(value) : value)),
  ),
  mutant(
    'escrow.refund-amount-integer',
    'escrow-refund-amount-from-text',
    'digits in a string are taken as amount of a refund',
    coerces('refundEscrow', 'amount', (value) => (typeof value === 'string' ? Number(value) : value)),
  ),
];

function called(status: string, name: string): Change {
  return shows('getEscrow', (body) => ({ ...body, status: body.status === status ? name : body.status }));
}

function afterHours(hours: (asked: number) => number): Change {
  return timer('escrow', 'funded', {
    after: ((escrow: { autoReleaseHours: number }) => hours(escrow.autoReleaseHours) * HOUR) as never,
  });
}

function notFrom(state: string, on: string): Change {
  return (rules) => ({
    ...rules,
    machines: { ...rules.machines, escrow: rules.machines.escrow.filter((row) => row.from !== state || row.on !== on) },
  });
}
