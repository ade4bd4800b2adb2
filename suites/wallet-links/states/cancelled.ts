import { type CheckOptions, check, checks, expect, NotExercised, of } from '../../../lib/interface/index.ts';
import { has, linkBecomes, NOTICED, there } from '../support.ts';
import { type Deed, deeds, LIFE, seenOf } from './deeds.ts';
import { newers } from './newer-lives.ts';
import { cancelled, liveCancelled, triedWithCancelled, triedWithCancelledInLive } from './states.ts';

// The status of a link cancelled by a newer request is not shown.
const forCancelled = (deed: Deed): CheckOptions => ({
  needs: ['wallets', ...deeds[deed].needs],
  ...(deeds[deed].waits !== undefined && { waits: deeds[deed].waits }),
});

checks(
  'wallet-link.newer-cancels-for-good',
  triedWithCancelled.filter((deed) => !deeds[deed].needs.length),
  (deed) => `cancelled by a newer request, then ${deed}: it is not approved, and the newer one waits still`,
  async (context, deed) => {
    const { tried } = await cancelled(context);
    const { record, newer } = seenOf(tried, deed);

    expect(of(record, 'status')).not.toBe('APPROVED');
    expect(there(newer ?? undefined, 'the newer link')).toHaveField('status', 'PENDING');
  },
  forCancelled,
);

checks(
  ({ id }) => id,
  triedWithCancelledInLive.map((deed) => ({
    deed,
    id:
      deed === 'the owner approves'
        ? ('wallet-link.newer-cancels-older' as const)
        : ('wallet-link.newer-cancels-for-good' as const),
  })),
  ({ deed }) => `live: cancelled by a newer request, then ${deed}: it is not approved, and the newer one waits still`,
  async (context, { deed }) => {
    const { tried } = await liveCancelled(context);
    const { record, newer } = seenOf(tried, deed);

    expect(of(record, 'status')).not.toBe('APPROVED');
    expect(there(newer ?? undefined, 'the newer link')).toHaveField('status', 'PENDING');
  },
  ({ deed }) => ({ ...forCancelled(deed), needs: ['live', 'wallets', 'wallet-owner'] }),
);

check(
  'wallet-link.newer-cancels-for-good',
  'cancelled by a newer request: no wallet.link.approved has come, and the balance is closed',
  async (context) => {
    const { told, balance } = await cancelled(context);
    if (told === null) throw new NotExercised('the merchant has no webhook secret');

    expect(told['wallet.link.approved']).toBeEmpty();
    expect(balance).toHaveStatus(403);
  },
  { needs: ['wallets', 'webhooks'] },
);

checks(
  'wallet-link.owner-changes-no-end',
  triedWithCancelled.filter((deed) => deeds[deed].needs.length > 0),
  (deed) => `cancelled by a newer request, then ${deed}: it is not approved, and the newer one waits still`,
  async (context, deed) => {
    const { tried } = await cancelled(context);
    const { record, newer } = seenOf(tried, deed);

    expect(of(record, 'status')).not.toBe('APPROVED');
    expect(there(newer ?? undefined, 'the newer link')).toHaveField('status', 'PENDING');
  },
  forCancelled,
);

// The end of the newer link does not bring the older one back, whose own minutes have not passed yet.
checks(
  'wallet-link.newer-cancels-for-good',
  newers,
  ({ what }) => `cancelled by a newer request that ${what}, then the sandbox approves: it is not approved`,
  async (context, newer) => {
    const { merchant, wallets } = context;
    const wallet = await wallets.make();
    const older = await wallets.link(merchant, wallet, { expiresInMinutes: 60 });
    const next = await wallets.link(merchant, wallet, { expiresInMinutes: LIFE });
    await newer.end(context, next);
    there(
      has(await linkBecomes(context, next.linkId, newer.becomes[1], NOTICED), newer.becomes[1]) || undefined,
      'its end',
    );
    await merchant.api.approveWalletLink(older.linkId);

    expect(await linkBecomes(context, older.linkId, 'APPROVED', 2)).not.toHaveField('status', 'APPROVED');
    const open = newer.becomes[1] === 'APPROVED';
    expect(await merchant.api.getWalletBalance(wallet.walletId)).toHaveStatus(open ? 200 : 403);
  },
  ({ needs, waits }) => ({ needs: ['wallets', ...needs], ...(waits !== undefined && { waits }), drawn: 1 }),
);
