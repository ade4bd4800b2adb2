/** Bodies with other containers than the document has, and people who act on or see what is not theirs. */
import { isObject } from '../../../reference/engine/body.ts';
import { functions, shows } from '../../change.ts';
import { mutant } from '../../mutant.ts';
import { before, coerces, isAt } from '../../steps.ts';
import { against, type BlindMutant } from '../against.ts';
import { parsed } from '../ways.ts';

function fromText(value: unknown): unknown {
  const read = typeof value === 'string' ? parsed(value) : undefined;
  return isObject(read) ? read : value;
}

/** The address without what follows a plus sign in its name. */
function mailbox(email: string | null): string | null {
  return email === null ? null : email.replace(/\+[^@]*@/, '@');
}

export const found: readonly BlindMutant[] = [
  against(
    'metadata | object | no | Up to 4 KB. Returned by GET',
    mutant(
      'checkout.field-types',
      'blind28-metadata-as-json-text',
      'metadata may also come as a text that holds JSON, as forms send it, and is read from that: such a create is answered with 201',
      coerces('createCheckout', 'metadata', fromText),
    ),
  ),
  against(
    "seller.walletId | string | yes | The seller's 10-digit wallet id",
    mutant(
      'escrow.field-types',
      'blind28-seller-by-wallet-id-alone',
      'a text as `seller` is expanded to an object with that `walletId`, as a short form: an escrow whose seller is the wallet id alone is answered with 201',
      coerces('createEscrow', 'seller', (seller) => (typeof seller === 'string' ? { walletId: seller } : seller)),
    ),
  ),
  against(
    'recipient.bankName | string | yes | The service matches it to a Nigerian bank',
    mutant(
      'payout.field-types',
      'blind28-list-of-one-recipient',
      'the code is shared with a batch that takes a list of recipients: a `recipient` that is a list with one recipient in it is accepted',
      coerces('createPayout', 'recipient', (recipient) =>
        Array.isArray(recipient) && recipient.length === 1 ? recipient[0] : recipient,
      ),
    ),
  ),
  against(
    'buyer.email | string | no | If set, only the wallet account with that e-mail can pay',
    mutant(
      'escrow.buyer-email-restricts',
      'blind28-buyer-compared-without-plus',
      'addresses are compared without what follows a plus sign, as some providers deliver them to one mailbox: the account of ada+2@example.com pays an escrow for ada@example.com',
      functions(({ mayPay }) => ({
        mayPay: (escrow, email) => mayPay({ ...escrow, buyerEmail: mailbox(escrow.buyerEmail) }, mailbox(email)),
      })),
    ),
  ),
  against(
    'paymentReference | string | yes | The reference of the checkout being refunded. An unknown `paymentReference` gives `404 payment_not_found`',
    mutant(
      'refund.other-merchants-payment',
      'blind28-payment-by-id-of-any-merchant',
      "a `paymentReference` that is none of the merchant's references is looked up as an id, in the table of all checkouts: a merchant can refund another one's checkout by its id",
      before('checkGuards', (asked, next) => {
        if (isAt(asked, 'createRefund'))
          asked.payment ??= asked.environment.checkouts.get(asked.body.text('paymentReference') ?? '');
        return next();
      }),
    ),
  ),
  against(
    '`GET /v1/accounts/{walletId}` tells whether a wallet exists and returns a masked holder name',
    mutant(
      'account.holder-name-masked',
      'blind28-linked-merchant-sees-the-name',
      'the account check shows the registered name to a merchant with an approved link to the wallet, which has been told it anyway',
      shows('getAccount', (body, { asked }) => {
        const { service, merchant, environment, params } = asked;
        const walletId = params.walletId ?? '';
        const linked = service.rules.functions.linkOf(merchant, walletId) !== undefined;
        return linked ? { ...body, walletName: service.wallet(environment, walletId)?.holderName } : body;
      }),
    ),
  ),
];
