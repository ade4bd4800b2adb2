/** Escrows: wallets in two roles, links that end meanwhile, hours that are a month, and names that others use. */
import type { Environment, Escrow } from '../../../reference/rules/records.ts';
import { functions, move, timer } from '../../change.ts';
import { all, type Change, mutant } from '../../mutant.ts';
import { against, type BlindMutant } from '../against.ts';
import { also } from '../ways.ts';
import { onTime } from './timers.support.ts';

function aMonthLater(from: Date): number {
  return new Date(from).setUTCMonth(from.getUTCMonth() + 1);
}

function oneJobForAReference(): Change {
  const jobs = new WeakMap<Environment, Map<string, Escrow>>();
  return all(
    also('escrow', 'pay', (escrow) => {
      const { environment } = escrow.merchant;
      const queue = jobs.get(environment) ?? new Map<string, Escrow>();
      jobs.set(environment, queue.set(escrow.reference, escrow));
    }),
    onTime('escrow', 'funded', (escrow, plain) =>
      jobs.get(escrow.merchant.environment)?.get(escrow.reference) === escrow ? plain : 'job of another',
    ),
  );
}

function mailbox(address: string | null): string {
  const [name = '', domain = ''] = (address ?? '').trim().toLowerCase().split('@');
  return `${name.replace(/\+.*$/, '')}@${domain}`;
}

export const found: readonly BlindMutant[] = [
  against(
    'seller is paid less the fee; fee goes to feeWalletId',
    mutant(
      'escrow.release-pays-fee',
      'blind29-no-commission-to-the-seller-itself',
      'a transfer from a wallet to itself is left out: where the wallet of the commission is the one of the seller, the commission is taken from its share and paid to nobody',
      move('released', 'fee', {
        what: ({ feeAmount, feeWalletId, sellerWalletId }) => (feeWalletId === sellerWalletId ? 0 : (feeAmount ?? 0)),
      }),
    ),
  ),
  against(
    'Escrow release pays the seller the amount less `feeAmount`.',
    mutant(
      'escrow.release-pays-seller',
      'blind29-release-needs-the-link-still',
      'where a merchant requires linked wallets the payment looks for the link once more: if it was unlinked since the creation, the escrow is released and the seller gets nothing',
      move('released', 'amount less fee', {
        what({ merchant, sellerWalletId, amount, feeAmount }) {
          const linked = [...merchant.links.values()].some(
            ({ walletId, status }) => walletId === sellerWalletId && status === 'APPROVED',
          );
          return merchant.requireLinkedWallets && !linked ? 0 : amount - (feeAmount ?? 0);
        },
      }),
    ),
  ),
  against(
    'autoReleaseHours | integer | no | 1 to 720. Default 72',
    mutant(
      'escrow.auto-release-after-720-hours',
      'blind29-720-hours-are-a-month',
      '720 hours are kept as one month and the release is due on the same day of the next one: after a month of 31 days the seller waits a day longer, after February less',
      timer('escrow', 'funded', {
        after({ autoReleaseHours, paidAt, createdAt }: Escrow) {
          const paid = new Date(paidAt ?? createdAt);
          return autoReleaseHours === 720 ? (aMonthLater(paid) - paid.getTime()) / 1_000 : autoReleaseHours * 3_600;
        },
      }),
    ),
  ),
  against(
    'buyer.email | string | no | If set, only the wallet account with that e-mail can pay',
    mutant(
      'escrow.buyer-email-restricts',
      'blind29-what-follows-a-plus-is-no-name',
      'addresses are compared as mailboxes, without what follows a plus: with `ada+shop@example.com` set, the account of `ada@example.com` can pay',
      functions(({ mayPay }) => ({
        mayPay: (escrow, email) => mayPay(escrow, email) || mailbox(escrow.buyerEmail) === mailbox(email),
      })),
    ),
  ),
  against(
    'funded | no buyer report within autoReleaseHours | | released | automatic release; `escrow.released`',
    mutant(
      'escrow.releases-by-itself',
      'blind29-one-job-for-a-reference',
      'the automatic release is a job that is named by the reference: when another merchant’s escrow of the same reference is paid, its job takes the place of the first, which is never released by itself',
      oneJobForAReference(),
    ),
  ),
];
