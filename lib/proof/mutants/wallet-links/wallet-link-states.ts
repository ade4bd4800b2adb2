import { notByCall } from '../apart.ts';
import { addedTransition, endpoint, omits, shows, timer, transition } from '../change.ts';
import { type Mutant, mutant } from '../mutant.ts';
import { seesOthers } from '../others.ts';

export const walletLinkStateMutants: readonly Mutant[] = [
  mutant(
    'wallet-link.status-read',
    'link-read-without-status',
    'GET of a link shows no status',
    omits('getWalletLink', 'status'),
  ),
  mutant(
    'wallet-link.status-read',
    'link-read-in-lower-case',
    'GET of a pending link shows pending',
    shows('getWalletLink', (body) => ({ ...body, status: body.status === 'PENDING' ? 'pending' : body.status })),
  ),
  mutant(
    'wallet-link.approved',
    'link-approve-does-nothing',
    'an approved link stays PENDING',
    transition('walletLink', 'approve', { to: 'PENDING' }),
  ),
  mutant(
    'wallet-link.approved',
    'link-approve-missing',
    'the sandbox has no approve call',
    endpoint('approveWalletLink', { only: 'live' }),
  ),
  mutant(
    'wallet-link.rejected',
    'link-reject-approves',
    'a rejected link becomes APPROVED',
    endpoint('rejectWalletLink', {
      does: (asked) => {
        if (asked.record) asked.service.fire(asked.record, 'approve');
        return asked.record;
      },
    }),
  ),
  mutant(
    'wallet-link.rejected',
    'link-reject-missing',
    'the sandbox has no reject call',
    endpoint('rejectWalletLink', { only: 'live' }),
  ),
  mutant(
    'wallet-link.decided-by-owner',
    'link-owner-reject-revokes',
    'a link that its owner declines becomes REVOKED',
    notByCall('rejectWalletLink', { to: 'REVOKED' }),
  ),
  mutant(
    'wallet-link.decided-by-owner',
    'link-owner-approve-does-nothing',
    'a link that its owner approves stays PENDING',
    notByCall('approveWalletLink', { to: 'PENDING' }),
  ),
  mutant(
    'wallet-link.expires',
    'link-never-expires',
    'a pending link stays PENDING',
    timer('walletLink', 'PENDING', null),
  ),
  mutant(
    'wallet-link.expires',
    'link-expires-early',
    'a link expires a minute early',
    timer('walletLink', 'PENDING', {
      after: ((link: { expiresInMinutes: number }) => link.expiresInMinutes * 60 - 60) as never,
    }),
  ),
  mutant(
    'wallet-link.expires',
    'link-expires-late',
    'a link expires after twice the time',
    timer('walletLink', 'PENDING', { after: { field: 'expiresInMinutes', seconds: 120 } }),
  ),
  mutant(
    'wallet-link.approved-does-not-expire',
    'link-approved-expires',
    'an approved link expires too',
    addedTransition('walletLink', { from: 'APPROVED', on: 'nobody decides', to: 'EXPIRED', sends: null }),
    (rules) => ({
      ...rules,
      timers: [
        ...rules.timers,
        { kind: 'walletLink', in: 'APPROVED', after: { field: 'expiresInMinutes', seconds: 60 }, on: 'nobody decides' },
      ],
    }),
  ),
  mutant(
    'wallet-link.approved-does-not-expire',
    'link-read-as-expired-by-its-time',
    'GET looks at expiresAt before it looks for a decision: an approved link is shown as EXPIRED once that is past, and its balance stays open',
    shows('getWalletLink', (body, { asked }) =>
      body.status === 'APPROVED' && Date.parse(String(body.expiresAt)) <= asked.service.clock.now()
        ? { ...body, status: 'EXPIRED' }
        : body,
    ),
  ),
  mutant(
    'wallet-link.revoked',
    'link-delete-does-nothing',
    'DELETE leaves a link APPROVED',
    endpoint('deleteWalletLink', { does: undefined }),
  ),
  mutant(
    'wallet-link.revoked',
    'link-delete-with-409',
    'DELETE of an approved link is refused',
    endpoint('deleteWalletLink', { status: 409 }),
  ),
  mutant(
    'wallet-link.revoked',
    'link-revoked-is-called-unlinked',
    'a revoked link has status UNLINKED',
    shows('getWalletLink', (body) => ({ ...body, status: body.status === 'REVOKED' ? 'UNLINKED' : body.status })),
  ),
  mutant(
    'wallet-link.revoked-by-owner',
    'link-owner-unlink-does-nothing',
    'a link that its owner unlinks stays APPROVED',
    notByCall('deleteWalletLink', { to: 'APPROVED' }),
  ),
  mutant(
    'wallet-link.revoked-by-owner',
    'link-owner-unlink-rejects',
    'a link that its owner unlinks becomes REJECTED',
    notByCall('deleteWalletLink', { to: 'REJECTED' }),
  ),
  mutant(
    'wallet-link.newer-cancels-older',
    'link-older-stays-pending',
    'a newer request leaves the older link pending',
    transition('walletLink', 'newer request', { to: 'PENDING' }),
  ),
  mutant(
    'wallet-link.newer-cancels-older',
    'link-older-wins',
    'while a link is pending, a newer one cannot be approved',
    endpoint('approveWalletLink', {
      does: (asked) => {
        const { record } = asked;
        const older = [...asked.merchant.links.values()].find(
          (link) =>
            link !== record &&
            record?.kind === 'walletLink' &&
            link.walletId === record.walletId &&
            link.status === 'EXPIRED',
        );
        if (record && older === undefined) asked.service.fire(record, 'approve');
        return record;
      },
    }),
  ),
  seesOthers('wallet-link.other-merchant', 'link-seen-by-others', 'any merchant can read any link', 'getWalletLink'),
  seesOthers(
    'wallet-link.other-merchant',
    'link-deleted-by-others',
    'any merchant can delete any link',
    'deleteWalletLink',
  ),
];
