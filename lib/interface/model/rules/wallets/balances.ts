import type { RequirementId } from '../../../register/index.ts';
import { type Exchange, integerIn, objectOf } from '../../events.ts';
import { isUnknown } from '../../operations.ts';
import type { Thing, Violation, Watcher } from '../../things.ts';
import type { World } from '../../world.ts';
import type { Window } from '../records/life.ts';

// `GET /v1/wallets/{walletId}/balance`: "403 unless the link is APPROVED" (Endpoints), whatever other links there are or were.

interface Asked {
  readonly own: readonly (readonly [Thing, Window])[];
  readonly others: readonly (readonly [Thing, Window])[];
}

/** Judges reads of wallet balances by the possible states of the links to the wallet during the request. */
export class WalletBalances implements Watcher {
  readonly #world: World;
  readonly #asked = new Map<Exchange, Asked>();

  constructor(world: World) {
    this.#world = world;
  }

  asked(exchange: Exchange): void {
    const walletId = walletOf(exchange);
    if (walletId === null || exchange.credentials !== 'own') return;
    const links = this.#world.linksOf(exchange.environment, walletId).map((link) => {
      this.#world.passes(link);
      return [link, link.life.opens()] as const;
    });
    const isOwn = ([{ merchant }]: readonly [Thing, Window]) => merchant === exchange.merchant;
    this.#asked.set(exchange, { own: links.filter(isOwn), others: links.filter((each) => !isOwn(each)) });
  }

  answered(exchange: Exchange): Violation[] {
    const asked = this.#asked.get(exchange);
    if (asked === undefined) return [];
    this.#asked.delete(exchange);
    for (const [link, window] of [...asked.own, ...asked.others]) link.life.closes(window);
    const { environment, merchant, status } = exchange;
    const walletId = walletOf(exchange);
    const now = this.#world.linksOf(environment, walletId).filter((link) => link.merchant === merchant);
    // A link requested meanwhile may be approved already; links from before this run are unknown.
    if (isUnknown(exchange) || now.length > asked.own.length || !this.#world.isOurs(merchant)) return [];
    const [first, ...more] = asked.own;
    const may = ([link, window]: readonly [Thing, Window]) => link.isBroken || window.states.has('APPROVED');
    if (status >= 200 && status < 300 && !asked.own.some(may)) {
      const requirement = asked.others.some(may) ? 'wallet.balance-per-merchant' : closed(asked.own);
      const links = asked.own.map(([link, { states }]) => `${link.reference} is ${[...states].join(' or ')}`);
      const what = `it was answered ${status}: ${links.join(', ') || 'the merchant has no link to it'}`;
      return [violation(requirement, exchange, asked.own, what, '403')];
    }
    const isRefused = status >= 400 && status !== 401 && status !== 429;
    if (isRefused && status !== 403 && first !== undefined && !asked.own.some(may)) {
      const what = `it was answered ${status}, and no link to it is APPROVED`;
      return [violation(closed(asked.own), exchange, asked.own, what, '403')];
    }
    // With an approved link and a newer one, it is not shown which of them is "the link".
    const isApproved = first !== undefined && first[0].creation !== null && !first[0].isBroken && more.length === 0;
    if (!isApproved || [...first[1].states].some((state) => state !== 'APPROVED')) return [];
    const wrong = isRefused ? `it was answered ${status}` : status === 200 ? wrongIn(exchange) : null;
    if (wrong === null) return [];
    const what = `${wrong} while the link ${first[0].reference} is APPROVED`;
    const allowed = '200 with integers `availableMinor` and `heldMinor`, and `currency` `NGN`';
    return [violation('wallet.balance-when-approved', exchange, asked.own, what, allowed)];
  }
}

/** "`availableMinor` (integer), `heldMinor` (integer), `currency` (string)" (Wallet link). */
function wrongIn({ json, said }: Exchange): string | null {
  if (said === null) return null;
  const fields = objectOf(json);
  const integer = ['availableMinor', 'heldMinor'].find((field) => integerIn(fields, field) === null);
  if (integer !== undefined) return `it shows \`${integer}\` ${JSON.stringify(fields?.[integer])}`;
  return fields?.currency === 'NGN' ? null : `it shows \`currency\` ${JSON.stringify(fields?.currency)}`;
}

function closed(own: Asked['own']): RequirementId {
  if (own.length === 0) return 'wallet.balance-without-link';
  const isExpired = own.every(([, { states }]) => [...states].every((state) => state === 'EXPIRED'));
  return isExpired ? 'wallet.balance-after-expiry' : 'wallet.balance-unapproved';
}

function walletOf({ method, path }: Exchange): string | null {
  const [collection, walletId, what] = path;
  return method === 'GET' && path.length === 3 && collection === 'wallets' && what === 'balance'
    ? (walletId ?? null)
    : null;
}

function violation(
  requirement: RequirementId,
  exchange: Exchange,
  own: Asked['own'],
  what: string,
  allowed: string,
): Violation {
  const history = own.flatMap(([link]) => link.history);
  const exchanges = [...new Set([...own.flatMap(([link]) => link.evidence), exchange.id])];
  const subject = `balance of wallet ${walletOf(exchange)}`;
  return { requirement, subject, history, what, allowed, exchanges, webhooks: [] };
}
