import type { RequirementId } from '../../../register/index.ts';
import { sandboxWallets } from '../../../wire/sandbox-wallets.ts';
import { type Exchange, type Fields, objectOf, type TimedStep, textIn } from '../../events.ts';
import type { ObjectKind } from '../../machine.ts';
import type { ModelObject, Rule, Violation } from '../../model-object.ts';
import type { ModelState } from '../../model-state.ts';
import { isAccepted, type RequestSubject, subjectOf } from '../../operations.ts';
import {
  isCertainlyShortReference,
  isCertainlyValidBody,
  isCertainlyValidInteger,
  isCertainlyValidKey,
  isCertainlyValidText,
} from './certainly-valid.ts';

// A create request that breaks no rule is carried out ("valid request": States and transitions), whatever was requested
// before. Judged only where its fields, reference and credentials are valid in every reading.

export const createdWhenRight: Readonly<Partial<Record<ObjectKind, RequirementId>>> = {
  checkout: 'checkout.created',
  refund: 'refund.created',
  payout: 'payout.created',
  escrow: 'escrow.created',
};

/** Refusals for credentials, rate, size, media type, key or a missing link are judged by other rules. */
export const OTHER_REASON_STATUSES: readonly number[] = [401, 403, 413, 415, 429];
export const OTHER_REASON_CODES: readonly string[] = [
  'idempotency_key_reused',
  'request_in_progress',
  'wrong_environment',
  'rate_limited',
];

/** "In live it must exist, else `422 account_not_found`" (Escrow, `seller.walletId`). */
export const sellerRules = {
  known: 'environment.live-known-seller',
  any: 'escrow.sandbox-any-seller',
  unknown: 'environment.live-account-not-found',
} as const satisfies Record<string, RequirementId>;

