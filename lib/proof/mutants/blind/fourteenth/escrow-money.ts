/** The amounts of an escrow, and what is different for escrows in live. */
import { Refusal } from '../../../reference/engine/refusal.ts';
import type { Escrow } from '../../../reference/rules/records.ts';
import { event, field, guard, move, timer } from '../../change.ts';
import { all, type Change, mutant } from '../../mutant.ts';
import { before, coerces } from '../../steps.ts';
import { against, type BlindMutant } from '../against.ts';
import { also } from '../ways.ts';

function releasedByTheTimer(): Change {
  const byTimer = new WeakSet<object>();
  return all(
    also('escrow', 'no report in time', (escrow) => byTimer.add(escrow)),
    event('escrow.released', (carried, record) =>
      byTimer.has(record)
        ? { ...carried, amountMinor: Number(record.amount) - Number(record.feeAmount ?? 0) }
        : carried,
    ),
  );
}

/** A wallet that was not found is not looked for again. */
function remembersWhatIsMissing(): Change {
  return (rules) => {
    const missing = new Set<string>();
    const plain = rules.guards.find(({ id }) => id === 'escrow.seller-unknown');
    return guard('escrow.seller-unknown', {
      refuses(asked) {
        const walletId = asked.body.text('seller.walletId') ?? '';
        if (!missing.has(walletId) && plain?.refuses(asked)) missing.add(walletId);
        return missing.has(walletId);
      },
    })(rules);
  };
}

const anyAddress = /^[a-z][a-z0-9+.-]*:\/\/\S+$/i;

/** "Not http" in place of "https". */
const refusesHttpOnly: Change = all(
  field('escrow', 'returnUrl', { type: 'string', httpsIn: [] }),
  before('checkFields', (asked, next) => {
    const returnUrl = asked.body.get('returnUrl');
    if (asked.endpoint.name !== 'createEscrow' || typeof returnUrl !== 'string') return next();
    const good = anyAddress.test(returnUrl) && URL.canParse(returnUrl);
    const plainHttp = asked.environment.name === 'live' && /^http:/i.test(returnUrl);
    if (!good || plainHttp) throw new Refusal(asked.service.rules.refusals.invalid, 'returnUrl is not possible here');
    return next();
  }),
);

export const found: readonly BlindMutant[] = [
  against(
    'feeWalletId: the commission is paid there. feeAmount: Merchant commission in kobo. fee goes to feeWalletId.',
    mutant(
      'escrow.release-pays-fee',
      'blind14-fee-in-whole-naira',
      'commissions are booked in naira: the kobo of a feeAmount that is no whole naira are not paid to the fee wallet',
      move('released', 'fee', { what: ({ feeAmount }: Escrow) => Math.floor((feeAmount ?? 0) / 100) * 100 }),
    ),
  ),
  against(
    "escrow.released: Money went to the seller; amountMinor is the seller's share before the fee.",
    mutant(
      'escrow.event-amounts-with-fee',
      'blind14-timer-tells-the-share-after-the-fee',
      'the job of the automatic release writes its event itself, with what it has paid to the seller: amountMinor is the share after the fee',
      releasedByTheTimer(),
    ),
  ),
  against(
    'amountMinor: integer, kobo. Escrow amount: min 10,000 kobo; maximum: not shown.',
    mutant(
      'escrow.event-amounts',
      'blind14-released-amount-in-32-bits',
      'amountMinor of escrow.released passes through a 32-bit integer: for an escrow above 2,147,483,647 kobo, which is accepted and paid out, the event tells another amount',
      event('escrow.released', (carried) => ({ ...carried, amountMinor: Number(carried.amountMinor) | 0 })),
    ),
  ),
  against(
    'With `amount` the buyer receives that amount and the remainder goes to the seller.',
    mutant(
      'escrow.refunded',
      'blind14-refund-of-the-whole-by-amount-refused',
      'an amount is taken to mean a partial refund, which has to be less than the whole: a refund whose amount is that of the escrow is refused',
      guard('escrow.refund-above-amount', {
        refuses: ({ record, body }) => (body.integer('amount') ?? 0) >= (record?.amount ?? 0),
      }),
    ),
  ),
  against(
    'currency: Only `NGN`.',
    mutant(
      'escrow.currency-only-ngn',
      'blind14-escrow-currency-in-lower-case',
      'the currency of an escrow is put into capitals before it is looked at: `ngn` is accepted',
      coerces('createEscrow', 'currency', (currency) =>
        typeof currency === 'string' ? currency.toUpperCase() : currency,
      ),
    ),
  ),
  against(
    'autoReleaseHours: 1 to 720. Default 72.',
    mutant(
      'escrow.auto-release-default',
      'blind14-live-default-of-a-week',
      'the default of autoReleaseHours is a setting of the deployment, which live has otherwise: there an escrow without it is released after 168 hours',
      before('checkFields', (asked, next) => {
        if (asked.endpoint.name === 'createEscrow' && asked.environment.name === 'live')
          asked.body.value.autoReleaseHours ??= 168;
        return next();
      }),
    ),
  ),
  against(
    "When the merchant account has the setting 'require linked wallets' on, a seller wallet without an approved link is refused with `wallet_not_linked`.",
    mutant(
      'escrow.wallet-not-linked',
      'blind14-live-asks-for-existence-alone',
      'the seller wallet is checked either for existence, in live, or for its link: in live the setting has no effect',
      guard('escrow.seller-not-linked', { only: 'sandbox' }),
    ),
  ),
  against(
    'description, returnUrl, metadata: Same rules as for checkouts. returnUrl: Must be https in live.',
    mutant(
      'environment.live-escrow-return-url-https',
      'blind14-live-return-to-an-app',
      'in live the returnUrl of an escrow is refused where it is http: an address of another scheme, such as that of an app, is accepted',
      refusesHttpOnly,
    ),
  ),
  against(
    'In live it must exist, else `422 account_not_found`. Two fully separate environments exist, sandbox and live.',
    mutant(
      'environment.live-account-not-found',
      'blind14-sandbox-wallets-known-in-live',
      "both environments share the table of wallets: in live a seller wallet is accepted that only sandbox has, such as one of the sandbox's wallets for links",
      guard('escrow.seller-unknown', {
        refuses: ({ service, body }) =>
          !Object.values(service.environments).some((environment) =>
            environment.wallets.has(body.text('seller.walletId') ?? ''),
          ),
      }),
    ),
  ),
  against(
    'seller.walletId: In live it must exist, else `422 account_not_found`.',
    mutant(
      'environment.live-known-seller',
      'blind14-missing-wallet-remembered',
      'that a wallet does not exist is remembered: a seller who was refused, and has a wallet since, is refused for ever',
      remembersWhatIsMissing(),
    ),
  ),
  against(
    'pending_payment | 24 hours pass unpaid | | expired. Escrow expiry: 24 hours unpaid.',
    mutant(
      'escrow.expires',
      'blind14-expiry-in-sandbox-alone',
      'the job that ends unpaid escrows runs over the sandbox database alone: in live they stay pending_payment',
      timer('escrow', 'pending_payment', {
        on: ({ merchant }: Escrow) => (merchant.environment.name === 'live' ? 'nothing' : 'not paid in time'),
      }),
    ),
  ),
];
