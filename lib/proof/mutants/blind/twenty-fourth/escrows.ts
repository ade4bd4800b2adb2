/** Escrows: who may pay, what is released, and when. */
import type { Escrow, Merchant } from '../../../reference/rules/records.ts';
import { functions, guard, move, timer } from '../../change.ts';
import { mutant } from '../../mutant.ts';
import { against, type BlindMutant } from '../against.ts';
import { HOUR, inTime } from '../ways.ts';

const LONGEST_HOLD = 720 * HOUR;
const SETTING_CACHED_MS = 300_000;

function untagged(email: string): string {
  return email
    .trim()
    .toLowerCase()
    .replace(/\+[^@]*@/, '@');
}

function linked({ merchant, sellerWalletId }: Escrow): boolean {
  return [...merchant.links.values()].some((link) => link.walletId === sellerWalletId && link.status === 'APPROVED');
}

function heldFor({ merchant, sellerWalletId }: Escrow): number {
  return merchant.environment.wallets.get(sellerWalletId)?.heldMinor ?? 0;
}

/** The setting as it was read last, for five minutes. */
function cachedSetting(): (merchant: Merchant, now: number) => boolean {
  const cache = new WeakMap<Merchant, { on: boolean; until: number }>();
  return (merchant, now) => {
    const kept = cache.get(merchant);
    if (kept !== undefined && kept.until > now) return kept.on;
    cache.set(merchant, { on: merchant.requireLinkedWallets, until: now + SETTING_CACHED_MS });
    return merchant.requireLinkedWallets;
  };
}
const settingOf = cachedSetting();

export const found: readonly BlindMutant[] = [
  against(
    'funded | no buyer report within autoReleaseHours | | released | automatic release; `escrow.released`.',
    mutant(
      'escrow.releases-by-itself',
      'blind24-automatic-release-asks-for-the-link-again',
      'where linked wallets are required, the automatic release checks the link once more, and passes over an escrow whose seller has unlinked since: it stays funded for good',
      timer('escrow', 'funded', {
        on: (escrow: Escrow) => {
          return escrow.merchant.requireLinkedWallets && !linked(escrow) ? 'nothing' : 'no report in time';
        },
      }),
    ),
  ),
  against(
    'money held, seller cannot spend it, buyer cannot take it back.',
    mutant(
      'escrow.each-pays-its-own',
      'blind24-release-frees-all-that-the-wallet-holds',
      'a release moves the whole held balance of the wallet to what is available: the money of the other funded escrows of the seller is freed with it',
      move('released', 'amount less fee', { what: (escrow) => heldFor(escrow) - (escrow.feeAmount ?? 0) }),
    ),
  ),
  against(
    'buyer.email | string | no | If set, only the wallet account with that e-mail can pay.',
    mutant(
      'escrow.buyer-email-restricts',
      'blind24-tag-of-an-address-does-not-count',
      'addresses are compared without what follows a plus sign, as some mail services deliver them: another account, whose address differs in its tag, can pay',
      functions(() => ({
        mayPay: (escrow, email) => escrow.buyerEmail === null || untagged(escrow.buyerEmail) === untagged(email ?? ''),
      })),
    ),
  ),
  against(
    'funded | buyer files a refund request | | disputed | release is paused; `escrow.disputed`.',
    mutant(
      'escrow.dispute-pauses-release',
      'blind24-nothing-is-held-for-more-than-thirty-days',
      'a sweep closes what has been in one state for 720 hours, the longest that money may be held, as a release: a dispute that lasts so long ends with the money at the seller',
      inTime(
        'escrow',
        { from: 'disputed', to: 'released', sends: 'escrow.released' },

        () => LONGEST_HOLD,
      ),
    ),
  ),
  against(
    "When the merchant account has the setting 'require linked wallets' on, a seller wallet without an approved link is refused with `wallet_not_linked`.",
    mutant(
      'escrow.wallet-not-linked',
      'blind24-setting-is-cached-by-the-first-escrow',
      'the setting is read when an escrow is created and cached for five minutes: an escrow made before it was turned on keeps it off for those made soon afterwards',
      guard('escrow.seller-not-linked', {
        refuses: ({ body, merchant, service }) =>
          settingOf(merchant, service.clock.now()) &&
          service.rules.functions.linkOf(merchant, body.text('seller.walletId') ?? '') === undefined,
      }),
    ),
  ),
];
