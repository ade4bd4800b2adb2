/** What requests may contain, where the request tables do not say. */
import { field, functions, guard } from '../../mutants/change.ts';
import { all, type Change } from '../../mutants/mutant.ts';
import { isObject } from '../../reference/engine/body.ts';
import { Refusal } from '../../reference/engine/refusal.ts';
import type { FormName } from '../../reference/rules/requests.ts';
import { banks } from '../../reference/rules/tables/banks.ts';
import { around, before } from '../changes.ts';
import { type PermittedVariant, reading } from '../permitted-variant.ts';

export const requests: readonly PermittedVariant[] = [
  reading(
    {
      name: 'metadata-4000-bytes',
      oneOf: 'metadata',
      what: 'metadata may have 4,000 bytes',
      touches: ['checkouts', 'escrows'],
      decides: ['checkout.metadata-between'],
    },
    field('checkout', 'metadata', { maxBytes: 4_000 }),
    field('escrow', 'metadata', { maxBytes: 4_000 }),
  ),
  reading(
    {
      name: 'metadata-in-characters',
      oneOf: 'metadata',
      what: 'metadata may have 4,096 characters, however many bytes they take',
      touches: ['checkouts', 'escrows'],
    },
    field('checkout', 'metadata', { maxBytes: 16_384 }),
    field('escrow', 'metadata', { maxBytes: 16_384 }),
    before('checkFields', (asked, next) => {
      if (JSON.stringify(asked.body.object('metadata') ?? {}).length > 4_096)
        throw new Refusal({ status: 400, code: 'invalid_request' }, 'metadata is too long');
      return next();
    }),
  ),
  reading(
    {
      name: 'metadata-measured-as-written',
      oneOf: 'metadata',
      what: 'metadata may have 4,096 bytes as some libraries write JSON: with blanks after commas and colons, and with escapes beyond ASCII',
      touches: ['checkouts', 'escrows'],
    },
    before('checkFields', (asked, next) => {
      if (asWritten(asked.body.object('metadata') ?? {}).length > 4_096)
        throw new Refusal({ status: 400, code: 'invalid_request' }, 'metadata is too long');
      return next();
    }),
  ),
  reading(
    {
      name: 'field-names-in-any-case',
      what: 'a field is found by its name in any letter case, as some libraries read JSON',
      touches: ['checkouts', 'refunds', 'payouts', 'escrows', 'wallet-links', 'errors'],
    },
    before('checkFields', (asked, next) => {
      const { endpoint, service, body } = asked;
      if (endpoint.takes)
        rename(
          body.value,
          service.rules.forms[endpoint.takes].flatMap(({ field }) => field.split('.')),
        );
      return next();
    }),
  ),
  reading(
    {
      name: 'references-narrow',
      oneOf: 'references',
      what: 'references of refunds, payouts and escrows have at most 60 letters, digits, - and _',
      touches: ['refunds', 'payouts', 'escrows', 'idempotency', 'webhooks', 'environments', 'hosted-pages'],
    },
    eachReference({ maxLength: 60, pattern: /^[A-Za-z0-9_-]+$/ }),
  ),
  reading(
    {
      name: 'references-wide',
      oneOf: 'references',
      what: 'references of refunds, payouts and escrows may hold anything and have 1,000 characters',
      touches: ['refunds', 'payouts', 'escrows', 'errors'],
      decides: ['refund.reference-length', 'payout.reference-length', 'escrow.reference-length'],
    },
    eachReference({ maxLength: 1_000, pattern: /./s }),
  ),
  reading(
    {
      name: 'references-letters-of-any-script',
      what: 'letters of every script are letters of a checkout reference; one of dots alone is refused',
      touches: ['checkouts'],
      decides: ['checkout.reference-other-letters', 'checkout.dot-references'],
    },
    field('checkout', 'reference', { pattern: /^(?!\.+$)[\p{L}\p{M}\p{N}._:-]+$/u }),
  ),
  reading(
    {
      name: 'references-shared-by-kinds',
      what: 'a reference may be used once among checkouts, refunds, payouts and escrows together',
      touches: ['checkouts', 'refunds', 'payouts', 'escrows', 'idempotency', 'errors'],
    },
    ...(['checkout', 'refund', 'payout', 'escrow'] as const).map((kind) =>
      guard(`${kind}.duplicate-reference`, {
        refuses: ({ merchant, body }) =>
          (['checkout', 'refund', 'payout', 'escrow'] as const).some((each) =>
            merchant.records[each].has(body.text('reference') ?? ''),
          ),
      }),
    ),
  ),
  reading(
    {
      name: 'unknown-fields-refused',
      what: 'a field that the interface does not name is refused, bankCode as well',
      touches: ['checkouts', 'refunds', 'payouts', 'escrows', 'wallet-links', 'idempotency', 'errors', 'webhooks'],
      decides: ['error.unknown-fields', 'payout.bank-code'],
    },
    before('checkFields', (asked, next) => {
      const form = asked.endpoint.takes;
      const known = new Set(form ? asked.service.rules.forms[form].map((rule) => rule.field) : []);
      const stranger = form ? namesOf(asked.body.value).find((name) => !known.has(name)) : undefined;
      if (stranger === undefined) return next();
      throw new Refusal({ status: 400, code: 'invalid_request' }, `${stranger} is not known`);
    }),
  ),
  reading(
    {
      name: 'null-refused',
      what: 'an optional field may be left out, but not be null',
      touches: ['checkouts', 'refunds', 'payouts', 'escrows', 'wallet-links', 'webhooks', 'hosted-pages'],
    },
    before('checkFields', (asked, next) => {
      const form = asked.endpoint.takes;
      const rules = form ? asked.service.rules.forms[form] : [];
      const nothing = rules.find((rule) => valueAt(asked.body.value, rule.field.split('.')) === null);
      if (nothing === undefined) return next();
      throw new Refusal({ status: 400, code: 'invalid_request' }, `${nothing.field} must not be null`);
    }),
  ),
  reading(
    {
      name: 'bank-code-instead-of-name',
      what: 'a known recipient.bankCode is enough, whatever the name beside it',
      touches: ['payouts'],
      decides: ['payout.bank-code'],
    },
    guard('payout.bank-unknown', {
      refuses: ({ service, body }) =>
        !banks.some(({ code }) => code === body.get('recipient.bankCode')) &&
        service.rules.functions.matchBank(body.text('recipient.bankName') ?? '') === undefined,
    }),
  ),
  reading(
    {
      name: 'bank-names-exact',
      what: 'a bank name must be one of the list, letter by letter',
      touches: ['payouts', 'balance', 'webhooks', 'idempotency', 'environments', 'errors'],
    },
    functions(() => ({ matchBank: (name) => banks.find((bank) => bank.name === name) })),
  ),
  reading(
    {
      name: 'escrows-limited',
      what: "an escrow has at most 1,000,000 kobo; a fee at least 1 kobo and at most a tenth of it, for another wallet than the seller's; conditions have 255 characters, reasons of its refund 100",
      touches: ['escrows', 'environments', 'webhooks', 'idempotency'],
      decides: ['escrow.amount-maximum'],
    },
    field('escrow', 'amount', { max: 1_000_000 }),
    field('escrow', 'feeAmount', { min: 1 }),
    field('escrow', 'conditions', { maxLength: 255 }),
    field('escrowRefund', 'reason', { maxLength: 100 }),
    guard('escrow.fee-above-amount', {
      refuses: ({ body }) => {
        const [fee, wallet] = [body.integer('feeAmount') ?? 0, body.text('feeWalletId')];
        // Given without a fee, or with the wallet that it is taken from, it makes no sense; what becomes of it is not shown.
        const isOdd = wallet !== null && (fee === 0 || wallet === body.text('seller.walletId'));
        return isOdd || 10 * fee > (body.integer('amount') ?? 0);
      },
    }),
  ),
  reading(
    {
      name: 'escrow-wallets-of-any-form',
      what: 'in sandbox the seller wallet and the fee wallet are not looked at',
      touches: ['escrows', 'webhooks'],
      decides: ['escrow.seller-wallet-format'],
    },
    field('escrow', 'seller.walletId', { pattern: /./ }),
    field('escrow', 'feeWalletId', { pattern: /./ }),
  ),
  reading(
    {
      name: 'return-urls-of-any-scheme',
      what: 'in sandbox a returnUrl may have any scheme, such as an app has',
      touches: ['checkouts', 'escrows', 'environments'],
    },
    field('checkout', 'returnUrl', { type: 'string', httpsIn: [] }),
    field('escrow', 'returnUrl', { type: 'string', httpsIn: [] }),
    before('checkFields', (asked, next) => {
      const { endpoint, body, environment } = asked;
      const refuse = (message: string): never => {
        throw new Refusal({ status: 400, code: 'invalid_request' }, message);
      };
      if (endpoint.name !== 'createCheckout' && endpoint.name !== 'createEscrow') return next();
      const url = body.get('returnUrl');
      if (typeof url !== 'string') return next();
      if (!/^[a-z][a-z0-9+.-]*:\S+$/i.test(url)) return refuse('returnUrl is no URI');
      if (environment.name === 'live' && !/^https:/i.test(url)) return refuse('returnUrl must be https');
      return next();
    }),
  ),
  // A maximum is shown for other texts, none for `returnUrl`.
  reading(
    {
      name: 'return-urls-of-255-characters',
      what: 'a returnUrl has at most 255 characters',
      touches: ['checkouts', 'hosted-pages'],
    },
    field('checkout', 'returnUrl', { maxLength: 255 }),
    field('escrow', 'returnUrl', { maxLength: 255 }),
  ),
  reading(
    {
      name: 'e-mail-addresses-strict',
      // Who keeps an address in lower case does not compare it letter by letter.
      oneOf: 'letter case of addresses',
      what: 'an e-mail address has letters, digits and . _ - + before the @, and a top-level domain of letters; that of a buyer is compared letter by letter',
      touches: ['checkouts', 'escrows', 'idempotency'],
    },
    functions(() => ({ mayPay: ({ buyerEmail }, email) => buyerEmail === null || buyerEmail === email })),
    around('checkFields', (own) => (asked, next) => {
      for (const name of ['customer.email', 'buyer.email']) {
        const given = asked.endpoint.takes ? asked.body.get(name) : undefined;
        if (given !== undefined && !/^[a-z0-9._+-]+@([a-z0-9-]+\.)+[a-z]{2,}$/i.test(String(given)))
          throw new Refusal({ status: 400, code: 'invalid_request' }, `${name} is no e-mail address`);
      }
      return own(asked, next);
    }),
  ),
  reading(
    {
      name: 'link-references-narrow',
      oneOf: 'link references',
      what: 'a linkRef has at most 64 ASCII letters, digits, - and _; a requester at most 40 characters',
      touches: ['wallet-links', 'webhooks'],
      decides: ['wallet-link.ref-beyond-ascii'],
    },
    field('walletLink', 'linkRef', { maxLength: 64, pattern: /^[A-Za-z0-9_-]+$/ }),
    field('walletLink', 'requesterName', { maxLength: 40 }),
  ),
];

