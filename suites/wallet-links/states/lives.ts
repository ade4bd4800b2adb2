import {
  Blocked,
  type CheckContext,
  type Exchange,
  shared,
  summary,
  type Wallet,
} from '../../../lib/interface/index.ts';
import { ask, earlyInTheHour, has, linkBecomes, linkIdOf, NOTICED, unopened } from '../support.ts';

// The lives of a few links, observed at each stage: link requests are scarce if only the sandbox's own wallets can be used. Observations
// after a failed step are missing.

/** A link that is requested, requested again with the same linkRef, and rejected. */
export interface Declined {
  readonly wallet: Wallet;
  readonly request: { readonly linkRef: string; readonly requesterName: string; readonly expiresInMinutes: number };
  readonly asked: Exchange;
  /** The target's time right after the request, in epoch seconds; this machine's time if the target does not show its own. */
  readonly askedAt: { readonly earliest: number; readonly latest: number; readonly told: boolean };
  readonly pending?: Exchange;
  readonly balanceWhilePending?: Exchange;
  readonly askedAgain?: Exchange;
  readonly rejection?: Exchange;
  readonly rejected?: Exchange;
  readonly balanceAfterRejection?: Exchange;
}

export const declined = shared('a link that is declined', ['sandbox-wallet'], (context) =>
  context.wallets.withLinkable(2, async (wallet): Promise<Declined> => {
    const { merchant, data, console } = context;
    await unopened(context, wallet);
    const request = { linkRef: data.reference('lnk'), requesterName: 'Harbour Books', expiresInMinutes: 45 };
    const asked = await ask(context, wallet, request);
    const askedAt = context.sees("the target's time after a link was asked for", inSeconds(await console.now(), asked));
    const life = { wallet, request, asked, askedAt };
    const linkId = linkIdOf(asked);
    if (linkId === undefined) return life;

    const pending = await merchant.api.getWalletLink(linkId);
    const balanceWhilePending = await merchant.api.getWalletBalance(wallet.walletId);
    const askedAgain = await ask(context, wallet, request);
    const soFar = { ...life, pending, balanceWhilePending, askedAgain };
    // Another link would have cancelled this one.
    if (linkIdOf(askedAgain) !== linkId) return soFar;

    const rejection = await merchant.api.rejectWalletLink(linkId);
    const rejected = await linkBecomes(context, linkId, 'REJECTED');
    if (!has(rejected, 'REJECTED')) return { ...soFar, rejection, rejected };

    const balanceAfterRejection = await merchant.api.getWalletBalance(wallet.walletId);
    return { ...soFar, rejection, rejected, balanceAfterRejection };
  }),
);

/** A link that is approved, and unlinked by the merchant. */
export interface Approved {
  readonly approval?: Exchange;
  readonly approved?: Exchange;
  readonly balance?: Exchange;
  readonly deletion?: Exchange;
  readonly revoked?: Exchange;
  readonly balanceAfterRevocation?: Exchange;
}

export const approved = shared('a link that is approved', ['sandbox-wallet'], (context) =>
  context.wallets.withLinkable(1, async (wallet): Promise<Approved> => {
    const { merchant } = context;
    await unopened(context, wallet);
    const linkId = askedFor(await ask(context, wallet));
    const approval = await merchant.api.approveWalletLink(linkId);
    const approved = await linkBecomes(context, linkId, 'APPROVED');
    if (!has(approved, 'APPROVED')) return { approval, approved };

    const balance = await merchant.api.getWalletBalance(wallet.walletId);
    const deletion = await merchant.api.deleteWalletLink(linkId);
    const revoked = await linkBecomes(context, linkId, 'REVOKED');
    if (!has(revoked, 'REVOKED')) return { approval, approved, balance, deletion, revoked };

    const balanceAfterRevocation = await merchant.api.getWalletBalance(wallet.walletId);
    return { approval, approved, balance, deletion, revoked, balanceAfterRevocation };
  }),
);

/** A link that is followed by a newer request for the same wallet: the older with the longest life, the newer with the shortest. */
export interface Superseded {
  readonly olderAsked: Exchange;
  readonly newerAsked: Exchange;
  /** The older link after the newer request, and the events about it until then. */
  readonly olderLeft?: Exchange;
  readonly olderEvents?: readonly string[];
  /** After the attempt to approve it. */
  readonly older?: Exchange;
  readonly newerPending?: Exchange;
  readonly newerApproved?: Exchange;
}

