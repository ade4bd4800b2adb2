/** Escrows: who may pay, until when, what a refusal leaves behind, and when the money moves. */
import { Refusal } from '../../../reference/engine/refusal.ts';
import type { Escrow } from '../../../reference/rules/records.ts';
import type { AnyTimer } from '../../../reference/rules/states.ts';
import { addedTransition, functions, move, timer } from '../../change.ts';
import { all, type Change, mutant } from '../../mutant.ts';
import { before, isAt } from '../../steps.ts';
import { against, type BlindMutant } from '../against.ts';
import { DAY, HOUR, whenRefused } from '../ways.ts';

const HOURS_TO_PAY = 24;

/** The sweep takes the list of those that are about to expire an hour before, and does not look again. */
function expiryQueuedAnHourBefore(): Change {
  const queued = new WeakSet<Escrow>();
  const listed: AnyTimer = {
    kind: 'escrow',
    in: 'pending_payment',
    after: DAY - HOUR,
    on(escrow) {
      queued.add(escrow);
      return 'listed for expiry';
    },
  };
  const swept: AnyTimer = {
    kind: 'escrow',
    in: 'funded',
    after: ({ createdAt, paidAt }) =>
      Math.max(0, DAY - (Date.parse(paidAt ?? createdAt) - Date.parse(createdAt)) / 1_000),
    on: (escrow) => (queued.has(escrow) ? 'swept' : 'not listed'),
  };
  return all(
    addedTransition('escrow', { from: 'funded', on: 'swept', to: 'expired', sends: 'escrow.cancelled' }),
    (rules) => ({ ...rules, timers: [...rules.timers, listed, swept] }),
  );
}

/** `ada+shop@example.com` and `ada@example.com` reach one mailbox. */
function mailboxOf(email: string): string {
  return email
    .trim()
    .toLowerCase()
    .replace(/\+[^@]*@/, '@');
}

function triedOnesAreLocked(): Change {
  const locked = new WeakSet<Escrow>();
  return all(
    functions(({ mayPay }) => ({
      mayPay(escrow, email) {
        const may = mayPay(escrow, email);
        if (!may) locked.add(escrow);
        return may;
      },
    })),
    before('act', (asked, next) => {
      const { record, service } = asked;
      if (isAt(asked, 'cancelEscrow') && record?.kind === 'escrow' && locked.has(record))
        throw new Refusal(service.rules.decisions.wrongState, 'a payment is under way');
      return next();
    }),
  );
}

const feeBookedAtPayment = all(move('released', 'fee', null), (rules) => ({
  ...rules,
  moves: [
    ...rules.moves,
    { entering: 'funded', what: 'fee', from: 'seller.held', to: 'feeWallet.available' },
    { entering: 'refunded', what: 'fee', from: 'feeWallet.available', to: 'seller.held' },
  ],
}));

/** The handler claims the escrow by its status while it works, and knows one status to put back. */
const refusedRefundPutsBackFunded = whenRefused('refundEscrow', ({ merchant, params }, { status }) => {
  const escrow = merchant.records.escrow.get(params.reference ?? '');
  if ((status === 400 || status === 422) && escrow?.status === 'disputed') escrow.status = 'funded';
});

const skipsSellersWithoutLink: Change = (rules) =>
  timer('escrow', 'funded', {
    on: ({ merchant, sellerWalletId }: Escrow) =>
      merchant.requireLinkedWallets && rules.functions.linkOf(merchant, sellerWalletId) === undefined
        ? 'seller not linked'
        : 'no report in time',
  })(rules);

export const found: readonly BlindMutant[] = [
  against(
    'funded | buyer files a refund request | disputed | release is paused; `escrow.disputed`.',
    mutant(
      'escrow.dispute-pauses-release',
      'blind16-escrow-refused-refund-ends-the-dispute',
      'a refund call marks the escrow as being refunded, and where it is refused for its body or amount puts back `funded`: a disputed escrow is funded again, and released when its hours are over',
      refusedRefundPutsBackFunded,
    ),
  ),
  against(
    'pending_payment | buyer pays | funded. pending_payment | 24 hours pass unpaid | expired.',
    mutant(
      'escrow.paid-does-not-expire',
      'blind16-escrow-paid-in-the-last-hour-expires',
      'the expiry job takes its list an hour before and does not look at it again: an escrow that is paid in its last hour is funded, and expires when its 24 hours are over',
      expiryQueuedAnHourBefore(),
    ),
  ),
  against(
    'Escrow expiry | 24 hours unpaid. autoReleaseHours | integer | no | 1 to 720. Default 72.',
    mutant(
      'escrow.expires',
      'blind16-escrow-expires-after-its-release-hours',
      'an escrow is not kept open for payment longer than its autoReleaseHours: with 2 of them it expires unpaid after 2 hours, not after 24',
      timer('escrow', 'pending_payment', {
        after: ({ autoReleaseHours }: Escrow) => Math.min(HOURS_TO_PAY, autoReleaseHours) * HOUR,
      }),
    ),
  ),
  against(
    'buyer.email | string | no | If set, only the wallet account with that e-mail can pay.',
    mutant(
      'escrow.buyer-email-restricts',
      'blind16-escrow-buyer-by-mailbox',
      'e-mail addresses are compared without what follows a plus sign: the account of ada+shop@example.com can pay an escrow for ada@example.com',
      functions(() => ({
        mayPay: ({ buyerEmail }, email) => buyerEmail === null || mailboxOf(buyerEmail) === mailboxOf(email ?? ''),
      })),
    ),
  ),
  against(
    'pending_payment | POST cancel | unpaid | cancelled | `escrow.cancelled`.',
    mutant(
      'escrow.cancelled',
      'blind16-escrow-locked-by-a-refused-payer',
      'an attempt to pay locks the escrow against cancelling, and an attempt that is refused does not free it: after an account that may not pay has tried to, the unpaid escrow cannot be cancelled',
      triedOnesAreLocked(),
    ),
  ),
  against(
    "feeAmount: Merchant commission in kobo, taken from the seller's side on release. funded | POST release | released | fee goes to feeWalletId.",
    mutant(
      'escrow.release-pays-fee',
      'blind16-escrow-fee-booked-at-payment',
      'the fee is booked to feeWalletId when the buyer pays, and taken back if the escrow is refunded: the release pays it nothing more',
      feeBookedAtPayment,
    ),
  ),
  against(
    'funded | no buyer report within autoReleaseHours | released | automatic release; `escrow.released`. Escrow create: a seller wallet without an approved link is refused.',
    mutant(
      'escrow.releases-by-itself',
      'blind16-escrow-release-job-wants-the-link',
      'the job of automatic releases uses the check of creation: with linked wallets required, an escrow whose seller has unlinked the wallet since is passed over and stays funded',
      skipsSellersWithoutLink,
    ),
  ),
];
