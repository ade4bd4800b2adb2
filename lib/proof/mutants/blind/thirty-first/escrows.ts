/** Escrows: whose money and whose word it is, and what a setting or an attempt leaves behind. */
import { Refusal } from '../../../reference/engine/refusal.ts';
import type { Escrow } from '../../../reference/rules/records.ts';
import type { Service } from '../../../reference/rules/rulebook.ts';
import { functions, timer } from '../../change.ts';
import { all, type Change, mutant } from '../../mutant.ts';
import { before, isAt } from '../../steps.ts';
import { against, type BlindMutant } from '../against.ts';
import { also, HOUR } from '../ways.ts';
import { pages } from '../ways-of-pages.ts';

const LATELY_MS = 1_800_000;
const SHOWN_CHARACTERS = 140;

/** However it was released. */
function onRelease(does: (escrow: Escrow) => void): Change {
  return all(also('escrow', 'release', does), also('escrow', 'no report in time', does));
}

function latestFeeWallet({ merchant, feeWalletId }: Escrow): string | null {
  const wallets = [...merchant.records.escrow.values()].map((each) => each.feeWalletId);
  return wallets.findLast((each) => each !== null) ?? feeWalletId;
}

function withoutTag(email: string | null): string | null {
  return email?.replace(/\+[^@]*(?=@)/, '') ?? null;
}

/** The seller's wallet has been paid behind this; what was due is taken from it again. */
function paidToTheHolder({ merchant, sellerWalletId, amount, feeAmount }: Escrow): void {
  const { wallets } = merchant.environment;
  const seller = wallets.get(sellerWalletId);
  const first = [...wallets.values()].find(({ holderName }) => holderName === seller?.holderName);
  if (seller === undefined || first === undefined) return;
  const due = amount - (feeAmount ?? 0);
  seller.availableMinor -= due;
  first.availableMinor += due;
}

function stretchedForLateBuyers(): Change {
  const opened = new WeakMap<Escrow, { service: Service; at: number }>();
  return all(
    pages(({ showEscrow }) => ({
      showEscrow(service, escrow, refused) {
        opened.set(escrow, { service, at: service.clock.now() });
        return showEscrow(service, escrow, refused);
      },
    })),
    timer('escrow', 'pending_payment', {
      on: (escrow: Escrow) => {
        const last = opened.get(escrow);
        const now = last?.service.clock.now() ?? 0;
        if (last === undefined || now - last.at > LATELY_MS) return 'not paid in time';
        last.service.clock.schedule(now + HOUR * 1_000, () => last.service.fire(escrow, 'not paid in time'));
        return 'held open';
      },
    }),
  );
}

function attemptKeepsItOpen(): Change {
  const attempted = new WeakSet<Escrow>();
  return all(
    functions(({ mayPay }) => ({
      mayPay(escrow, email) {
        const may = mayPay(escrow, email);
        if (!may) attempted.add(escrow);
        return may;
      },
    })),
    before('act', (asked, next) => {
      const { record } = asked;
      if (isAt(asked, 'cancelEscrow') && record?.kind === 'escrow' && attempted.has(record))
        throw new Refusal({ status: 409, code: 'payment_in_progress' }, 'a buyer is paying this escrow');
      return next();
    }),
  );
}

export const found: readonly BlindMutant[] = [
  against(
    "feeWalletId | string | required with feeAmount | The merchant's own wallet id; the commission is paid there.",
    mutant(
      'escrow.release-pays-fee',
      'blind31-one-fee-wallet-for-a-merchant',
      'feeWalletId is kept with the merchant and not with the escrow: the commission of an earlier escrow goes to the wallet that the latest one named',
      onRelease((escrow) => {
        if (escrow.feeAmount !== null) escrow.feeWalletId = latestFeeWallet(escrow);
      }),
    ),
  ),
  against(
    'buyer.email | string | no | If set, only the wallet account with that e-mail can pay.',
    mutant(
      'escrow.buyer-email-restricts',
      'blind31-tags-of-addresses-do-not-count',
      'addresses are compared without what follows a + in their name: the account of ada+shop@example.com can pay what is for ada@example.com',
      functions(({ mayPay }) => ({
        mayPay: (escrow, email) => mayPay({ ...escrow, buyerEmail: withoutTag(escrow.buyerEmail) }, withoutTag(email)),
      })),
    ),
  ),
  against(
    'pending_payment | 24 hours pass unpaid | | expired | `escrow.cancelled`.',
    mutant(
      'escrow.expires',
      'blind31-late-buyers-get-an-hour-more',
      'an escrow whose page was opened in its last half hour is kept open for an hour more, so that nobody loses it while paying',
      stretchedForLateBuyers(),
    ),
  ),
  against(
    'funded | POST release, or buyer releases | conditions met | released | `escrow.released`; seller is paid less the fee; fee goes to feeWalletId.',
    mutant(
      'escrow.released',
      'blind31-setting-stops-releases',
      'the setting for linked wallets is asked for at every action with a seller: when it has been turned on, or a link has ended, an escrow that is funded cannot be released',
      before('checkGuards', (asked, next) => {
        const { merchant, record, service } = asked;
        if (!isAt(asked, 'releaseEscrow') || record?.kind !== 'escrow' || !merchant.requireLinkedWallets) return next();
        if (service.rules.functions.linkOf(merchant, record.sellerWalletId) !== undefined) return next();
        throw new Refusal({ status: 422, code: 'wallet_not_linked' }, 'the seller wallet is not linked');
      }),
    ),
  ),
  against(
    'Escrow release pays the seller the amount less `feeAmount`.',
    mutant(
      'escrow.release-pays-seller',
      'blind31-paid-to-the-first-wallet-of-the-holder',
      'the seller is looked up by the registered name of the wallet: where a holder has two wallets, what is due for either goes to the older one',
      onRelease(paidToTheHolder),
    ),
  ),
  against(
    'pending_payment | POST cancel | unpaid | cancelled | `escrow.cancelled`.',
    mutant(
      'escrow.cancelled',
      'blind31-turned-away-buyer-keeps-it-open',
      'a buyer who tries to pay opens a payment, which one who is turned away leaves open: the unpaid escrow cannot be cancelled any more',
      attemptKeepsItOpen(),
    ),
  ),
  against(
    'conditions | string | no | Shown to both parties.',
    mutant(
      'page.escrow-texts',
      'blind31-long-conditions-are-cut',
      'the page has room for a few lines: of conditions longer than 140 characters it shows the beginning and three dots',
      pages(({ showEscrow }) => ({
        showEscrow(service, escrow, refused) {
          const { conditions } = escrow;
          if (conditions === null || conditions.length <= SHOWN_CHARACTERS) return showEscrow(service, escrow, refused);
          const cut = `${conditions.slice(0, SHOWN_CHARACTERS)}…`;
          return showEscrow(service, { ...escrow, conditions: cut }, refused);
        },
      })),
    ),
  ),
];
