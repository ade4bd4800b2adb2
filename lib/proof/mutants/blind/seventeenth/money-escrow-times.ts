/** Escrows and time: jobs that are named, looked up or decided by something else than their escrow. */
import type { Escrow, Merchant } from '../../../reference/rules/records.ts';
import { timer } from '../../change.ts';
import { all, type Change, mutant } from '../../mutant.ts';
import { before } from '../../steps.ts';
import { against, type BlindMutant } from '../against.ts';
import { also, onFire } from '../ways.ts';
import { pages } from '../ways-of-pages.ts';

/** A queue ignores a job whose id it has already. */
function oneJobPerReference(): Change {
  const withoutJob = new WeakSet<Escrow>();
  return all(
    also('escrow', 'create', (escrow) => {
      if (escrow.merchant.records.checkout.has(escrow.reference)) withoutJob.add(escrow);
    }),
    timer('escrow', 'pending_payment', {
      on: (escrow: Escrow) => (withoutJob.has(escrow) ? 'nothing' : 'not paid in time'),
    }),
  );
}

function reportsByBuyer(): Change {
  const reporters = new WeakMap<Merchant, Set<string>>();
  return all(
    also('escrow', 'dispute', ({ merchant, paidBy }) => {
      const own = reporters.get(merchant) ?? new Set<string>();
      reporters.set(merchant, paidBy === null ? own : own.add(paidBy));
    }),
    timer('escrow', 'funded', {
      on: ({ merchant, paidBy }: Escrow) =>
        paidBy !== null && reporters.get(merchant)?.has(paidBy) ? 'nothing' : 'no report in time',
    }),
  );
}

function linkAskedForAgain(): Change {
  return (rules) =>
    timer('escrow', 'funded', {
      on({ merchant, sellerWalletId }: Escrow) {
        const linked = rules.functions.linkOf(merchant, sellerWalletId) !== undefined;
        return merchant.requireLinkedWallets && !linked ? 'nothing' : 'no report in time';
      },
    })(rules);
}

/** No job ends escrows: each request about an escrow first checks whether it is due. */
function releasedWhenLookedAt(): Change {
  const due = new WeakSet<Escrow>();
  const isDue = (escrow: Escrow) => due.has(escrow) && escrow.status === 'funded';
  return all(
    timer('escrow', 'funded', {
      on(escrow: Escrow) {
        due.add(escrow);
        return 'nothing';
      },
    }),
    onFire((fire) => (record, on, details) => {
      if (record.kind === 'escrow' && isDue(record)) fire(record, 'no report in time');
      return fire(record, on, details);
    }),
    before('checkGuards', ({ record, service }, next) => {
      if (record?.kind === 'escrow' && isDue(record)) service.fire(record, 'no report in time');
      return next();
    }),
    pages(({ showEscrow }) => ({
      showEscrow(service, escrow, refused) {
        if (isDue(escrow)) service.fire(escrow, 'no report in time');
        return showEscrow(service, escrow, refused);
      },
    })),
  );
}

export const found: readonly BlindMutant[] = [
  against(
    'pending_payment | 24 hours pass unpaid | | expired. Escrow expiry: 24 hours unpaid.',
    mutant(
      'escrow.expires',
      'blind17-expiry-job-named-by-reference',
      'the job that ends what is unpaid is named by merchant and reference, and the queue ignores a name that it has: an escrow with the reference of a checkout of the merchant does not expire',
      oneJobPerReference(),
    ),
  ),
  against(
    'funded | no buyer report within autoReleaseHours | released | automatic release. funded | buyer files a refund request | disputed | release is paused.',
    mutant(
      'escrow.releases-by-itself',
      'blind17-report-looked-up-by-buyer',
      'the automatic release looks for a report of the buyer, not of the escrow: once a buyer has disputed one escrow of the merchant, what else that account has paid there is not released by itself',
      reportsByBuyer(),
    ),
  ),
  against(
    "funded | no buyer report within autoReleaseHours | released. When the merchant account has the setting 'require linked wallets' on, a seller wallet without an approved link is refused [at create].",
    mutant(
      'escrow.releases-after-its-hours',
      'blind17-automatic-release-wants-the-link-still',
      'with linked wallets required, the automatic release checks the link again: the escrow of a seller whose link was revoked since stays funded for good',
      linkAskedForAgain(),
    ),
  ),
  against(
    'funded | no buyer report within autoReleaseHours | released | automatic release; `escrow.released`. Webhooks are the source of truth for money events.',
    mutant(
      'webhook.escrow-released-by-itself',
      'blind17-automatic-release-when-looked-at',
      'no job releases what is due: the escrow is released, the seller paid and the event sent when somebody next reads the escrow or opens its page',
      releasedWhenLookedAt(),
    ),
  ),
];