export class RightRequests implements Rule {
  readonly #model: ModelState;
  /** Bank names that this target has matched. */
  readonly #matchedBanks = new Set<string>();
  /** Accounts that were looked up in live, and sellers of escrows that were accepted there. */
  readonly #accountReads: { readonly exchange: Exchange; readonly walletId: string }[] = [];
  readonly #acceptedSellers: {
    readonly exchange: Exchange;
    readonly walletId: string;
    readonly object: ModelObject;
  }[] = [];
  /** Merchants whose `requireLinkedWallets` setting may have changed. */
  readonly #merchantsWithChangedSetting = new Set<string>();

  constructor(model: ModelState) {
    this.#model = model;
  }

  onStep({ endpoint, names: { merchantId = '' }, body }: TimedStep): void {
    if (endpoint === 'PATCH /merchants/{merchantId}' && objectOf(body)?.requireLinkedWallets !== undefined)
      this.#merchantsWithChangedSetting.add(merchantId);
  }

  onResponse(exchange: Exchange): Violation[] {
    const { status, code, merchant, credentials, id } = exchange;
    const [collection, walletId] = exchange.path;
    const isLook = exchange.method === 'GET' && collection === 'accounts' && exchange.path.length === 2;
    if (isLook && exchange.environment === 'live' && credentials === 'own' && walletId !== undefined)
      this.#accountReads.push({ exchange, walletId });
    const subject = subjectOf(exchange);
    if (subject?.operation !== 'create' || credentials !== 'own' || !this.#model.createdInThisRun(merchant)) return [];
    const recipient = objectOf(objectOf(exchange.body)?.recipient);
    const bank = textIn(recipient, 'bankName');
    // "Whether `bankCode` is accepted, optional, or changes the matching: not shown."
    if (isAccepted(exchange) && bank !== null && recipient?.bankCode === undefined) this.#matchedBanks.add(bank);
    const seller =
      subject.kind === 'escrow' ? this.#sellerViolation(exchange, this.#model.objectAbout(subject, exchange)) : null;
    if (seller !== null) return [this.#model.objectAbout(subject, exchange).violation(...seller, { exchanges: [id] })];
    const requirement = createdWhenRight[subject.kind];
    if (requirement === undefined || status < 400 || status >= 500 || OTHER_REASON_STATUSES.includes(status)) return [];
    if (OTHER_REASON_CODES.includes(code ?? '') || code === 'wallet_not_linked') return [];
    if (this.#model.repeatsRefusal(exchange)) return [];
    // A refund may be refused for its checkout, but not with 400.
    if (subject.kind === 'refund' && status !== 400) return [];
    if (!isCertainlyValidKey(exchange) || !isCertainlyValidBody(exchange) || !this.#isRight(exchange, subject.kind))
      return [];
    if (isUsed(this.#model, subject, merchant)) return [];
    const object = this.#model.objectAbout(subject, exchange);
    const isSecond = object.refusals.length > 0;
    const what = `create was refused with ${status} ${code ?? ''}, and nothing speaks against it: ${short(exchange.body)}`;
    const rule = isSecond ? 'error.refused-leaves-reference-free' : requirement;
    return [object.violation(rule, what, 'it is created', { exchanges: [id] })];
  }

  /** Judges whether the seller's wallet exists, which is known only of wallets that control made. */
  #sellerViolation(
    exchange: Exchange,
    object: ModelObject,
  ): [requirement: RequirementId, what: string, allowed: string] | null {
    const { environment, body, code, isReplay, began, ended } = exchange;
    const { wallets } = this.#model;
    const walletId = textIn(objectOf(body)?.seller, 'walletId') ?? '';
    if (!/^[0-9]{10}$/.test(walletId) || !isCertainlyValidBody(exchange)) return null;
    const isThere = wallets.existsSince(environment, walletId) < began;
    if (code === 'account_not_found' && !this.#model.repeatsRefusal(exchange)) {
      const what = `create was refused with ${code} for the seller's wallet ${walletId}`;
      // `account_not_found` may be about the fee wallet.
      if (objectOf(body)?.feeWalletId != null) return null;
      if (environment === 'sandbox') return [sellerRules.any, what, 'in sandbox it need not exist'];
      if (isThere) return [sellerRules.known, what, 'it exists'];
    }
    if (environment !== 'live' || !isAccepted(exchange) || isReplay || sandboxWallets.some((each) => each === walletId))
      return null;
    this.#acceptedSellers.push({ exchange, walletId, object });
    const isElsewhere = wallets.of('sandbox', walletId).some(({ outcome }) => outcome === 'done');
    if (!isElsewhere || wallets.of('live', walletId).some((step) => step.began <= ended)) return null;
    return [
      sellerRules.unknown,
      `create was accepted for the wallet ${walletId}, of sandbox alone`,
      '422 `account_not_found`',
    ];
  }

  /** A wallet that the account check did not find, and that control did not make, must not be accepted as a seller. */
  conclude(): Violation[] {
    // If the account check never finds a wallet, it is itself at fault.
    if (!this.#accountReads.some(({ exchange }) => exchange.status === 200)) return [];
    const unknown = Map.groupBy(
      this.#accountReads.filter(({ exchange }) => exchange.status === 404),
      (look) => look.walletId,
    );
    return this.#acceptedSellers.flatMap(({ exchange, walletId, object }) => {
      const [look] = unknown.get(walletId) ?? [];
      if (look === undefined) return [];
      const until = Math.max(exchange.ended, look.exchange.ended);
      if (this.#model.wallets.of('live', walletId).some(({ began }) => began <= until)) return [];
      const what = `create was accepted for the wallet ${walletId}, and GET of its account was answered 404`;
      const exchanges = [look.exchange.id, exchange.id];
      return [object.violation(sellerRules.unknown, what, '422 `account_not_found`', { exchanges })];
    });
  }

  #isRight({ body, environment, merchant, began }: Exchange, kind: ObjectKind): boolean {
    const fields = objectOf(body) ?? {};
    const { amount, currency, reference } = fields;
    switch (kind) {
      case 'checkout':
        return (
          hasOnly(fields, ['reference', 'amount', 'currency', 'customer', ...SHARED_FIELDS]) &&
          isLike(reference, CHECKOUT_REFERENCE) &&
          isCertainlyValidInteger(amount, 100) &&
          currency === 'NGN' &&
          isCertainlyValidPerson(fields.customer) &&
          fields.returnUrl !== undefined &&
          isShared(fields)
        );
      case 'refund':
        return isRightRefund(fields);
      case 'payout':
        return environment === 'sandbox' && this.#isPayout(fields);
      case 'escrow':
        return (
          environment === 'sandbox' && !this.#merchantsWithChangedSetting.has(merchant) && this.#isEscrow(fields, began)
        );
      default:
        return false;
    }
  }

  #isPayout(fields: Fields): boolean {
    const { reference, amount, currency, recipient, narration } = fields;
    const { bankName, accountNumber, accountName, ...more } = objectOf(recipient) ?? {};
    return (
      hasOnly(fields, ['reference', 'amount', 'currency', 'recipient', 'narration']) &&
      isCertainlyShortReference(reference) &&
      isCertainlyValidInteger(amount, 10_000) &&
      currency === 'NGN' &&
      typeof bankName === 'string' &&
      this.#matchedBanks.has(bankName) &&
      isLike(accountNumber, /^[0-9]{10}$/) &&
      isCertainlyValidName(accountName) &&
      Object.keys(more).length === 0 &&
      isTextOrNone(narration)
    );
  }

  /** One that control made, or one of the three of the document, which any sandbox has. */
  #isSeller(walletId: string, began: number): boolean {
    return (
      sandboxWallets.some((each) => each === walletId) || this.#model.wallets.existsSince('sandbox', walletId) < began
    );
  }

  #isEscrow(fields: Fields, began: number): boolean {
    const { reference, amount, currency, seller, buyer, autoReleaseHours, conditions } = fields;
    const { walletId, ...more } = objectOf(seller) ?? {};
    return (
      hasOnly(fields, [
        'reference',
        'amount',
        'currency',
        'seller',
        'buyer',
        'autoReleaseHours',
        'conditions',
        ...SHARED_FIELDS,
      ]) &&
      isCertainlyShortReference(reference) &&
      isCertainlyValidInteger(amount, 10_000, MAX_CERTAIN_ESCROW) &&
      currency === 'NGN' &&
      typeof walletId === 'string' &&
      this.#isSeller(walletId, began) &&
      Object.keys(more).length === 0 &&
      (buyer === undefined || isCertainlyValidPerson(buyer)) &&
      (autoReleaseHours === undefined || isCertainlyValidInteger(autoReleaseHours, 1, 720)) &&
      isTextOrNone(conditions) &&
      isShared(fields)
    );
  }
}

