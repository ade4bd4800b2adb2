import { type Capability, type CheckContext, type Exchange, shared } from '../../../lib/interface/index.ts';
import { linkBecomes, linkIdOf, NOTICED, there } from '../../wallet-links/support.ts';

// "Sandbox wallet ids for links: `0000000001`, `0000000002`, `0000000003`" (Endpoints, behaviour rule 8): every rule about links holds for each
// of the three. Where wallets can be made, all other checks leave these alone; after an hour no earlier run has a part in their five requests.

export const ids = ['0000000001', '0000000002', '0000000003'] as const;

export const needs: readonly Capability[] = ['wallets', 'own-merchant', 'clock'];

/** In seconds. Whatever the time zone, an hour of the clock ends with a quarter of an hour; all requests come well within one. */
const [AN_HOUR, QUARTER, WELL_WITHIN] = [61 * 60, 15 * 60, 5 * 60];

/** Five requests for a wallet, and a sixth, all within seconds. The fifth is left to expire. */
async function lived(context: CheckContext, walletId: string) {
  const { merchant, wallets, can } = context;
  const { api } = merchant;
  const asked: Exchange[] = [];
  const ask = async (expiresInMinutes: number) => {
    const wallet = { walletId, holderName: null };
    asked.push(await wallets.createLink(merchant, wallet, { expiresInMinutes }));
    return linkIdOf(there(asked.at(-1), 'a link request')) ?? 'none';
  };
  const escrow = async () =>
    can('linked-wallets-setting') ? await merchant.createEscrow({ seller: { walletId } }) : undefined;

  const first = await ask(60);
  const pending = await api.getWalletLink(first);
  const closed = await api.getWalletBalance(walletId);
  const unlinkedSeller = await escrow();
  const second = await ask(60);
  await api.approveWalletLink(first);
  const older = await api.getWalletLink(first);
  const approval = await api.approveWalletLink(second);
  const approved = await linkBecomes(context, second, 'APPROVED');
  const open = await api.getWalletBalance(walletId);
  const linkedSeller = await escrow();
  const deletion = await api.deleteWalletLink(second);
  const revoked = await linkBecomes(context, second, 'REVOKED');
  const closedAgain = await api.getWalletBalance(walletId);
  const third = await ask(60);
  const rejection = await api.rejectWalletLink(third);
  const rejected = await linkBecomes(context, third, 'REJECTED');
  await ask(60);
  const fifth = await ask(5);
  await ask(60);
  const links = { approved: second, rejected: third, waiting: fifth };
  const decisions = { approval, approved, deletion, revoked, rejection, rejected };
  return { asked, links, pending, closed, older, open, closedAgain, unlinkedSeller, linkedSeller, ...decisions };
}

export type Life = Awaited<ReturnType<typeof lived>> & { readonly expired: Exchange };

export const lives = shared('links to the three wallets of the sandbox', needs, async (context) => {
  const { merchant, console, time, can } = context;
  if (can('linked-wallets-setting')) await console.change(merchant, { requireLinkedWallets: true });
  const now = ((await console.now())?.at ?? time.now()) / 1_000;
  const within = (now + AN_HOUR) % QUARTER;
  await time.wait(AN_HOUR + ((WELL_WITHIN + QUARTER - within) % QUARTER), 'earlier link requests are forgotten');
  const found: Awaited<ReturnType<typeof lived>>[] = [];
  for (const walletId of ids) found.push(await lived(context, walletId));
  await time.wait(5 * 60, 'wallet links expire');
  const all = new Map<string, Life>();
  for (const [at, life] of found.entries())
    all.set(ids[at] ?? '', { ...life, expired: await linkBecomes(context, life.links.waiting, 'EXPIRED', NOTICED) });
  return { merchant, all };
});
