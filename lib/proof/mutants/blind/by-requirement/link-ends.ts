/** Links that are over and change again, or are told again; and those that end though they are decided. */
import type { WalletLink } from '../../../reference/rules/records.ts';
import type { Case } from '../../../reference/rules/rulebook.ts';
import { addedTransition, timer } from '../../change.ts';
import { all, type Change, mutant } from '../../mutant.ts';
import { answers, before, isAt, pause } from '../../steps.ts';
import { against, type BlindMutant } from '../against.ts';
import { also, HOUR, inTime, onFire, whenRefused } from '../ways.ts';

const EXPIRES = 'PENDING | nobody decides within expiresInMinutes | EXPIRED | `wallet.link.expired`.';
const DECLINED = 'PENDING | owner declines (sandbox: reject call) | REJECTED | `wallet.link.rejected`.';
const NEWER = 'A newer request for the same wallet cancels the older pending one.';

const MINUTE_MS = 60_000;
/** Real time between queueing an event and writing the state, in milliseconds. */
const WRITING_MS = 40;

function othersOf(link: WalletLink): WalletLink[] {
  return [...link.merchant.links.values()].filter((each) => each !== link && each.walletId === link.walletId);
}

const isOver = ({ expiresAt }: WalletLink, now: string) => Date.parse(expiresAt) <= Date.parse(now);
const secondsLeft = ({ expiresAt }: WalletLink, since: number) => (Date.parse(expiresAt) - since) / 1_000;

/** The job picks the links of the next minute, and ends them when their time has come. */
function endsWhatWasPicked(): Change {
  return all(
    addedTransition('walletLink', { from: 'APPROVED', on: 'was picked', to: 'EXPIRED', sends: 'wallet.link.expired' }),
    onFire((fire, { clock }) => (record, on, details) => {
      const done = fire(record, on, details);
      if (done && record.kind === 'walletLink' && on === 'approve') {
        const end = Date.parse(record.expiresAt);
        if (end - clock.now() <= MINUTE_MS) clock.schedule(end, () => fire(record, 'was picked'));
      }
      return done;
    }),
  );
}

/** Reading the balance of a wallet whose owner has not decided yet reminds the owner, who is given the minutes again. */
function reminderStartsTimeAgain(): Change {
  const ends = new WeakMap<WalletLink, number>();
  return all(
    whenRefused('getWalletBalance', ({ merchant, params, service }: Case) => {
      for (const link of merchant.links.values()) {
        if (link.walletId !== params.walletId || link.status !== 'PENDING') continue;
        const end = service.clock.now() + link.expiresInMinutes * MINUTE_MS;
        ends.set(link, end);
        service.clock.schedule(end, () => {
          if (ends.get(link) === end) service.fire(link, 'nobody decides');
        });
      }
    }),
    timer('walletLink', 'PENDING', { on: (link: WalletLink) => (ends.has(link) ? 'reminded' : 'nobody decides') }),
  );
}

function revokedIsUndecided(): Change {
  const since = new WeakMap<WalletLink, number>();
  return all(
    also('walletLink', 'unlink', (link, now) => void since.set(link, Date.parse(now))),
    inTime(
      'walletLink',
      { from: 'REVOKED', to: 'EXPIRED', sends: 'wallet.link.expired' },
      (link) => secondsLeft(link, since.get(link) ?? 0),
      (link) => secondsLeft(link, since.get(link) ?? 0) > 0,
    ),
  );
}

function rejectedIsToldAsExpired(): Change {
  const since = new WeakMap<WalletLink, number>();
  return all(
    also('walletLink', 'reject', (link, now) => void since.set(link, Date.parse(now))),
    inTime(
      'walletLink',
      { from: 'REJECTED', to: 'REJECTED', sends: 'wallet.link.expired' },
      (link) => secondsLeft(link, since.get(link) ?? 0),
      (link) => since.delete(link),
    ),
  );
}

/** Revokes an approved link if no balance is read through it within half an hour. */
function unusedIsRevoked(): Change {
  const used = new WeakSet<WalletLink>();
  return all(
    before('act', (asked, next) => {
      const { merchant, params, service } = asked;
      const link = service.rules.functions.linkOf(merchant, params.walletId ?? '');
      if (isAt(asked, 'getWalletBalance') && link) used.add(link);
      return next();
    }),
    inTime(
      'walletLink',
      { from: 'APPROVED', to: 'REVOKED', sends: 'wallet.link.revoked' },
      HOUR / 2,
      (link) => !used.has(link),
    ),
  );
}

function refAsksTheOwnerAgain(): Change {
  return answers('createWalletLink', (reply, { body, merchant, service }) => {
    const link = merchant.records.walletLink.get(body.text('linkRef') ?? '');
    const now = service.clock.now();
    if (reply.status !== 200 || link?.status !== 'EXPIRED' || Date.parse(link.expiresAt) > now) return reply;
    link.status = 'PENDING';
    service.clock.schedule(now + link.expiresInMinutes * MINUTE_MS, () => service.fire(link, 'nobody decides'));
    return reply;
  });
}

