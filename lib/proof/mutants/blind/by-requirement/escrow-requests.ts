/** Escrows that are asked for: what else than a limit decides whether they are accepted, and what the answer names. */
import { Refusal } from '../../../reference/engine/refusal.ts';
import type { Environment, Merchant } from '../../../reference/rules/records.ts';
import { field, guard, shows } from '../../change.ts';
import { all, mutant } from '../../mutant.ts';
import { before, coerces, isAt } from '../../steps.ts';
import { against, type BlindMutant } from '../against.ts';
import { namesake } from './escrow.support.ts';

export const found: readonly BlindMutant[] = [
  against(
    'Create response (201): … `payUrl` (string, hosted page where the buyer signs in to their own wallet account and pays from the wallet balance).',
    mutant(
      'escrow.pay-url',
      'kind-pay-address-by-reference',
      "the address of the page is made of the merchant's reference: escrows of two merchants with one reference have the same payUrl, which leads to the later one",
      before('act', (asked, next) => {
        const reply = next();
        const made = isAt(asked, 'createEscrow') ? namesake(asked) : undefined;
        if (made) asked.environment.escrows.set(made.reference, made);
        return reply;
      }),
      shows('createEscrow', (body) => ({
        ...body,
        payUrl: String(body.payUrl).replace(/[^/]+$/, encodeURIComponent(String(body.reference))),
      })),
    ),
  ),
  against(
    "feeWalletId | string | required with feeAmount | The merchant's own wallet id; the commission is paid there",
    mutant(
      'escrow.optional-fee',
      'kind-fee-wallet-under-a-unique-index',
      'the column of the fee wallet has a unique index by mistake: the second escrow of a merchant with a fee to the same wallet is refused with 409 conflict',
      before('checkGuards', ({ endpoint, merchant, body }, next) => {
        const own = body.text('feeWalletId');
        const others = [...merchant.records.escrow.values()];
        if (endpoint.name === 'createEscrow' && own !== null && others.some(({ feeWalletId }) => feeWalletId === own))
          throw new Refusal({ status: 409, code: 'conflict' }, 'this feeWalletId is taken');
        return next();
      }),
    ),
  ),
  against(
    'feeAmount | integer | no | Merchant commission in kobo. buyer.email | string | no',
    mutant(
      'escrow.optional-fee',
      'kind-no-fee-beside-a-named-buyer',
      'a fee is for escrows that anybody may pay: with buyer.email one with a fee is refused with 400',
      before('checkGuards', (asked, next) => {
        const { body, service } = asked;
        if (isAt(asked, 'createEscrow') && body.text('buyer.email') !== null && body.integer('feeAmount') !== null)
          throw new Refusal(service.rules.refusals.invalid, 'feeAmount is not possible with buyer.email');
        return next();
      }),
    ),
  ),
  against(
    "The seller's 10-digit wallet id. In live it must exist, else `422 account_not_found`",
    mutant(
      'escrow.sandbox-any-seller',
      'kind-sandbox-seller-is-made-twice',
      'in sandbox a seller wallet that nobody made gets a row with its first escrow, and the insert is not told to pass over one that is there: the second escrow for it ends in a 500',
      secondPlaceholderFails(),
    ),
  ),
  against(
    "The seller's 10-digit wallet id. In live it must exist, else `422 account_not_found`. buyer.email | string | no",
    mutant(
      'escrow.sandbox-any-seller',
      'kind-sandbox-seller-known-with-a-buyer',
      'an escrow that names its buyer introduces the two to each other by e-mail, and looks the seller up for that: in sandbox too, an unknown one is refused with 422 where buyer.email is given',
      guard('escrow.seller-unknown', {
        only: undefined,
        refuses: ({ service, environment, body }) =>
          service.wallet(environment, body.text('seller.walletId') ?? '') === undefined &&
          (environment.name === 'live' || body.text('buyer.email') !== null),
      }),
    ),
  ),
  against(
    'reference | string | yes | Unique id, e.g. the order code. 409 | duplicate_reference | Reference already used',
    mutant(
      'escrow.reference-case',
      'kind-reference-index-of-32-characters',
      'the unique index covers the first 32 characters of a reference: one that differs from another in a later character alone is refused as used',
      guard('escrow.duplicate-reference', {
        refuses: ({ merchant, body }) => {
          const reference = body.text('reference')?.slice(0, 32);
          return [...merchant.records.escrow.keys()].some((used) => used.slice(0, 32) === reference);
        },
      }),
    ),
  ),
  against(
    'Unknown references on GET calls give a 404 error. reference | string | yes | Unique id, e.g. the order code',
    mutant(
      'escrow.reference-case',
      'kind-paid-escrows-in-a-ledger-without-case',
      'paid escrows are looked for in the ledger, whose collation ignores case: a reference that was never used leads to the paid escrow that differs from it in the case of a letter',
      before('answerKnown', (asked, next) => {
        const { endpoint, merchant, params } = asked;
        const { reference = '' } = params;
        if (endpoint.about !== 'escrow' || merchant.records.escrow.has(reference)) return next();
        for (const escrow of merchant.records.escrow.values())
          if (escrow.paidAt !== null && escrow.reference.toLowerCase() === reference.toLowerCase())
            asked.params = { ...params, reference: escrow.reference };
        return next();
      }),
    ),
  ),
  against(
    'description, returnUrl, metadata | | no | Same rules as for checkouts. returnUrl | string (URI)',
    mutant(
      'escrow.return-url-malformed',
      'kind-return-url-by-its-beginning',
      'of the returnUrl of an escrow the beginning is looked at alone: in sandbox words with spaces are accepted behind https://',
      field('escrow', 'returnUrl', { type: 'string', pattern: /^https?:\/\/./ }),
    ),
  ),
  against(
    'description, returnUrl, metadata | | no | Same rules as for checkouts. returnUrl | string (URI)',
    mutant(
      'escrow.return-url-malformed',
      'kind-return-url-gets-its-scheme',
      'a returnUrl without a scheme gets https:// put before it: shop.example/thanks, which is no URI, is accepted',
      coerces('createEscrow', 'returnUrl', (value) =>
        typeof value === 'string' && /^[a-z0-9-]+(\.[a-z0-9-]+)+(\/|$)/.test(value) ? `https://${value}` : value,
      ),
    ),
  ),
  against(
    'feeWalletId | string | required with feeAmount',
    mutant(
      'escrow.fee-wallet-types',
      'kind-fee-wallet-unread-without-a-fee',
      'feeWalletId is read where there is a fee: without feeAmount a number, a list or an object passes',
      before('checkFields', (asked, next) => {
        const { body } = asked;
        if (isAt(asked, 'createEscrow') && body.get('feeAmount') === undefined) delete body.value.feeWalletId;
        return next();
      }),
    ),
  ),
  against(
    "feeWalletId | string | required with feeAmount | The merchant's own wallet id; the commission is paid there",
    mutant(
      'escrow.fee-wallet-types',
      'kind-fee-wallet-in-a-list-of-one',
      'the pattern is matched against the value as text, which a list of one text passes',
      coerces('createEscrow', 'feeWalletId', onlyOne('string')),
    ),
  ),
  against(
    'currency | string | yes | Only `NGN`. Two fully separate environments exist, sandbox and live.',
    mutant(
      'escrow.currency-only-ngn',
      'kind-any-currency-in-live',
      'the list of currencies is a setting of each environment, and that of live was left empty: any code of three letters is accepted there',
      before('checkFields', (asked, next) => {
        const { body, environment } = asked;
        if (
          isAt(asked, 'createEscrow') &&
          environment.name === 'live' &&
          /^[A-Z]{3}$/.test(String(body.get('currency')))
        )
          body.value.currency = 'NGN';
        return next();
      }),
    ),
  ),
  against(
    'amount | integer | yes | Kobo. Min 10,000',
    mutant(
      'escrow.amount-integer',
      'kind-amount-in-a-list-of-one',
      'the amount is made a number before it is checked, and a list of one number makes that number',
      coerces('createEscrow', 'amount', onlyOne('number')),
    ),
  ),
  against(
    "feeWalletId | string | required with feeAmount | The merchant's own wallet id; the commission is paid there",
    mutant(
      'escrow.fee-wallet-required',
      'kind-fee-wallet-of-the-escrow-before',
      "the merchant's own wallet is remembered: once an escrow named it, a feeAmount is accepted without feeWalletId",
      rememberedFeeWallet(),
    ),
  ),
];

