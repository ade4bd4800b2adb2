/** Terms of an escrow that are compared, looked up or filled in otherwise than they were agreed. */
import type { Environment, Merchant } from '../../../reference/rules/records.ts';
import { functions, guard } from '../../change.ts';
import { type Change, mutant } from '../../mutant.ts';
import { before, isAt } from '../../steps.ts';
import { against, type BlindMutant } from '../against.ts';
import { HOUR } from '../ways.ts';

const A_WEEK_IN_HOURS = 168;

/** The pattern of SQL's ILIKE: an underscore stands for any character, a percent sign for any text. */
function ilike(pattern: string): RegExp {
  const escaped = pattern.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  return new RegExp(`^${escaped.replace(/_/g, '.').replace(/%/g, '.*')}$`, 'i');
}

function unknownIsRemembered(): Change {
  const unknown = new WeakMap<Environment, Map<string, number>>();
  return (rules) => {
    const plain = rules.guards.find(({ id }) => id === 'escrow.seller-unknown');
    return guard('escrow.seller-unknown', {
      refuses(asked) {
        const { environment, service, body } = asked;
        const remembered = unknown.get(environment) ?? new Map<string, number>();
        unknown.set(environment, remembered);
        const walletId = body.text('seller.walletId') ?? '';
        const now = service.clock.now();
        if (now - (remembered.get(walletId) ?? Number.NEGATIVE_INFINITY) < HOUR * 1_000) return true;
        const refuses = plain?.refuses(asked) ?? false;
        if (refuses) remembered.set(walletId, now);
        return refuses;
      },
    })(rules);
  };
}

function firstFeeWalletStays(): Change {
  const own = new WeakMap<Merchant, string>();
  return before('act', (asked, next) => {
    const feeWalletId = asked.body.text('feeWalletId');
    if (!isAt(asked, 'createEscrow') || feeWalletId === null) return next();
    const known = own.get(asked.merchant) ?? feeWalletId;
    own.set(asked.merchant, known);
    asked.body.value.feeWalletId = known;
    return next();
  });
}

export const found: readonly BlindMutant[] = [
  against(
    'buyer.email: If set, only the wallet account with that e-mail can pay.',
    mutant(
      'escrow.buyer-email-restricts',
      'blind15-buyer-compared-with-ilike',
      'the address of who pays is compared with ILIKE, so that case does not matter: an escrow for ada_obi@example.com, whose underscore stands for any character, is paid by ada.obi@example.com',
      functions(() => ({
        mayPay: ({ buyerEmail }, email) => buyerEmail === null || ilike(buyerEmail).test(email?.trim() ?? ''),
      })),
    ),
  ),
  against(
    "seller.walletId: The seller's 10-digit wallet id. In live it must exist, else `422 account_not_found`. POST /v1/escrows: 201.",
    mutant(
      'environment.live-known-seller',
      'blind15-unknown-seller-remembered',
      'the look-up of wallets is cached, what was not found as well: in live a seller for whom an escrow was refused with account_not_found is unknown for an hour, though the wallet was opened meanwhile',
      unknownIsRemembered(),
    ),
  ),
  against(
    'autoReleaseHours | 1 to 720. Default 72. funded | no buyer report within autoReleaseHours | released.',
    mutant(
      'escrow.auto-release-default',
      'blind15-live-default-of-a-week',
      'the default is a setting of each environment, and that of live was set to 168: a live escrow without autoReleaseHours is released after a week',
      before('checkFields', (asked, next) => {
        const isLive = asked.environment.name === 'live';
        if (isAt(asked, 'createEscrow') && isLive && asked.body.get('autoReleaseHours') === undefined)
          asked.body.value.autoReleaseHours = A_WEEK_IN_HOURS;
        return next();
      }),
    ),
  ),
  against(
    "feeWalletId: The merchant's own wallet id; the commission is paid there. Release: fee goes to feeWalletId.",
    mutant(
      'escrow.release-pays-fee',
      'blind15-first-fee-wallet-stays',
      "the feeWalletId is kept with the merchant when it is first given, and not overwritten: the fee of a later escrow that names another wallet of the merchant's goes to the first one",
      firstFeeWalletStays(),
    ),
  ),
];