function eachReference(change: { maxLength: number; pattern: RegExp }): Change {
  return all(...(['refund', 'payout', 'escrow'] as const).map((form: FormName) => field(form, 'reference', change)));
}

/** Dotted names of all fields; for metadata only its own name. */
function namesOf(body: object, before = ''): string[] {
  return Object.entries(body).flatMap(([name, value]) => {
    const path = before + name;
    const nested = typeof value === 'object' && value !== null && !Array.isArray(value) && path !== 'metadata';
    return nested ? [path, ...namesOf(value, `${path}.`)] : [path];
  });
}

function valueAt(value: unknown, [name, ...rest]: string[]): unknown {
  if (name === undefined || typeof value !== 'object' || value === null) return name === undefined ? value : undefined;
  return valueAt((value as Record<string, unknown>)[name], rest);
}

/** A JSON text with a blank after each comma and colon and with escapes for all characters beyond ASCII. */
function asWritten(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(asWritten).join(', ')}]`;
  if (isObject(value))
    return `{${Object.entries(value)
      .map(([name, inner]) => `${asWritten(name)}: ${asWritten(inner)}`)
      .join(', ')}}`;
  return JSON.stringify(value).replace(/[^ -~]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/** Gives the fields of a body the names that a form knows. A name that is spelled right stays, whatever stands beside it. */
function rename(body: Record<string, unknown>, names: readonly string[]): void {
  for (const [name, value] of Object.entries(body)) {
    const known = names.find((each) => each.toLowerCase() === name.toLowerCase());
    if (known !== undefined && !Object.hasOwn(body, known)) {
      delete body[name];
      body[known] = value;
    }
    if (known !== undefined && known !== 'metadata' && isObject(value)) rename(value, names);
  }
}
