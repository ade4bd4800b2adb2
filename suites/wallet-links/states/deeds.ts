import {
  Blocked,
  type CheckContext,
  type EventKind,
  type Exchange,
  type Link,
  type Merchant,
  NotExercised,
} from '../../../lib/interface/index.ts';

// What merchant, owner and time may do to a link, and what is observed afterwards: used by the tables of states.

const MINUTE = 60;

/** The shortest `expiresInMinutes`, used for links of these tables. */
export const LIFE = 5;

export const deeds = {
  'the sandbox approves': { needs: [], waits: undefined },
  'the sandbox rejects': { needs: [], waits: undefined },
  'the merchant deletes': { needs: [], waits: undefined },
  'the owner approves': { needs: ['wallet-owner'], waits: undefined },
  'the owner declines': { needs: ['wallet-owner'], waits: undefined },
  'the owner unlinks': { needs: ['wallet-owner'], waits: undefined },
  'the merchant asks again with its linkRef': { needs: [], waits: undefined },
  'the merchant asks anew for its wallet': { needs: [], waits: undefined },
  'its expiresInMinutes pass': { needs: [], waits: '5m' },
  'an hour passes': { needs: [], waits: '1h' },
} as const;

export type Deed = keyof typeof deeds;

export interface Seen {
  /** The answer, if the merchant made the call. */
  readonly answer: Exchange | null;
  /** GET of the link afterwards. */
  readonly record: Exchange;
  /** GET of the newer link, if there is one. */
  readonly newer: Exchange | null;
}

export type Tried = ReadonlyMap<Deed, Seen | Error>;

/** A step: makes these attempts one after another. If one cannot be made, the others still are. */
export async function tryAll(
  context: CheckContext,
  link: Link,
  list: readonly Deed[],
  newer: Link | null = null,
): Promise<Tried> {
  const { merchant } = context;
  const tried = new Map<Deed, Seen | Error>();
  for (const deed of list) {
    try {
      const answer = await act(context, link, deed);
      const record = await merchant.api.getWalletLink(link.linkId);
      tried.set(deed, { answer, record, newer: newer && (await merchant.api.getWalletLink(newer.linkId)) });
    } catch (error) {
      if (!(error instanceof Blocked || error instanceof NotExercised)) throw error;
      tried.set(deed, error);
    }
  }
  return tried;
}

/** What was observed after an attempt; if it could not be made, throws its error. */
export function seenOf(tried: Tried, deed: Deed): Seen {
  const seen = tried.get(deed);
  if (seen === undefined) throw new Blocked(`suite fault: ${deed} was not tried`);
  if (seen instanceof Error) throw seen;
  return seen;
}

async function act(context: CheckContext, link: Link, deed: Deed): Promise<Exchange | null> {
  const { merchant, wallets, time } = context;
  const { linkId, wallet } = link;
  switch (deed) {
    case 'the sandbox approves':
      return await merchant.api.approveWalletLink(linkId);
    case 'the sandbox rejects':
      return await merchant.api.rejectWalletLink(linkId);
    case 'the merchant deletes':
      return await merchant.api.deleteWalletLink(linkId);
    case 'the owner approves':
      return await byOwner(context, link, 'approve');
    case 'the owner declines':
      return await byOwner(context, link, 'reject');
    case 'the owner unlinks':
      return await byOwner(context, link, 'unlink');
    case 'the merchant asks again with its linkRef':
      return await wallets.createLink(merchant, wallet, JSON.parse(link.exchange.sent.body ?? '{}'));
    case 'the merchant asks anew for its wallet':
      return await wallets.createLink(merchant, wallet);
    case 'its expiresInMinutes pass':
      await time.wait((LIFE + 1) * MINUTE, 'nothing more comes of a link');
      return null;
    case 'an hour passes':
      await time.wait(61 * MINUTE, 'nothing more comes of a link');
      return null;
  }
}

/** A refusal of the owner shows in the status of the link. */
async function byOwner(
  { wallets, merchant, note }: CheckContext,
  link: Link,
  decision: 'approve' | 'reject' | 'unlink',
): Promise<null> {
  try {
    await wallets.owner(merchant, link, decision);
  } catch (error) {
    if (!(error instanceof Blocked)) throw error;
    note(`the owner could not ${decision}: ${error.message}`);
  }
  return null;
}

export const linkEvents = [
  'wallet.link.approved',
  'wallet.link.rejected',
  'wallet.link.expired',
  'wallet.link.revoked',
] as const satisfies readonly EventKind[];

export type Told = Readonly<Record<(typeof linkEvents)[number], ReturnType<Merchant['webhooks']['surely']>>>;

/** The webhooks so far for each kind of link event; null for a merchant without webhooks. */
export function toldOf(merchant: Merchant, linkId: string): Told | null {
  if (merchant.access.webhookSecret === null) return null;
  return Object.fromEntries(
    linkEvents.map((event) => [event, merchant.webhooks.surely(event, linkId)]),
  ) as unknown as Told;
}