function queuedBeforeWritten(): Change {
  const decisions = { approveWalletLink: 'wallet.link.approved', rejectWalletLink: 'wallet.link.rejected' } as const;
  const rows = (['APPROVED', 'REJECTED'] as const).flatMap((state) =>
    Object.entries(decisions).map(([name, sends]) =>
      addedTransition('walletLink', { from: state, on: `queued by ${name}`, to: state, sends }),
    ),
  );
  return all(
    ...rows,
    before('act', async (asked, next) => {
      const { record, endpoint, service } = asked;
      if (!isAt(asked, ['approveWalletLink', 'rejectWalletLink']) || record?.status !== 'PENDING') return next();
      await pause(WRITING_MS);
      service.fire(record, `queued by ${endpoint.name}`);
      return next();
    }),
  );
}

/** Links of the wallet that were cancelled, and whose own time is not over. */
function cancelled(link: WalletLink, now: string): WalletLink[] {
  return othersOf(link).filter((each) => each.status === 'EXPIRED' && !isOver(each, now));
}

export const found: readonly BlindMutant[] = [
  against(
    EXPIRES,
    mutant(
      'wallet-link.approved-does-not-expire',
      'kind-approved-in-the-last-minute-expires',
      'the job that ends links picks those of the next minute and does not look at them again: a link that is approved in its last minute is EXPIRED when it is over',
      endsWhatWasPicked(),
    ),
  ),
  against(
    EXPIRES,
    mutant(
      'wallet-link.end-not-put-off',
      'kind-refused-balance-reminds-the-owner',
      'who asks for the balance of a wallet while its link is pending is refused with 403, and the owner is reminded and given the minutes again: the link expires later',
      reminderStartsTimeAgain(),
    ),
  ),
  against(
    'PENDING | nobody decides | EXPIRED. PENDING | owner declines | REJECTED.',
    mutant(
      'wallet-link.expired-is-final',
      'kind-declined-with-all-that-is-undecided',
      'a decline is written to every link of the merchant and the wallet that has no decision yet: when a newer one is rejected, one that had expired becomes REJECTED',
      also('walletLink', 'reject', (link, now) => {
        for (const each of othersOf(link)) if (each.status === 'EXPIRED' && isOver(each, now)) each.status = 'REJECTED';
      }),
    ),
  ),
  against(
    'APPROVED | DELETE by merchant, or unlinked by owner | REVOKED.',
    mutant(
      'wallet-link.outlasts-time',
      'kind-revoked-counts-as-undecided',
      'unlinking takes the approval out of the row, and the job that ends links finds one on which nobody decided: a link that was revoked before its minutes were over is EXPIRED then',
      revokedIsUndecided(),
    ),
  ),
  against(
    'linkRef | string | Merchant-chosen reference; same linkRef returns the same link. PENDING | nobody decides | EXPIRED.',
    mutant(
      'wallet-link.expired-is-final',
      'kind-ref-of-an-expired-link-asks-again',
      'who sends the linkRef of an expired link wants the owner to be asked again: the answer is 200 and that link, which is PENDING again for its minutes',
      refAsksTheOwnerAgain(),
    ),
  ),
  against(
    'APPROVED | DELETE by merchant, or unlinked by owner | REVOKED.',
    mutant(
      'wallet-link.outlasts-time',
      'kind-unused-approval-is-taken-back',
      'permissions that nobody uses are taken back: an approved link becomes REVOKED after half an hour in which the merchant did not read the balance',
      unusedIsRevoked(),
    ),
  ),
  against(
    NEWER,
    mutant(
      'wallet-link.newer-cancels-for-good',
      'kind-older-request-comes-back',
      'the older request is set aside for the newer one: when that is rejected, the older is pending again, and can be approved',
      also('walletLink', 'reject', (link, now) => {
        for (const each of cancelled(link, now)) each.status = 'PENDING';
      }),
    ),
  ),
  against(
    NEWER,
    mutant(
      'wallet-link.newer-cancels-for-good',
      'kind-approved-with-what-it-replaced',
      'an approval is written to every link of the merchant and the wallet that has no decision: with the newer one the one that it cancelled becomes APPROVED',
      also('walletLink', 'approve', (link, now) => {
        for (const each of cancelled(link, now)) each.status = 'APPROVED';
      }),
    ),
  ),
  against(
    'PENDING | owner approves | APPROVED | `wallet.link.approved`. PENDING | owner declines | REJECTED | `wallet.link.rejected`.',
    mutant(
      'wallet-link.one-decision-at-once',
      'kind-event-queued-before-the-state-is-written',
      'the event of a decision is queued before its state is written: of two at once one is refused, and told to the merchant all the same',
      queuedBeforeWritten(),
    ),
  ),
  against(
    DECLINED,
    mutant(
      'wallet-link.rejected-is-final',
      'kind-unlinking-revokes-earlier-declines',
      'DELETE takes away all that the merchant has of the wallet: when a link is unlinked, an earlier one that was rejected becomes REVOKED',
      also('walletLink', 'unlink', (link) => {
        for (const each of othersOf(link)) if (each.status === 'REJECTED') each.status = 'REVOKED';
      }),
    ),
  ),
  against(
    'wallet.link.expired | Nobody decided in time.',
    mutant(
      'wallet-link.end-told-once',
      'kind-rejected-is-told-as-expired-later',
      'the event of the end is queued for its time when the link is made, and only an approval takes it back: a rejected link stays REJECTED, and wallet.link.expired comes when its minutes are over',
      rejectedIsToldAsExpired(),
    ),
  ),
];