/** Whether something may have been created under this reference. */
export function isUsed(model: ModelState, { kind, reference }: RequestSubject, merchant: string): boolean {
  return (
    model
      .anyKindNamed(reference)
      // Only checkout references are said to be "unique per merchant".
      .filter((object) => kind !== 'checkout' || object.merchant === merchant)
      .some((object) => object.operations.some((operation) => operation.kind === object.kind))
  );
}

/** A refund request that can be refused only because of its checkout. */
export function isRightRefund(fields: Fields): boolean {
  return (
    hasOnly(fields, ['reference', 'paymentReference', 'amount', 'reason']) &&
    isCertainlyShortReference(fields.reference) &&
    isLike(fields.paymentReference, CHECKOUT_REFERENCE) &&
    isCertainlyValidInteger(fields.amount) &&
    isTextOrNone(fields.reason)
  );
}

const isLike = (value: unknown, pattern: RegExp) => typeof value === 'string' && pattern.test(value);

/** "Max 100 chars. Allowed characters: letters, digits, `.`, `_`, `:`, `-`"; `.` and `..` are special path segments. */
const CHECKOUT_REFERENCE = /^(?=.*[A-Za-z0-9])[A-Za-z0-9._:-]{1,100}$/;

const SHARED_FIELDS = ['description', 'returnUrl', 'metadata'];

const hasOnly = (fields: Fields, names: readonly string[]) => Object.keys(fields).every((name) => names.includes(name));

/** Kobo; which maximum an escrow has is not shown. */
const MAX_CERTAIN_ESCROW = 1_000_000;

const isTextOrNone = (value: unknown) => value === undefined || isCertainlyValidText(value);

/** Capitalised words of ASCII letters, at least two. */
const isCertainlyValidName = (value: unknown) => isLike(value, /^[A-Z][a-z]+( [A-Z][a-z]+)+$/);

function isCertainlyValidPerson(person: unknown): boolean {
  const { email, ...more } = objectOf(person) ?? {};
  return isLike(email, /^[a-z0-9]+([._+-][a-z0-9]+)*@([a-z0-9-]+\.)+[a-z]{2,}$/) && Object.keys(more).length === 0;
}

/**
 * "Same rules as for checkouts": an https address of at most 255 characters, as the interface shows no maximum, a text, an object of at most
 * 1,000 characters.
 */
function isShared({ description, returnUrl, metadata }: Fields): boolean {
  const isAddress =
    returnUrl === undefined ||
    isLike(returnUrl, /^(?=.{1,255}$)https:\/\/[a-z0-9.-]+\.[a-z]+(:[0-9]{2,5})?(\/[\w./-]*)?(\?[\w=&.-]*)?$/);
  const isSmall = metadata === undefined || (objectOf(metadata) !== null && JSON.stringify(metadata).length <= 1_000);
  return isTextOrNone(description) && isAddress && isSmall;
}

function short(value: unknown): string {
  const json = JSON.stringify(value);
  return json.length > 300 ? `${json.slice(0, 300)}…` : json;
}
