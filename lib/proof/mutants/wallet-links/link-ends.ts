/** Defects of a wallet link's final states: what can still change them, and which events are sent. */
import type { RequirementId } from '../../../interface/register/index.ts';
import type { LinkStatus, Merchant, WalletLink } from '../../reference/rules/records.ts';
import type { EventName } from '../../reference/rules/states.ts';
import { notByCall } from '../apart.ts';
import { HOUR, onFire } from '../blind/ways.ts';
import { opensAlso } from '../blind/ways-of-access.ts';
import { addedTransition, endpoint, guard, timer, transition } from '../change.ts';
import { all, type Change, type Mutant, mutant } from '../mutant.ts';
import { answers, before, isAt, pause, writesWhatItRead } from '../steps.ts';

/** Additional rows of the wallet link state table, each with the requirement that it breaks. */
const leavingAnEnd: readonly (readonly [RequirementId, LinkStatus, string, LinkStatus, EventName | null])[] = [
  ['wallet-link.approved-stays', 'APPROVED', 'reject', 'REJECTED', null],
  ['wallet-link.rejected-is-final', 'REJECTED', 'unlink', 'REVOKED', null],
  ['wallet-link.expired-is-final', 'EXPIRED', 'reject', 'REJECTED', null],
  ['wallet-link.revoked-is-final', 'REVOKED', 'reject', 'REJECTED', null],
  ['wallet-link.end-told-once', 'REJECTED', 'reject', 'REJECTED', 'wallet.link.rejected'],
];

const added = leavingAnEnd.map(([breaks, from, on, to, sends]) =>
  mutant(
    breaks,
    `link-${from.toLowerCase()}-takes-${on}`,
    `${on} makes a link that is ${from} ${to}`,
    addedTransition('walletLink', { from, on, to, sends }),
  ),
);

export const linkEndMutants: readonly Mutant[] = [
  ...added,
  mutant(
    'wallet-link.owner-changes-no-end',
    'link-owner-approves-rejected',
    'the owner can approve a link that was rejected',
    notByCall('approveWalletLink', {}),
    addedTransition('walletLink', { from: 'REJECTED', on: 'approve', to: 'APPROVED', sends: null }),
  ),
  mutant(
    'wallet-link.outlasts-time',
    'link-rejected-expires',
    'a rejected link expires when its minutes are over once more',
    addedTransition('walletLink', { from: 'REJECTED', on: 'nobody decides', to: 'EXPIRED', sends: null }),
    (rules) => ({
      ...rules,
      timers: [
        ...rules.timers,
        { kind: 'walletLink', in: 'REJECTED', after: { field: 'expiresInMinutes', seconds: 60 }, on: 'nobody decides' },
      ],
    }),
  ),
  mutant(
    'wallet-link.newer-cancels-for-good',
    'link-cancelled-can-be-approved',
    'a link that a newer request cancelled can still be approved',
    approvesCancelled(),
  ),
  mutant(
    'wallet-link.one-decision-at-once',
    'link-decided-on-what-was-read',
    'approve and reject write what they made of the link that they read before',
    writesWhatItRead(['approveWalletLink', 'rejectWalletLink']),
  ),
  mutant(
    'wallet-link.one-decision-at-once',
    'link-decisions-at-once-both-undone',
    'decisions are written after they were answered: of two at once each fails on the other, and the link stays PENDING',
    undoneByEachOther(),
  ),
  mutant(
    'wallet.balance-after-all',
    'wallet-balance-opened-by-refused-approve',
    'a refused approval of a rejected link opens the balance',
    opensByRefusedApproval(),
  ),
  mutant(
    'wallet.balance-after-all',
    'wallet-balance-restored-from-approvals',
    'an hour after an approval who may see the balance is built anew from the approvals alone: then a revoked link opens it again',
    restoredFromApprovals(),
  ),
  mutant(
    'wallet-link.expires-at-agrees',
    'link-expires-after-whole-five-minutes',
    'a link expires when the last whole five of its minutes are over',
    timer('walletLink', 'PENDING', {
      after: (({ expiresInMinutes }: WalletLink) => (expiresInMinutes - (expiresInMinutes % 5)) * 60) as never,
    }),
  ),
  mutant(
    'wallet-link.end-not-put-off',
    'link-known-ref-starts-time-again',
    'sending the linkRef of a link again starts its minutes again',
    startsTimeAgain(),
  ),
];

