/** Link requests that are taken though they are wrong, refused though they are right, or answered as another one. */
import { Refusal } from '../../../reference/engine/refusal.ts';
import { openWalletLink } from '../../../reference/rules/actions.ts';
import type { Merchant, WalletLink } from '../../../reference/rules/records.ts';
import type { Reply } from '../../../reference/rules/requests.ts';
import type { Case } from '../../../reference/rules/rulebook.ts';
import { endpoint, shows } from '../../change.ts';
import { all, type Change, mutant } from '../../mutant.ts';
import { before, coerces, isAt, pause, replyOf } from '../../steps.ts';
import { against, type BlindMutant } from '../against.ts';
import { ageOf, also } from '../ways.ts';
import { otherMerchants } from '../ways-of-access.ts';

const MINUTES = 'Wallet link expiresInMinutes | 5 to 60.';
const DIGITS = 'walletId | string | 10 digits.';
const OWN_REF = 'linkRef | string | Merchant-chosen reference; same linkRef returns the same link.';

const MINUTE_MS = 60_000;
const LIVE_SHORTEST = 10;
const SHORTEST_OF_TWO = 10;
const LONGEST_ONCE_DECLINED = 30;
const DAY_MINUTES = 1_440;
/** Real time until a row is written, in milliseconds. */
const WRITING_MS = 20;
/** Seconds until the copy that is read has what was written. */
const BEHIND = 2;

function refusesMinutes(when: (asked: Case, minutes: number) => boolean): Change {
  return before('checkGuards', (asked, next) => {
    const minutes = asked.body.integer('expiresInMinutes') ?? 0;
    if (isAt(asked, 'createWalletLink') && when(asked, minutes))
      throw new Refusal(asked.service.rules.refusals.invalid, 'expiresInMinutes is out of range');
    return next();
  });
}

function endsAfterTheHour({ service, environment, body }: Case, minutes: number): boolean {
  const now = service.clock.now();
  const hour = service.rules.limits.linkWindowSeconds * 1_000;
  const wallet = service.wallet(environment, body.text('walletId') ?? '');
  const [first] = wallet?.linkRequests.filter((at) => at > now - hour) ?? [];
  return first !== undefined && now + minutes * MINUTE_MS > first + hour;
}

function othersWait(asked: Case): boolean {
  const walletId = asked.body.text('walletId');
  return otherMerchants(asked).some(({ links }) =>
    [...links.values()].some((link) => link.walletId === walletId && link.status === 'PENDING'),
  );
}

function wasDeclined({ merchant, body }: Case): boolean {
  const walletId = body.text('walletId');
  return [...merchant.links.values()].some((link) => link.walletId === walletId && link.status === 'REJECTED');
}

function approvedOnceApprovedAgain(): Change {
  return all(
    endpoint('createWalletLink', {
      does(asked) {
        const { merchant, body, service } = asked;
        const linked = service.rules.functions.linkOf(merchant, body.text('walletId') ?? '') !== undefined;
        const link = openWalletLink(asked);
        if (linked) service.fire(link, 'approve');
        return link;
      },
    }),
    shows('createWalletLink', (body) => ({ ...body, status: 'PENDING' })),
  );
}

function answeredTogether(): Change {
  const underWay = new WeakMap<Merchant, Map<string, Promise<Reply>>>();
  return before('answerKnown', (asked, next) => {
    if (!isAt(asked, 'createWalletLink')) return next();
    const { merchant, body } = asked;
    const ref = body.text('linkRef') ?? '';
    const replies = underWay.get(merchant) ?? new Map<string, Promise<Reply>>();
    underWay.set(merchant, replies);
    const present = replies.get(ref);
    if (present !== undefined) return present;
    const reply = pause(WRITING_MS)
      .then(() => replyOf(next))
      .finally(() => replies.delete(ref));
    replies.set(ref, reply);
    return reply;
  });
}

function cancelsOthersOfTheRef(): Change {
  return before('act', (asked, next) => {
    const { body, service } = asked;
    if (isAt(asked, 'createWalletLink'))
      for (const { records } of otherMerchants(asked)) {
        const link = records.walletLink.get(body.text('linkRef') ?? '');
        if (link?.status === 'PENDING' && link.walletId !== body.text('walletId')) service.fire(link, 'newer request');
      }
    return next();
  });
}

function approvesOthersOfTheRef(link: WalletLink): void {
  for (const merchant of link.merchant.environment.merchants.values()) {
    const same = merchant.records.walletLink.get(link.reference);
    if (same?.status === 'PENDING') same.status = 'APPROVED';
  }
}

