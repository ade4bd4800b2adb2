import type { RequirementId } from '../../../register/index.ts';
import { type Exchange, integerIn, objectOf } from '../../events.ts';
import type { ModelObject, Rule, Violation } from '../../model-object.ts';
import type { ModelState } from '../../model-state.ts';
import { isUnknown } from '../../operations.ts';
import type { Window } from '../records/possible-states.ts';

// `GET /v1/wallets/{walletId}/balance`: "403 unless the link is APPROVED" (Endpoints), whatever other links there are or were.

interface BalanceRead {
  readonly own: readonly (readonly [ModelObject, Window])[];
  readonly others: readonly (readonly [ModelObject, Window])[];
}

/** Judges reads of wallet balances by the possible states of the links to the wallet during the request. */
export class WalletBalances implements Rule {
  readonly #model: ModelState;
  readonly #reads = new Map<Exchange, BalanceRead>();

  constructor(model: ModelState) {
    this.#model = model;
  }

  onRequest(exchange: Exchange): void {
    const walletId = walletOf(exchange);
    if (walletId === null || exchange.credentials !== 'own') return;
    const links = this.#model.linksOf(exchange.environment, walletId).map((link) => {
      this.#model.applyTimedTransitions(link);
      return [link, link.possible.openWindow()] as const;
    });
    const isOwn = ([{ merchant }]: readonly [ModelObject, Window]) => merchant === exchange.merchant;
    this.#reads.set(exchange, { own: links.filter(isOwn), others: links.filter((each) => !isOwn(each)) });
  }

  onResponse(exchange: Exchange): Violation[] {
    const read = this.#reads.get(exchange);
    if (read === undefined) return [];
    this.#reads.delete(exchange);
    for (const [link, window] of [...read.own, ...read.others]) link.possible.closeWindow(window);
    const { environment, merchant, status } = exchange;
    const walletId = walletOf(exchange);
    const now = this.#model.linksOf(environment, walletId).filter((link) => link.merchant === merchant);
    // A link requested meanwhile may be approved already; links from before this run are unknown.
    if (isUnknown(exchange) || now.length > read.own.length || !this.#model.createdInThisRun(merchant)) return [];
    const [first, ...more] = read.own;
    const may = ([link, window]: readonly [ModelObject, Window]) => link.isBroken || window.states.has('APPROVED');
    if (status >= 200 && status < 300 && !read.own.some(may)) {
      const requirement = read.others.some(may) ? 'wallet.balance-per-merchant' : requirementWithoutApproval(read.own);
      const links = read.own.map(([link, { states }]) => `${link.reference} is ${[...states].join(' or ')}`);
      const what = `it was answered ${status}: ${links.join(', ') || 'the merchant has no link to it'}`;
      return [violation(requirement, exchange, read.own, what, '403')];
    }
    const isRefused = status >= 400 && status !== 401 && status !== 429;
    if (isRefused && status !== 403 && first !== undefined && !read.own.some(may)) {
      const what = `it was answered ${status}, and no link to it is APPROVED`;
      return [violation(requirementWithoutApproval(read.own), exchange, read.own, what, '403')];
    }
    // With an approved link and a newer one, it is not shown which of them is "the link".
    const isApproved = first !== undefined && first[0].creation !== null && !first[0].isBroken && more.length === 0;
    if (!isApproved || [...first[1].states].some((state) => state !== 'APPROVED')) return [];
    const wrong = isRefused ? `it was answered ${status}` : status === 200 ? wrongIn(exchange) : null;
    if (wrong === null) return [];
    const what = `${wrong} while the link ${first[0].reference} is APPROVED`;
    const allowed = '200 with integers `availableMinor` and `heldMinor`, and `currency` `NGN`';
    return [violation('wallet.balance-when-approved', exchange, read.own, what, allowed)];
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

function requirementWithoutApproval(own: BalanceRead['own']): RequirementId {
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
  own: BalanceRead['own'],
  what: string,
  allowed: string,
): Violation {
  const history = own.flatMap(([link]) => link.history);
  const exchanges = [...new Set([...own.flatMap(([link]) => link.evidence), exchange.id])];
  const subject = `balance of wallet ${walletOf(exchange)}`;
  return { requirement, subject, history, what, allowed, exchanges, webhooks: [] };
}