function approvesCancelled(): Change {
  const cancelled = new WeakSet<object>();
  return (rules) =>
    endpoint('approveWalletLink', {
      does: ({ record, service }) => {
        if (record?.kind === 'walletLink' && cancelled.has(record)) record.status = 'PENDING';
        if (record) service.fire(record, 'approve');
        return record;
      },
    })(transition('walletLink', 'newer request', { also: (link) => void cancelled.add(link) })(rules));
}

function opensByRefusedApproval(): Change {
  const opened = new WeakMap<Merchant, Set<string>>();
  return (rules) => {
    const { refuses } = rules.guards.find(({ id }) => id === 'wallet-balance.not-approved') ?? { refuses: () => true };
    return guard('wallet-balance.not-approved', {
      refuses: (asked) => !opened.get(asked.merchant)?.has(asked.params.walletId ?? '') && refuses(asked),
    })(
      answers('approveWalletLink', (reply, { merchant, record }) => {
        if (record?.kind === 'walletLink' && record.status === 'REJECTED' && reply.status >= 400)
          opened.set(merchant, (opened.get(merchant) ?? new Set()).add(record.walletId));
        return reply;
      })(rules),
    );
  };
}

function restoredFromApprovals(): Change {
  const restored = new WeakSet<WalletLink>();
  return all(
    onFire((fire, { clock }) => (record, on, details) => {
      const done = fire(record, on, details);
      if (done && on === 'approve' && record.kind === 'walletLink')
        clock.schedule(clock.now() + HOUR * 1_000, () => restored.add(record));
      return done;
    }),
    opensAlso(({ merchant, params }) =>
      [...merchant.links.values()].some((link) => link.walletId === params.walletId && restored.has(link)),
    ),
  );
}

function undoneByEachOther(): Change {
  const underWay = new Map<WalletLink, { decisions: number; conflict: boolean }>();
  return before('act', async (asked, next) => {
    const { record, endpoint } = asked;
    if (!isAt(asked, ['approveWalletLink', 'rejectWalletLink'])) return next();
    if (record?.kind !== 'walletLink' || record.status !== 'PENDING') return next();
    const together = underWay.get(record) ?? { decisions: 0, conflict: false };
    underWay.set(record, together);
    together.decisions += 1;
    together.conflict ||= together.decisions > 1;
    await pause(100);
    together.decisions -= 1;
    if (together.decisions === 0) underWay.delete(record);
    if (!together.conflict) return next();
    const decided = { ...record, status: endpoint.name === 'approveWalletLink' ? 'APPROVED' : 'REJECTED' } as const;
    return { status: endpoint.status, text: JSON.stringify(endpoint.shows({ asked, record: decided })) };
  });
}

function startsTimeAgain(): Change {
  const ends = new WeakMap<object, number>();
  return (rules) =>
    timer('walletLink', 'PENDING', {
      on: ((link: WalletLink) => (ends.has(link) ? 'nothing' : 'nobody decides')) as never,
    })(
      answers('createWalletLink', (reply, { merchant, body, service }) => {
        const link = merchant.records.walletLink.get(body.text('linkRef') ?? '');
        if (link === undefined || reply.status !== 200) return reply;
        const due = service.clock.now() + link.expiresInMinutes * 60_000;
        ends.set(link, due);
        service.clock.schedule(due, () => {
          if (ends.get(link) === due) service.fire(link, 'nobody decides');
        });
        return reply;
      })(rules),
    );
}