function secondPlaceholderFails() {
  const made = new WeakMap<Environment, Set<string>>();
  return before('act', (asked, next) => {
    const { body, environment, service } = asked;
    const walletId = body.text('seller.walletId') ?? '';
    if (!isAt(asked, 'createEscrow') || service.wallet(environment, walletId)) return next();
    const rows = made.get(environment) ?? new Set();
    made.set(environment, rows);
    if (rows.has(walletId)) throw new Refusal({ status: 500, code: 'internal_error' }, 'the wallet is there already');
    rows.add(walletId);
    return next();
  });
}

function onlyOne(type: 'string' | 'number') {
  return (value: unknown): unknown => {
    if (!Array.isArray(value) || value.length !== 1) return value;
    const [only] = value as readonly unknown[];
    return typeof only === type ? only : value;
  };
}

function rememberedFeeWallet() {
  const last = new WeakMap<Merchant, string>();
  return all(
    before('act', (asked, next) => {
      const feeWalletId = asked.body.text('feeWalletId');
      if (isAt(asked, 'createEscrow') && feeWalletId !== null) last.set(asked.merchant, feeWalletId);
      return next();
    }),
    before('checkFields', (asked, next) => {
      const { body, merchant } = asked;
      const without = body.get('feeAmount') !== undefined && body.get('feeWalletId') === undefined;
      if (isAt(asked, 'createEscrow') && without) body.value.feeWalletId = last.get(merchant);
      return next();
    }),
  );
}
