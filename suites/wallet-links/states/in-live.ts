import {
  type CheckContext,
  checks,
  type Duration,
  expect,
  type Link,
  type RequirementId,
} from '../../../lib/interface/index.ts';
import { attempt } from '../../support/attempts.ts';
import { linkBecomes, linkExpires, NOTICED } from '../support.ts';

// Links of live merchants end like those of the sandbox; in live only the wallets' owners decide.

const MINUTE = 60;

interface Row {
  readonly id: RequirementId;
  readonly what: string;
  readonly waits?: Duration;
  /** Whether the balance of the wallet is accessible at the end. */
  readonly opens?: boolean;
  readonly status: 'APPROVED' | 'REJECTED' | 'REVOKED' | 'EXPIRED';
  lead(context: CheckContext, link: Link): Promise<unknown>;
}

const rows: readonly Row[] = [
  {
    id: 'wallet-link.expires',
    what: 'nobody decides for five minutes',
    waits: '5m',
    status: 'EXPIRED',
    async lead({ live, time }, { linkId }) {
      await time.wait(4 * MINUTE, 'a live wallet link expires');
      expect(await live.api.getWalletLink(linkId), 'after four minutes').toHaveField('status', 'PENDING');
      await time.wait(MINUTE, 'a live wallet link expires');
    },
  },
  {
    id: 'wallet-link.decided-by-owner',
    what: 'its owner approves',
    status: 'APPROVED',
    opens: true,
    lead: ({ live, wallets }, link) => wallets.owner(live, link, 'approve'),
  },
  {
    id: 'wallet-link.decided-by-owner',
    what: 'its owner declines',
    status: 'REJECTED',
    lead: ({ live, wallets }, link) => wallets.owner(live, link, 'reject'),
  },
  {
    id: 'wallet-link.revoked-by-owner',
    what: 'its owner approves, and unlinks it again',
    status: 'REVOKED',
    async lead({ live, wallets }, link) {
      await wallets.owner(live, link, 'approve');
      await wallets.owner(live, link, 'unlink');
    },
  },
  {
    id: 'wallet-link.revoked',
    what: 'its owner approves, and the merchant unlinks it',
    status: 'REVOKED',
    async lead({ live, wallets }, link) {
      await wallets.owner(live, link, 'approve');
      await live.api.deleteWalletLink(link.linkId);
    },
  },
  {
    id: 'wallet-link.approved-does-not-expire',
    what: 'its owner approves, and an hour passes',
    waits: '1h',
    status: 'APPROVED',
    opens: true,
    async lead({ live, wallets, time }, link) {
      await wallets.owner(live, link, 'approve');
      await time.wait(60 * MINUTE, 'an approved live link does not expire');
    },
  },
  {
    id: 'wallet-link.expires',
    what: 'nobody decides for five minutes, and its owner approves then',
    waits: '5m',
    status: 'EXPIRED',
    async lead({ live, wallets, time }, link) {
      await linkExpires(time, 5);
      await attempt(wallets.owner(live, link, 'approve'));
    },
  },
];

checks(
  ({ id }) => id,
  rows,
  ({ what }) => `live: ${what}`,
  async (context, { lead, status, opens = false }) => {
    const { live, wallets } = context;
    const wallet = await wallets.make({ environment: 'live', balanceMinor: 4_321 });
    const link = await wallets.link(live, wallet, { expiresInMinutes: 5 });
    await lead(context, link);

    const record = await linkBecomes({ merchant: live, time: context.time }, link.linkId, status, NOTICED);
    expect(record).toHaveField('status', status);
    const balance = await live.api.getWalletBalance(wallet.walletId);
    if (opens) expect(balance).toHaveField('availableMinor', 4_321);
    else expect(balance).toHaveStatus(403);
  },
  ({ waits }) => ({ needs: ['live', 'wallets', 'wallet-owner'], drawn: 1, ...(waits !== undefined && { waits }) }),
);
