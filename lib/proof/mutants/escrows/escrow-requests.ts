/** Defects of escrow requests: fields, references, bodies, and ownership. */
import { field, functions, guard, shows } from '../change.ts';
import { type Mutant, mutant } from '../mutant.ts';
import { seesOthers } from '../others.ts';
import { answers, before, coerces, hesitates, isAt } from '../steps.ts';

export const escrowRequestMutants: readonly Mutant[] = [
  mutant(
    'escrow.optional-fee',
    'escrow-with-fee-with-200',
    'an escrow with a fee is answered with 200',
    answers('createEscrow', (reply, { body }) =>
      reply.status === 201 && body.integer('feeAmount') !== null ? { ...reply, status: 200 } : reply,
    ),
  ),
  mutant(
    'escrow.fee-wallet-types',
    'escrow-fee-wallet-any-type',
    'a feeWalletId of any type is taken as text',
    field('escrow', 'feeWalletId', { pattern: undefined }),
    coerces('createEscrow', 'feeWalletId', String),
  ),
  mutant(
    'escrow.auto-release-integer',
    'escrow-auto-release-fraction',
    'a fraction of autoReleaseHours is cut off',
    coerces('createEscrow', 'autoReleaseHours', (value) => (typeof value === 'number' ? Math.floor(value) : value)),
  ),
  mutant(
    'escrow.amount-stored',
    'escrow-record-amount-in-naira',
    'the record shows the amount in naira',
    shows('getEscrow', (body) => ({ ...body, amount: Number(body.amount) / 100 })),
  ),
  mutant(
    'escrow.refused-creates-nothing',
    'escrow-malformed-is-kept',
    'an escrow refused with 400 is there nevertheless',
    answers('createEscrow', (reply, asked) => {
      const reference = asked.body.text('reference') ?? '';
      if (reply.status === 400 && reference !== '' && !asked.merchant.records.escrow.has(reference))
        asked.endpoint.does?.(asked);
      return reply;
    }),
  ),
  mutant(
    'escrow.reference-case',
    'escrow-reference-case-ignored',
    'a reference that differs in case alone counts as used',
    guard('escrow.duplicate-reference', {
      refuses: ({ merchant, body }) => {
        const reference = body.text('reference')?.toLowerCase();
        return [...merchant.records.escrow.keys()].some((used) => used.toLowerCase() === reference);
      },
    }),
  ),
  mutant(
    'escrow.duplicate-leaves-the-first',
    'escrow-duplicate-changes-buyer',
    'a refused duplicate says who may pay the first escrow',
    answers('createEscrow', (reply, { merchant, body }) => {
      const first = merchant.records.escrow.get(body.text('reference') ?? '');
      if (first && reply.text.includes('duplicate_reference')) first.buyerEmail = body.text('buyer.email');
      return reply;
    }),
  ),
  mutant(
    'escrow.reference-spent-for-good',
    'escrow-cancelled-reference-is-free',
    'the reference of a cancelled escrow can be used again',
    guard('escrow.duplicate-reference', {
      refuses: ({ merchant, body }) => {
        const first = merchant.records.escrow.get(body.text('reference') ?? '');
        return first !== undefined && first.status !== 'cancelled';
      },
    }),
  ),
  mutant(
    'escrow.one-of-a-reference',
    'escrow-reference-looked-up-early',
    'some time lies between looking for the reference and using it',
    hesitates('createEscrow', 200),
  ),
  seesOthers(
    'escrow.other-merchant-cannot-act',
    'escrow-released-by-others',
    'any merchant can release any escrow',
    'releaseEscrow',
  ),
  mutant(
    'escrow.anybody-may-pay',
    'escrow-paid-by-one-account-alone',
    'without buyer.email one account alone can pay',
    functions(({ mayPay }) => ({
      mayPay: (escrow, email) =>
        mayPay(escrow, email) && (escrow.buyerEmail !== null || email === null || email === 'buyer@example.com'),
    })),
  ),
  mutant(
    'escrow.refund-reason-text',
    'escrow-refund-reason-any-type',
    'a refund reason of any type is taken as text',
    coerces('refundEscrow', 'reason', String),
  ),
  mutant(
    'escrow.refund-body-object',
    'escrow-refund-body-ignored',
    'a refund whose body is no JSON object is taken as one without a body',
    before('readBody', (asked, next) => {
      if (isAt(asked, 'refundEscrow') && !isObjectText(asked.raw.toString())) asked.raw = Buffer.alloc(0);
      return next();
    }),
  ),
  mutant(
    'escrow.malformed-refund-does-nothing',
    'escrow-malformed-refund-refunds-later',
    'half an hour after a malformed refund the escrow is refunded',
    answers('refundEscrow', (reply, { merchant, params, service }) => {
      const escrow = merchant.records.escrow.get(params.reference ?? '');
      if (escrow && reply.status === 400)
        service.clock.schedule(service.clock.now() + 1_800_000, () => service.fire(escrow, 'refund'));
      return reply;
    }),
  ),
  mutant(
    'escrow.refund-within-amount',
    'escrow-refund-of-less-than-nothing',
    'a refund of a negative amount is taken',
    field('escrowRefund', 'amount', { min: undefined }),
  ),
  mutant(
    'escrow.wallet-not-linked-otherwise',
    'escrow-rejected-link-is-enough',
    'a link that was rejected is enough',
    guard('escrow.seller-not-linked', {
      refuses: ({ merchant, body }) =>
        merchant.requireLinkedWallets &&
        ![...merchant.links.values()].some(
          ({ walletId, status }) =>
            walletId === body.text('seller.walletId') && (status === 'APPROVED' || status === 'REJECTED'),
        ),
    }),
  ),
  mutant(
    'escrow.wallet-linked-again',
    'escrow-first-link-decides',
    'of several links of a seller wallet the first one decides',
    guard('escrow.seller-not-linked', {
      refuses: ({ merchant, body }) =>
        merchant.requireLinkedWallets &&
        [...merchant.links.values()].find(({ walletId }) => walletId === body.text('seller.walletId'))?.status !==
          'APPROVED',
    }),
  ),
  mutant(
    'escrow.cancelled',
    'escrow-of-digits-is-not-cancelled',
    'where an escrow is cancelled its reference is taken for an internal number if it is one: such an escrow is not found',
    (rules) => ({
      ...rules,
      guards: [
        {
          id: 'escrow.number',
          at: ['cancelEscrow'],
          words: 'no escrow has this number',
          refuses: ({ record }) => /^[0-9]+$/.test(record?.reference ?? ''),
          status: 404,
          code: 'not_found',
          message: () => 'no such escrow',
        },
        ...rules.guards,
      ],
    }),
  ),
];

function isObjectText(text: string): boolean {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value);
  } catch {
    return false;
  }
}
