import type { Link } from '../../../lib/interface/index.ts';
import { LIFE } from '../../wallet-links/states/deeds.ts';
import { dueAtOnce } from './due-at-once.ts';
import type { Kind, Row } from './groups.ts';
import { type Deed, oneAfterAnother } from './one-by-one.ts';

// Links that differ only in the wallet and, for one merchant, in the linkRef: a transition of one does not affect the others.

const link: Kind<Link> = {
  of: 'wallet link',
  needs: ['wallets'],
  // A separate wallet for each link: whether a newer request also cancels another merchant's link to the same wallet is not shown.
  make: async ({ wallets }, as, linkRef) =>
    wallets.link(as, await wallets.make({ holderName: 'Ada Obi', balanceMinor: 4_321 }), {
      linkRef,
      requesterName: 'Harbour Books',
      expiresInMinutes: LIFE,
    }),
  look: (as, { linkId }) => as.api.getWalletLink(linkId),
  named: ({ linkId }) => linkId,
};

const PENDING = { value: 'PENDING' };
const APPROVED = { value: 'APPROVED' };
const REJECTED = { value: 'REJECTED' };
const REVOKED = { value: 'REVOKED' };
const approves: Deed<Link>['act'] = (_, { as, object }) => as.api.approveWalletLink(object.linkId);
const owner =
  (decision: 'approve' | 'reject' | 'unlink'): Deed<Link>['act'] =>
  ({ wallets }, { as, object }) =>
    wallets.owner(as, object, decision);

const waiting = {
  before: PENDING,
  leaves: { neighbours: 'wallet-link.status-read', twin: 'wallet-link.ref-per-merchant' },
} as const;
const linked = {
  lead: approves,
  before: APPROVED,
  after: REVOKED,
  leaves: { neighbours: 'wallet-link.approved-stays', twin: 'wallet-link.ref-per-merchant' },
} as const;

/** Checks for several chapters: see `table`. */
export const alikeLinks: readonly Row[] = [
  ...oneAfterAnother(link, [
    {
      what: 'the sandbox approves',
      ...waiting,
      act: approves,
      after: APPROVED,
      id: 'wallet-link.approved',
      told: { event: 'wallet.link.approved', id: 'webhook.link-approved' },
      final: 'wallet-link.approved-stays',
    },
    {
      what: 'the sandbox rejects',
      ...waiting,
      act: (_, { as, object }) => as.api.rejectWalletLink(object.linkId),
      after: REJECTED,
      id: 'wallet-link.rejected',
      told: { event: 'wallet.link.rejected', id: 'webhook.link-rejected' },
      final: 'wallet-link.rejected-is-final',
    },
    {
      what: 'the owner declines',
      needs: ['wallet-owner'],
      ...waiting,
      act: owner('reject'),
      after: REJECTED,
      id: 'wallet-link.decided-by-owner',
    },
    {
      what: 'the merchant deletes',
      ...linked,
      act: (_, { as, object }) => as.api.deleteWalletLink(object.linkId),
      id: 'wallet-link.revoked',
      told: { event: 'wallet.link.revoked', id: 'webhook.link-revoked' },
      final: 'wallet-link.revoked-is-final',
    },
    {
      what: 'the owner unlinks',
      needs: ['wallet-owner'],
      ...linked,
      act: owner('unlink'),
      id: 'wallet-link.revoked-by-owner',
      told: { event: 'wallet.link.revoked', id: 'webhook.link-revoked-by-owner' },
      final: 'wallet-link.revoked-is-final',
    },
  ]),

  ...dueAtOnce({
    kind: link,
    what: 'about which nobody decides',
    waits: '5m',
    seconds: LIFE * 60,
    after: { value: 'EXPIRED' },
    id: 'wallet-link.expires',
    told: { event: 'wallet.link.expired', id: 'webhook.link-expired' },
    final: 'wallet-link.expired-is-final',
    spared: {
      what: 'that is approved',
      needs: [],
      act: approves,
      after: APPROVED,
      id: 'wallet-link.approved-does-not-expire',
    },
  }),
];
