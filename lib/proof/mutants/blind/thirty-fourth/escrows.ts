/** Escrows: jobs that see a part of what is due, and what is found or kept otherwise than it was given. */
import { Refusal } from '../../../reference/engine/refusal.ts';
import type { Environment, Escrow } from '../../../reference/rules/records.ts';
import { guard, timer } from '../../change.ts';
import { type Change, mutant } from '../../mutant.ts';
import { before, isAt } from '../../steps.ts';
import { against, type BlindMutant } from '../against.ts';
import { ageOf, also, DAY, HOUR } from '../ways.ts';

const PAGE = 20;
const HOLIDAYS = ['12-25', '12-26', '01-01', '05-01', '10-01'];
const MISSED_MS = 600_000;
const ARCHIVED_DAYS = 60;

/** Whether the merchant has a whole page of older funded escrows. */
function isBehindThePage(escrow: Escrow): boolean {
  const funded = [...escrow.merchant.records.escrow.values()].filter(({ status }) => status === 'funded');
  return funded.indexOf(escrow) >= PAGE;
}

/** Seconds from the payment to the release, put off to the day after a holiday. */
function onBankingDays({ paidAt, autoReleaseHours }: Escrow): number {
  const paid = Date.parse(paidAt ?? '');
  let due = paid + autoReleaseHours * HOUR * 1_000;
  while (HOLIDAYS.includes(new Date(due).toISOString().slice(5, 10))) due = new Date(due).setUTCHours(24, 0, 0, 0);
  return (due - paid) / 1_000;
}

/** The reference as a pattern of LIKE, where _ stands for any character. */
function isLike(pattern: string, reference: string): boolean {
  const each = [...reference];
  return pattern.length === each.length && [...pattern].every((sign, at) => sign === '_' || sign === each[at]);
}

function missesAreCached(): Change {
  const missed = new WeakMap<Environment, Map<string, number>>();
  return guard('escrow.seller-unknown', {
    refuses({ service, environment, body }) {
      const walletId = body.text('seller.walletId') ?? '';
      const until = missed.get(environment) ?? new Map<string, number>();
      missed.set(environment, until);
      const now = service.clock.now();
      if (service.wallet(environment, walletId) !== undefined) return (until.get(walletId) ?? 0) > now;
      until.set(walletId, now + MISSED_MS);
      return true;
    },
  });
}

export const found: readonly BlindMutant[] = [
  against(
    'funded | no buyer report within autoReleaseHours | | released | automatic release; `escrow.released`',
    mutant(
      'escrow.releases-after-its-hours',
      'blind34-releases-of-the-first-page',
      "the job for automatic releases reads a merchant's funded escrows, oldest first, and gets a page of twenty: where twenty older ones are funded still, those behind them are not released when their hours are over",
      timer('escrow', 'funded', {
        on: (escrow: Escrow) => (isBehindThePage(escrow) ? 'nothing' : 'no report in time'),
      }),
    ),
  ),
  against(
    'funded | no buyer report within autoReleaseHours | | released | automatic release; `escrow.released`',
    mutant(
      'escrow.releases-after-its-hours',
      'blind34-no-releases-on-bank-holidays',
      "automatic releases share the calendar of the bank's own jobs, which do not run on public holidays: one that is due on the day of Christmas or New Year is carried out a day or two later",
      timer('escrow', 'funded', { after: onBankingDays }),
    ),
  ),
  against(
    'With `amount` the buyer receives that amount and the remainder goes to the seller.',
    mutant(
      'escrow.event-amounts',
      'blind34-part-is-kept-as-a-share',
      'what a buyer gets of an escrow is kept as a share with six decimals: of 500,000 naira a refund of 123,456.78 becomes one of 123,457.00',
      also('escrow', 'refund', (escrow) => {
        const share = Number(((escrow.refundedAmount ?? escrow.amount) / escrow.amount).toFixed(6));
        escrow.refundedAmount = Math.round(share * escrow.amount);
      }),
    ),
  ),
  against(
    '409 | duplicate_reference | Reference already used',
    mutant(
      'escrow.reference-case',
      'blind34-underscores-stand-for-anything',
      'used references are looked for with LIKE, where an underscore stands for any character: an escrow order_12 is refused as a duplicate where there is an order-12',
      guard('escrow.duplicate-reference', {
        refuses({ merchant, body }) {
          const reference = body.text('reference') ?? '';
          return [...merchant.records.escrow.keys()].some((used) => isLike(reference, used));
        },
      }),
    ),
  ),
  against(
    '422 | account_not_found | Live escrow with an unknown seller wallet',
    mutant(
      'environment.live-known-seller',
      'blind34-unknown-sellers-are-cached',
      'that a wallet does not exist is cached for ten minutes: when a seller was refused as unknown, has opened the wallet, and the merchant tries again, the escrow is refused still',
      missesAreCached(),
    ),
  ),
  against(
    'funded or disputed | POST refund | | refunded | `escrow.refunded` (amountMinor = what the buyer got)',
    mutant(
      'escrow.disputed-refunded',
      'blind34-long-disputes-are-archived',
      'escrows of more than 60 days are moved to the archive whatever their status is, and actions look in the table that is in use alone: a dispute that took longer cannot be ended with a refund',
      before('checkGuards', (asked, next) => {
        const { record, service } = asked;
        if (
          isAt(asked, 'refundEscrow') &&
          record?.status === 'disputed' &&
          ageOf(record, service) > ARCHIVED_DAYS * DAY
        )
          throw new Refusal(service.rules.decisions.unknown.escrow, `there is nothing at ${asked.path}`);
        return next();
      }),
    ),
  ),
  against(
    'POST | /v1/escrows/{reference}/release | none | 200 escrow',
    mutant(
      'escrow.released',
      'blind34-references-of-actions-are-not-decoded',
      'the routes of the actions take the reference from the path as it was sent: of an escrow lagos:1001, which clients write as lagos%3A1001 there, release, refund and cancel find nothing, though GET finds it',
      before('answerKnown', (asked, next) => {
        if (isAt(asked, ['releaseEscrow', 'refundEscrow', 'cancelEscrow']))
          asked.params = { ...asked.params, reference: asked.path.split('/')[3] ?? '' };
        return next();
      }),
    ),
  ),
];
