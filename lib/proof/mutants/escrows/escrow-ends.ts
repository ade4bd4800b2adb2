/** Defects of an escrow's final states: what can still change them, and who or what leads to them, and when. */
import type { RequirementId } from '../../../interface/register/index.ts';
import type { Escrow, EscrowStatus } from '../../reference/rules/records.ts';
import type { EventName } from '../../reference/rules/states.ts';
import { notByCall } from '../apart.ts';
import { addedTransition, timer } from '../change.ts';
import { type Change, type Mutant, mutant } from '../mutant.ts';
import { answers, before, isAt, pause, writesWhatItRead } from '../steps.ts';

const HOUR = 3_600;

/** Additional rows of the escrow state table, each with the requirement that it breaks. */
const leavingAnEnd: readonly (readonly [RequirementId, EscrowStatus, string, EscrowStatus, EventName | null])[] = [
  ['escrow.released-is-final', 'released', 'cancel', 'cancelled', null],
  ['escrow.refunded-is-final', 'refunded', 'cancel', 'cancelled', null],
  ['escrow.cancelled-is-final', 'cancelled', 'release', 'released', null],
  ['escrow.expired-is-final', 'expired', 'cancel', 'cancelled', null],
  ['escrow.expired-cannot-be-paid', 'expired', 'pay', 'funded', 'escrow.funded'],
  ['escrow.dispute-only-when-funded', 'pending_payment', 'dispute', 'disputed', 'escrow.disputed'],
  ['escrow.paid-out-once', 'released', 'release', 'released', null],
  ['escrow.end-told-once', 'cancelled', 'cancel', 'cancelled', 'escrow.cancelled'],
  ['escrow.dispute-only-when-funded', 'disputed', 'cancel', 'cancelled', null],
  ['escrow.stays-until-its-turn', 'funded', 'pay', 'pending_payment', null],
];

const added = leavingAnEnd.map(([breaks, from, on, to, sends]) =>
  mutant(
    breaks,
    `escrow-${from.replace('_', '-')}-takes-${on}`,
    `${on} makes an escrow that is ${from} ${to}`,
    addedTransition('escrow', { from, on, to, sends }),
  ),
);

export const escrowEndMutants: readonly Mutant[] = [
  ...added,
  mutant(
    'escrow.buyer-release-only-when-funded',
    'escrow-buyer-releases-unpaid',
    'a buyer can release an escrow that is not paid',
    notByCall('releaseEscrow', {}),
    addedTransition('escrow', { from: 'pending_payment', on: 'release', to: 'released', sends: 'escrow.released' }),
  ),
  mutant(
    'escrow.outlasts-time',
    'escrow-cancelled-expires',
    'a cancelled escrow expires after twelve hours',
    addedTransition('escrow', { from: 'cancelled', on: 'not paid in time', to: 'expired', sends: null }),
    (rules) => ({
      ...rules,
      timers: [...rules.timers, { kind: 'escrow', in: 'cancelled', after: 12 * HOUR, on: 'not paid in time' }],
    }),
  ),
  mutant(
    'escrow.one-end-at-once',
    'escrow-ends-on-what-was-read',
    'release, refund and cancel write what they made of the escrow that they read before',
    writesWhatItRead(['releaseEscrow', 'refundEscrow', 'cancelEscrow']),
  ),
  mutant(
    'escrow.one-end-at-once',
    'escrow-release-pays-before-it-locks',
    'release pays the seller before it locks the escrow: where another end comes first, it is refused, and has paid',
    paysBeforeItLocks(),
  ),
  mutant(
    'escrow.auto-release-from-payment',
    'escrow-release-counts-from-creation',
    'the hours to the automatic release count from the creation',
    releasedAfter(
      ({ autoReleaseHours, paidAt, createdAt }) =>
        autoReleaseHours * HOUR - (Date.parse(paidAt ?? createdAt) - Date.parse(createdAt)) / 1_000,
    ),
  ),
  mutant(
    'escrow.releases-after-its-hours',
    'escrow-release-after-whole-days',
    'above 24 the hours to the automatic release are cut to whole days',
    releasedAfter(({ autoReleaseHours: hours }) => (hours > 24 ? hours - (hours % 24) : hours) * HOUR),
  ),
  mutant(
    'escrow.timers-run-on',
    'escrow-refused-cancel-stops-release',
    'after a refused cancel there is no automatic release',
    stopsRelease(),
  ),
];

function releasedAfter(seconds: (escrow: Escrow) => number): Change {
  return timer('escrow', 'funded', { after: seconds as never });
}

function stopsRelease(): Change {
  const stopped = new WeakSet<object>();
  return (rules) =>
    timer('escrow', 'funded', {
      on: ((escrow: Escrow) => (stopped.has(escrow) ? 'nothing' : 'no report in time')) as never,
    })(
      answers('cancelEscrow', (reply, { record }) => {
        if (record && reply.status >= 400) stopped.add(record);
        return reply;
      })(rules),
    );
}

/** A release that still comes about pays by the table of moves: only one that is refused is paid for here. */
function paysBeforeItLocks(): Change {
  return before('act', async (asked, next) => {
    const { record, service, environment } = asked;
    if (!isAt(asked, 'releaseEscrow') || record?.kind !== 'escrow') return next();
    const funded = () => record.status === 'funded';
    if (!funded()) return next();
    await pause(100);
    const seller = service.wallet(environment, record.sellerWalletId);
    if (!funded() && seller) seller.availableMinor += record.amount - (record.feeAmount ?? 0);
    return next();
  });
}
