/** Defects of creating and reading escrows. */
import { endpoint, field, guard, omits, shows, withoutGuard } from '../change.ts';
import { type Mutant, mutant } from '../mutant.ts';
import { seesOthers } from '../others.ts';

export const escrowMutants: readonly Mutant[] = [
  mutant(
    'escrow.created',
    'escrow-created-with-200',
    'an escrow is answered with 200',
    endpoint('createEscrow', { status: 200 }),
  ),
  mutant('escrow.created', 'escrow-created-without-id', 'the create response has no id', omits('createEscrow', 'id')),
  mutant(
    'escrow.created',
    'escrow-created-as-pending',
    'the create response has status pending',
    shows('createEscrow', (body) => ({ ...body, status: 'pending' })),
  ),
  mutant(
    'escrow.pay-url',
    'escrow-pay-url-missing',
    'the create response has no payUrl',
    omits('createEscrow', 'payUrl'),
  ),
  mutant(
    'escrow.pay-url',
    'escrow-pay-url-relative',
    'payUrl has no scheme and host',
    shows('createEscrow', (body) => ({ ...body, payUrl: new URL(String(body.payUrl)).pathname })),
  ),
  mutant(
    'escrow.optional-fields',
    'escrow-description-required',
    'an escrow without description is refused',
    field('escrow', 'description', { required: true }),
  ),
  mutant(
    'escrow.optional-fields',
    'escrow-conditions-limited',
    'conditions of more than 10 characters are refused',
    field('escrow', 'conditions', { maxLength: 10 }),
  ),
  mutant(
    'escrow.optional-fields',
    'escrow-buyer-required',
    'an escrow without buyer is refused',
    field('escrow', 'buyer', { required: true }),
  ),
  mutant(
    'escrow.sandbox-any-seller',
    'escrow-sandbox-seller-must-exist',
    'the seller wallet has to exist in sandbox too',
    guard('escrow.seller-unknown', { only: undefined }),
  ),
  mutant(
    'escrow.duplicate-reference',
    'escrow-duplicate-not-refused',
    'a second escrow with a reference takes the place of the first',
    withoutGuard('escrow.duplicate-reference'),
  ),
  mutant(
    'escrow.duplicate-reference',
    'escrow-duplicate-with-422',
    'a duplicate reference is refused with 422',
    guard('escrow.duplicate-reference', { status: 422 }),
  ),
  mutant(
    'escrow.fee-wallet-required',
    'escrow-fee-without-wallet',
    'a feeAmount without feeWalletId is taken',
    field('escrow', 'feeWalletId', { requiredWith: undefined }),
  ),
  mutant(
    'escrow.shared-fields-too-large',
    'escrow-metadata-unlimited',
    'metadata of any size is taken',
    field('escrow', 'metadata', { maxBytes: undefined }),
  ),
  mutant(
    'escrow.shared-fields-largest',
    'escrow-metadata-3000-bytes',
    'metadata of more than 3,000 bytes is refused',
    field('escrow', 'metadata', { maxBytes: 3_000 }),
  ),
  mutant(
    'escrow.shared-fields-largest',
    'escrow-return-url-https-everywhere',
    'an http returnUrl is refused in sandbox too',
    field('escrow', 'returnUrl', { httpsIn: ['sandbox', 'live'] }),
  ),
  mutant(
    'escrow.return-url-malformed',
    'escrow-return-url-any-text',
    'any text is taken as returnUrl',
    field('escrow', 'returnUrl', { type: 'string', httpsIn: [] }),
  ),
  mutant(
    'escrow.record-found',
    'escrow-record-unpaid-as-created',
    'an unpaid escrow has status created in its record',
    shows('getEscrow', (body) => ({ ...body, status: body.status === 'pending_payment' ? 'created' : body.status })),
  ),
  mutant(
    'escrow.unknown-reference',
    'escrow-unknown-with-400',
    'GET of an unknown reference is answered with 400',
    (rules) => ({
      ...rules,
      decisions: {
        ...rules.decisions,
        unknown: { ...rules.decisions.unknown, escrow: { status: 400, code: 'invalid_request' } },
      },
    }),
  ),
  seesOthers('escrow.other-merchant', 'escrow-seen-by-others', 'any merchant can read any escrow', 'getEscrow'),
  seesOthers(
    'escrow.other-merchant',
    'escrow-cancelled-by-others',
    'any merchant can cancel any escrow',
    'cancelEscrow',
  ),
  mutant(
    'escrow.wallet-not-linked',
    'escrow-linked-wallets-not-required',
    'the setting that requires linked wallets does nothing',
    withoutGuard('escrow.seller-not-linked'),
  ),
  mutant(
    'escrow.wallet-not-linked',
    'escrow-wallet-not-linked-as-not-found',
    'a wallet without link is refused with account_not_found',
    guard('escrow.seller-not-linked', { code: 'account_not_found' }),
  ),
  mutant(
    'escrow.wallet-not-linked',
    'escrow-pending-link-is-enough',
    'a link that is not approved yet is enough',
    guard('escrow.seller-not-linked', {
      refuses: ({ merchant, body }) =>
        merchant.requireLinkedWallets &&
        ![...merchant.links.values()].some(
          ({ walletId, status }) =>
            walletId === body.text('seller.walletId') && (status === 'APPROVED' || status === 'PENDING'),
        ),
    }),
  ),
  mutant(
    'escrow.wallet-not-linked',
    'escrow-revoked-link-is-enough',
    'a link that was revoked is enough',
    guard('escrow.seller-not-linked', {
      refuses: ({ merchant, body }) =>
        merchant.requireLinkedWallets &&
        ![...merchant.links.values()].some(
          ({ walletId, status }) =>
            walletId === body.text('seller.walletId') && (status === 'APPROVED' || status === 'REVOKED'),
        ),
    }),
  ),
  mutant(
    'escrow.wallet-linked',
    'escrow-linked-wallet-refused',
    'a linked wallet is refused too',
    guard('escrow.seller-not-linked', { refuses: ({ merchant }) => merchant.requireLinkedWallets }),
  ),
];