export const found: readonly BlindMutant[] = [
  against(
    DIGITS,
    mutant(
      'wallet-link.wallet-id-digits',
      'kind-short-wallet-ids-filled-up',
      'wallet ids are numbers inside and written with ten digits: a request for the wallet 1, or 0001, is taken as one for 0000000001',
      coerces('createWalletLink', 'walletId', (value) =>
        typeof value === 'string' && /^[0-9]{1,9}$/.test(value) ? value.padStart(10, '0') : value,
      ),
    ),
  ),
  against(
    DIGITS,
    mutant(
      'wallet-link.wallet-id-digits',
      'kind-last-ten-digits-of-a-wallet-id',
      'a wallet id may be written with a country code before it: of more than ten digits the last ten count',
      coerces('createWalletLink', 'walletId', (value) =>
        typeof value === 'string' && /^[0-9]{11,}$/.test(value) ? value.slice(-10) : value,
      ),
    ),
  ),
  against(
    MINUTES,
    mutant(
      'wallet-link.expiry-shortest',
      'kind-live-owners-get-ten-minutes',
      'in live, where owners have to find their PIN, an expiresInMinutes below 10 is refused with 400',
      refusesMinutes(({ environment }, minutes) => environment.name === 'live' && minutes < LIVE_SHORTEST),
    ),
  ),
  against(
    MINUTES,
    mutant(
      'wallet-link.expiry-shortest',
      'kind-owner-of-two-requests-gets-ten-minutes',
      "an owner who has another merchant's request before him needs more time: until that one is decided an expiresInMinutes below 10 is refused with 400",
      refusesMinutes((asked, minutes) => minutes < SHORTEST_OF_TWO && othersWait(asked)),
    ),
  ),
  against(
    MINUTES,
    mutant(
      'wallet-link.expiry-too-short',
      'kind-no-minutes-mean-the-longest',
      'an expiresInMinutes of 0 is false, and replaced by the default of an hour: the request is accepted',
      coerces('createWalletLink', 'expiresInMinutes', (value) => (value === 0 ? 60 : value)),
    ),
  ),
  against(
    MINUTES,
    mutant(
      'wallet-link.expiry-too-short',
      'kind-minutes-without-their-sign',
      'minutes are read without their sign: an expiresInMinutes of -10 is accepted as 10',
      coerces('createWalletLink', 'expiresInMinutes', (value) => (typeof value === 'number' ? Math.abs(value) : value)),
    ),
  ),
  against(
    MINUTES,
    mutant(
      'wallet-link.expiry-longest',
      'kind-link-within-the-hour-of-its-count',
      "links are kept with the wallet's count of the hour and may not end after it: once a wallet was asked for, a request for 60 minutes is refused with 400 until that hour is over",
      refusesMinutes(endsAfterTheHour),
    ),
  ),
  against(
    MINUTES,
    mutant(
      'wallet-link.expiry-longest',
      'kind-shorter-once-declined',
      'who was declined may ask again, and not for so long: after a rejected link to the wallet an expiresInMinutes above 30 is refused with 400',
      refusesMinutes((asked, minutes) => minutes > LONGEST_ONCE_DECLINED && wasDeclined(asked)),
    ),
  ),
  against(
    MINUTES,
    mutant(
      'wallet-link.expiry-too-long',
      'kind-more-than-a-day-is-the-longest',
      'an expiresInMinutes of more than a day is taken as a wish for the longest: it is accepted as 60',
      coerces('createWalletLink', 'expiresInMinutes', (value) =>
        typeof value === 'number' && value > DAY_MINUTES ? 60 : value,
      ),
    ),
  ),
  against(
    '(none) | POST /v1/wallet-links | new linkRef | PENDING.',
    mutant(
      'wallet-link.asked-anew',
      'kind-approved-before-is-approved-again',
      'an owner who has approved a link of the merchant need not be asked again: a new linkRef for that wallet is answered with PENDING, and is APPROVED at once',
      approvedOnceApprovedAgain(),
    ),
  ),
  against(
    '201 ...; 200 with the same body when linkRef already exists.',
    mutant(
      'wallet-link.one-of-a-ref',
      'kind-link-requests-answered-together',
      'requests of a merchant for one linkRef that overlap are answered together: there is one link, and each of them is told 201',
      answeredTogether(),
    ),
  ),
  against(
    OWN_REF,
    mutant(
      'wallet-link.ref-per-merchant',
      'kind-request-cancels-by-ref',
      "a new request cancels what is pending under its linkRef, whoever asked: another merchant's request with that linkRef, for another wallet, ends the pending link",
      cancelsOthersOfTheRef(),
    ),
  ),
  against(
    OWN_REF,
    mutant(
      'wallet-link.ref-per-merchant',
      'kind-approval-written-by-ref',
      "an approval is written by linkRef: when a link is approved, another merchant's pending link of the same linkRef is APPROVED too",
      also('walletLink', 'approve', approvesOthersOfTheRef),
    ),
  ),
  against(
    'GET | /v1/wallet-links/{linkId} | none | 200 link status.',
    mutant(
      'wallet-link.status-read',
      'kind-read-from-a-copy-that-lags',
      'links are read from a copy of the database that is two seconds behind: until then a new link is answered with 404',
      before('checkGuards', (asked, next) => {
        const { record, service } = asked;
        if (isAt(asked, 'getWalletLink') && record?.kind === 'walletLink' && ageOf(record, service) < BEHIND)
          throw new Refusal(service.rules.decisions.unknown.walletLink, 'there is no such link');
        return next();
      }),
    ),
  ),
];
