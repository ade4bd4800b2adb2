import type { Call, Reply } from './call.ts';
import * as rules from './rules.ts';
import { missing, Refusal, wrongState } from './rules.ts';
import { type EventKind, emit } from './webhooks.ts';
import { type Environment, stamp, uuid, type Wallet, type World } from './world.ts';

const minute = 60_000;
const requestsPerHour = 5;

export interface Link {
  id: string;
  env: Environment;
  merchant: string;
  ref: string;
  wallet: string;
  status: 'PENDING' | 'APPROVED' | 'REJECTED' | 'EXPIRED' | 'REVOKED';
  expiresAt: number;
  createdAt: number;
}

export function createLink(world: World, { merchant, body }: Call): Reply {
  const { clock, store } = world;
  const minutes = rules.whole(body.expiresInMinutes, 'expiresInMinutes', 5, 60);
  const requester = rules.text(body.requesterName, 'requesterName');
  const walletId = rules.text(body.walletId, 'walletId', 10, rules.walletPattern);
  const ref = rules.text(body.linkRef, 'linkRef', 200);
  const sameRef = 'SELECT * FROM links WHERE merchant = ? AND ref = ?';
  const old = store.one<Link>(sameRef, merchant.id, ref);
  if (old) return { status: 200, body: describe(world, old) };
  if (!findWallet(world, merchant.env, walletId)) throw missing('wallet');

  const now = clock.now();
  // The limit protects the wallet's owner, so requests of all merchants count.
  const recent = 'SELECT count(*) AS n FROM links WHERE env = ? AND wallet = ? AND createdAt > ?';
  const asked = store.one<{ n: number }>(recent, merchant.env, walletId, now - 60 * minute)?.n ?? 0;
  if (asked >= requestsPerHour) {
    throw new Refusal(429, 'link_budget', `This wallet has been asked ${requestsPerHour} times within an hour.`);
  }
  // The status of a request that a newer one replaces is left open; no event is sent.
  const replace = "UPDATE links SET status = 'REJECTED' WHERE merchant = ? AND wallet = ? AND status = 'PENDING'";
  store.run(replace, merchant.id, walletId);

  const link: Link = {
    ...{ id: uuid(), env: merchant.env, merchant: merchant.id, ref, wallet: walletId },
    ...{ status: 'PENDING', expiresAt: now + minutes * minute, createdAt: now },
  };
  store.insert('links', { ...link, requester });
  clock.at(link.expiresAt, () => {
    if (findLink(world, merchant.id, link.id)?.status === 'PENDING') change(world, link, 'EXPIRED');
  });
  return { status: 201, body: describe(world, link) };
}

export function readLink(world: World, { merchant, param }: Call): Reply {
  const link = findLink(world, merchant.id, param);
  if (!link) throw missing('wallet link');
  return { status: 200, body: { status: link.status, askedAt: stamp(link.createdAt) } };
}

export function deleteLink(world: World, { merchant, param }: Call): Reply {
  const link = findLink(world, merchant.id, param);
  if (!link) throw missing('wallet link');
  decide(world, link, 'REVOKED');
  return { status: 204 };
}

/** The sandbox calls that replace the owner's PIN. */
export function decideLink(world: World, { merchant, param }: Call, decision: 'APPROVED' | 'REJECTED'): Reply {
  const link = findLink(world, merchant.id, param);
  if (!link) throw missing('wallet link');
  decide(world, link, decision);
  return { status: 204 };
}

/** Approve and reject need a pending link, revoke an approved one; otherwise 409. */
export function decide(world: World, link: Link, to: 'APPROVED' | 'REJECTED' | 'REVOKED'): void {
  if (link.status !== (to === 'REVOKED' ? 'APPROVED' : 'PENDING')) throw wrongState(`The link is ${link.status}.`);
  change(world, link, to);
}

export function findLink({ store }: World, merchant: string, id: string): Link | undefined {
  return store.one('SELECT * FROM links WHERE merchant = ? AND id = ?', merchant, id);
}

export function hasApprovedLink({ store }: World, merchant: string, wallet: string): boolean {
  const sql = "SELECT 1 FROM links WHERE merchant = ? AND wallet = ? AND status = 'APPROVED'";
  return store.one(sql, merchant, wallet) !== undefined;
}

export function findWallet({ store }: World, env: Environment, id: string): Wallet | undefined {
  return store.one('SELECT * FROM wallets WHERE env = ? AND id = ?', env, id);
}

export function readAccount(world: World, { merchant, param }: Call): Reply {
  const wallet = findWallet(world, merchant.env, param);
  if (!wallet) throw missing('wallet');
  return { status: 200, body: { holder: { masked: mask(wallet.holder) } } };
}

export function readWalletBalance(world: World, { merchant, param }: Call): Reply {
  const wallet = findWallet(world, merchant.env, param);
  if (!wallet || !hasApprovedLink(world, merchant.id, param)) {
    throw new Refusal(403, 'link_needed', 'The owner of this wallet has not approved a link to your application.');
  }
  return { status: 200, body: { currency: 'NGN', heldMinor: wallet.held, availableMinor: wallet.available } };
}

function change(world: World, link: Link, status: 'APPROVED' | 'REJECTED' | 'EXPIRED' | 'REVOKED'): void {
  world.store.run('UPDATE links SET status = ? WHERE id = ?', status, link.id);
  const holder = findWallet(world, link.env, link.wallet)?.holder ?? '';
  const kind: EventKind = `wallet.link.${lower[status]}`;
  // The registered name is shown only after the owner has agreed.
  const walletName = status === 'APPROVED' ? holder : mask(holder);
  void emit(world, link.merchant, kind, link.id, {
    walletName,
    walletId: link.wallet,
    linkRef: link.ref,
    linkId: link.id,
  });
}

const lower = { APPROVED: 'approved', REJECTED: 'rejected', EXPIRED: 'expired', REVOKED: 'revoked' } as const;

function describe(world: World, link: Link) {
  return {
    expiresAt: stamp(link.expiresAt),
    walletName: mask(findWallet(world, link.env, link.wallet)?.holder ?? ''),
    walletId: link.wallet,
    status: link.status,
    linkRef: link.ref,
    linkId: link.id,
  };
}

/** The first letter of each word, and three dots whatever its length. */
function mask(name: string): string {
  const words = name.split(/\s+/).filter((word) => word !== '');
  return words.map((word) => `${[...word][0]}•••`).join(' ');
}