export const superseded = shared('a link that a newer request follows', ['sandbox-wallet'], (context) =>
  context.wallets.withLinkable(2, async (wallet): Promise<Superseded> => {
    const { merchant, time } = context;
    const olderAsked = await ask(context, wallet, { expiresInMinutes: 60 });
    const newerAsked = await ask(context, wallet, { expiresInMinutes: 5 });
    const [olderId, newerId] = [linkIdOf(olderAsked), linkIdOf(newerAsked)];
    if (olderId === undefined || newerId === undefined) return { olderAsked, newerAsked };

    await time.wait(5, 'what becomes of a cancelled link');
    const olderLeft = await merchant.api.getWalletLink(olderId);
    const olderEvents = linkEvents.filter((event) => merchant.webhooks.all(event, olderId).length > 0);
    const newerPending = await merchant.api.getWalletLink(newerId);
    await merchant.api.approveWalletLink(olderId);
    const older = await linkBecomes(context, olderId, 'APPROVED', 5);
    await merchant.api.approveWalletLink(newerId);
    const newerApproved = await linkBecomes(context, newerId, 'APPROVED');
    await Promise.all([merchant.api.deleteWalletLink(olderId), merchant.api.deleteWalletLink(newerId)]);
    return { olderAsked, newerAsked, olderLeft, olderEvents, older, newerPending, newerApproved };
  }),
);

const linkEvents = [
  'wallet.link.approved',
  'wallet.link.rejected',
  'wallet.link.expired',
  'wallet.link.revoked',
] as const;

/** A link that no one decides on within five minutes. */
export interface Undecided {
  /** Half a minute before its end. */
  readonly early?: Exchange;
  readonly late?: Exchange;
  readonly balance?: Exchange;
}

export const undecided = shared('a link about which nobody decides', ['sandbox-wallet'], (context) =>
  context.wallets.withLinkable(1, async (wallet): Promise<Undecided> => {
    const { merchant, time } = context;
    await unopened(context, wallet);
    const linkId = askedFor(await ask(context, wallet, { expiresInMinutes: 5 }));
    await time.wait(270, 'a wallet link expires');
    const early = await merchant.api.getWalletLink(linkId);
    await time.wait(30, 'a wallet link expires');
    const late = await linkBecomes(context, linkId, 'EXPIRED', NOTICED);
    if (!has(late, 'EXPIRED')) return { early, late };

    return { early, late, balance: await merchant.api.getWalletBalance(wallet.walletId) };
  }),
);

/** Five requests for a wallet, a sixth, and one for another wallet of its holder. */
export const usedUp = shared('a wallet whose requests are used up', ['wallets'], async (context) => {
  const { merchant, wallets } = context;
  await earlyInTheHour(context);
  const holderName = 'Adaeze Okonkwo';
  const [wallet, another] = [await wallets.make({ holderName }), await wallets.make({ holderName })];
  for (const _request of [1, 2, 3, 4, 5]) await wallets.link(merchant, wallet);
  // The refusal's status and code are not shown: even 429 rate_limited must not be waited for and repeated.
  const sixth = await wallets.createLink(merchant, wallet, {}, { onRateLimited: 'return' });
  const elsewhere = await wallets.createLink(merchant, another, {}, { onRateLimited: 'return' });
  return { sixth, elsewhere };
});

/** Returns the id of the new link. Throws Blocked with the answer if it has no id. */
function askedFor(asked: Exchange): string {
  const linkId = linkIdOf(asked);
  if (linkId === undefined) throw new Blocked(`a wallet link should have been created; got ${summary(asked)}`);
  return linkId;
}

/** Times in epoch seconds. */
function inSeconds(
  now: Awaited<ReturnType<CheckContext['console']['now']>>,
  { startedAt }: Exchange,
): { earliest: number; latest: number; told: boolean } {
  const { at, uncertaintyMs } = now ?? { at: startedAt, uncertaintyMs: 0 };
  return { earliest: (at - uncertaintyMs) / 1_000, latest: (at + uncertaintyMs) / 1_000, told: now !== undefined };
}
