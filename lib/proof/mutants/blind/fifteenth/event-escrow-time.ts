/** Escrows whose time is kept by a look, by a reader, by a run of a job, or by what became of something else. */

import { Refusal } from '../../../reference/engine/refusal.ts';
import type { Escrow, Merchant } from '../../../reference/rules/records.ts';
import type { Service } from '../../../reference/rules/rulebook.ts';
import { addedTransition, timer } from '../../change.ts';
import { all, type Change, mutant } from '../../mutant.ts';
import { before, isAt } from '../../steps.ts';
import { against, type BlindMutant } from '../against.ts';
import { ageOf, DAY, HOUR, onFire } from '../ways.ts';
import { pages } from '../ways-of-pages.ts';

const RELEASES = 'no report in time';
const EXPIRES = 'not paid in time';
const RUN_MS = 60_000;
const SESSION_MS = 15 * 60_000;

function lookingPutsOff(): Change {
  const seen = new WeakMap<Escrow, number>();
  return all(
    pages(({ showEscrow }) => ({
      showEscrow(service, escrow, refused) {
        if (escrow.status === 'funded') {
          const now = service.clock.now();
          seen.set(escrow, now);
          service.clock.schedule(now + escrow.autoReleaseHours * HOUR * 1_000, () => {
            if (seen.get(escrow) === now) service.fire(escrow, RELEASES);
          });
        }
        return showEscrow(service, escrow, refused);
      },
    })),
    timer('escrow', 'funded', { on: (escrow: Escrow) => (seen.has(escrow) ? 'seen meanwhile' : RELEASES) }),
  );
}

/** No timer runs: an escrow expires when a request or a page reads it. */
function expiryIsNoticed(): Change {
  const notice = (service: Service, escrow: Escrow) => {
    if (escrow.status === 'pending_payment' && ageOf(escrow, service) >= DAY) service.fire(escrow, EXPIRES);
  };
  return all(
    timer('escrow', 'pending_payment', null),
    onFire((fire, service) => (record, on, details) => {
      if (record.kind === 'escrow' && on !== EXPIRES && on !== 'create') notice(service, record);
      return fire(record, on, details);
    }),
    before('checkGuards', ({ record, service }, next) => {
      if (record?.kind === 'escrow') notice(service, record);
      return next();
    }),
    pages(({ showEscrow }) => ({
      showEscrow(service, escrow, refused) {
        notice(service, escrow);
        return showEscrow(service, escrow, refused);
      },
    })),
  );
}

function oneNoticeOfARun(): Change {
  const latest = new WeakMap<Merchant, number>();
  const silently = `${RELEASES}, told with another`;
  return all(
    addedTransition('escrow', { from: 'funded', on: silently, to: 'released', sends: null }),
    timer('escrow', 'funded', {
      on({ merchant, paidAt, autoReleaseHours }: Escrow) {
        const due = Date.parse(paidAt ?? '') + autoReleaseHours * HOUR * 1_000;
        if (due - (latest.get(merchant) ?? Number.NEGATIVE_INFINITY) < RUN_MS) return silently;
        latest.set(merchant, due);
        return RELEASES;
      },
    }),
  );
}

function openPageHoldsIt(): Change {
  const opened = new WeakMap<Escrow, number>();
  return all(
    pages(({ showEscrow }) => ({
      showEscrow(service, escrow, refused) {
        opened.set(escrow, service.clock.now());
        return showEscrow(service, escrow, refused);
      },
    })),
    before('act', (asked, next) => {
      const { record, service } = asked;
      const since = record?.kind === 'escrow' ? opened.get(record) : undefined;
      if (isAt(asked, 'cancelEscrow') && since !== undefined && service.clock.now() - since < SESSION_MS)
        throw new Refusal(service.rules.decisions.wrongState, 'the buyer is paying it');
      return next();
    }),
  );
}

function isLinked({ merchant, sellerWalletId }: Escrow): boolean {
  return [...merchant.links.values()].some(
    ({ walletId, status }) => walletId === sellerWalletId && status === 'APPROVED',
  );
}

function sellerHasDispute({ merchant, sellerWalletId }: Escrow): boolean {
  return [...merchant.records.escrow.values()].some(
    (escrow) => escrow.sellerWalletId === sellerWalletId && escrow.status === 'disputed',
  );
}

export const found: readonly BlindMutant[] = [
  against(
    'funded | no buyer report within autoReleaseHours | released | automatic release.',
    mutant(
      'escrow.timers-run-on',
      'blind15-looking-at-the-page-puts-release-off',
      'whatever is heard of the buyer counts as a sign of life: each time the page of a funded escrow is opened, the autoReleaseHours begin anew, though the buyer reports nothing',
      lookingPutsOff(),
    ),
  ),
  against(
    'pending_payment | 24 hours pass unpaid | expired | `escrow.cancelled` (the event covers cancelled or not paid in time).',
    mutant(
      'webhook.escrow-cancelled-on-expiry',
      'blind15-expiry-noticed-when-looked-at',
      'that an escrow has expired is found out when somebody asks for it, opens its page or does something with it: nobody is told of one that is left alone',
      expiryIsNoticed(),
    ),
  ),
  against(
    'funded | no buyer report within autoReleaseHours | released | automatic release; `escrow.released`.',
    mutant(
      'webhook.escrow-released-by-itself',
      'blind15-one-notice-of-a-run',
      'a job releases every minute what is due, and notifies each merchant once a run: of two escrows of a merchant that fall due within a minute both are released, and the first alone is told',
      oneNoticeOfARun(),
    ),
  ),
  against(
    "Escrow create: When the merchant account has the setting 'require linked wallets' on, a seller wallet without an approved link is refused. funded | no buyer report within autoReleaseHours | released.",
    mutant(
      'escrow.releases-by-itself',
      'blind15-no-automatic-release-without-the-link',
      'the job of the automatic release asks for the link again: with the setting on, a funded escrow whose seller has unlinked the wallet since stays funded',
      timer('escrow', 'funded', {
        on: (escrow: Escrow) => (escrow.merchant.requireLinkedWallets && !isLinked(escrow) ? 'not linked' : RELEASES),
      }),
    ),
  ),
  against(
    'funded | buyer files a refund request | disputed | release is paused. funded | no buyer report within autoReleaseHours | released.',
    mutant(
      'escrow.releases-after-its-hours',
      'blind15-dispute-pauses-all-of-the-seller',
      "a dispute pauses the automatic release for the seller's wallet, not for the escrow: while one is disputed, the merchant's other escrows of that seller stay funded",
      timer('escrow', 'funded', {
        on: (escrow: Escrow) => (sellerHasDispute(escrow) ? 'paused' : RELEASES),
      }),
    ),
  ),
  against(
    'pending_payment | POST cancel | unpaid | cancelled | `escrow.cancelled`.',
    mutant(
      'escrow.cancelled',
      'blind15-open-page-blocks-cancel',
      'the buyer who opens the page begins a session of 15 minutes that reserves the escrow: meanwhile cancel of it is refused with 409, though nobody has paid',
      openPageHoldsIt(),
    ),
  ),
];
