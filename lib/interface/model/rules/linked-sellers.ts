import type { RequirementId } from '../../register/index.ts';
import { type Exchange, objectOf, type TimedStep, textIn } from '../events.ts';
import type { ModelObject, Rule, Violation } from '../model-object.ts';
import type { ModelState } from '../model-state.ts';
import { isAccepted, isUnknown } from '../operations.ts';
import type { Window } from './records/possible-states.ts';

// "When the merchant account has the setting 'require linked wallets' on, a seller wallet without an approved link is refused with
// `wallet_not_linked`" (behaviour rule 5).

/** Whether the setting is on; unknown while it is being changed. */
type Setting = 'on' | 'off' | 'unknown';

interface EscrowRequest {
  readonly walletId: string;
  readonly links: readonly (readonly [ModelObject, Window])[];
  readonly setting: Setting;
  /** How often the setting had been changed. */
  readonly changes: number;
}

/** Judges escrows by the setting of their merchant, and by the possible states of the links to the seller's wallet during the request. */
export class LinkedSellers implements Rule {
  readonly #model: ModelState;
  readonly #settings = new Map<string, { setting: Setting; changes: number }>();
  readonly #requests = new Map<Exchange, EscrowRequest>();

  constructor(model: ModelState) {
    this.#model = model;
  }

  onStep({ endpoint, names: { merchantId = '' }, body, outcome }: TimedStep, isOver: boolean): void {
    const wanted = objectOf(body)?.requireLinkedWallets;
    if (endpoint !== 'PATCH /merchants/{merchantId}' || typeof wanted !== 'boolean' || outcome === 'refused') return;
    const { changes } = this.#settingOf(merchantId);
    const isDone = isOver && outcome === 'done';
    this.#settings.set(merchantId, { setting: isDone ? (wanted ? 'on' : 'off') : 'unknown', changes: changes + 1 });
  }

  onRequest(exchange: Exchange): void {
    const { method, path, body, credentials, environment, merchant } = exchange;
    const walletId = textIn(objectOf(body)?.seller, 'walletId');
    if (method !== 'POST' || path.join('/') !== 'escrows' || walletId === null || credentials !== 'own') return;
    if (!this.#model.createdInThisRun(merchant)) return;
    const own = this.#model.linksOf(environment, walletId).filter((link) => link.merchant === merchant);
    const links = own.map((link) => {
      this.#model.applyTimedTransitions(link);
      return [link, link.possible.openWindow()] as const;
    });
    this.#requests.set(exchange, { walletId, links, ...this.#settingOf(merchant) });
  }

  onResponse(exchange: Exchange): Violation[] {
    const requests = this.#requests.get(exchange);
    if (requests === undefined) return [];
    this.#requests.delete(exchange);
    for (const [link, window] of requests.links) link.possible.closeWindow(window);
    const { environment, merchant, isReplay, code } = exchange;
    const now = this.#model.linksOf(environment, requests.walletId).filter((link) => link.merchant === merchant);
    const isSteady = this.#settingOf(merchant).changes === requests.changes && now.length === requests.links.length;
    if (!isSteady || isUnknown(exchange) || isReplay || requests.links.some(([link]) => link.isBroken)) return [];
    const may = ([, { states }]: readonly [ModelObject, Window]) => states.has('APPROVED');
    const surely = ([{ creation }, { states }]: readonly [ModelObject, Window]) =>
      creation !== null && states.size === 1 && states.has('APPROVED');
    if (isAccepted(exchange) && requests.setting === 'on' && !requests.links.some(may)) {
      const requirement =
        requests.links.length === 0 ? 'escrow.wallet-not-linked' : 'escrow.wallet-not-linked-otherwise';
      return [violation(requirement, exchange, requests, 'a refusal with `wallet_not_linked`')];
    }
    if (
      code === 'wallet_not_linked' &&
      !this.#model.repeatsRefusal(exchange) &&
      (requests.setting === 'off' || requests.links.some(surely))
    )
      return [violation('escrow.wallet-linked', exchange, requests, 'the wallet is no reason to refuse it')];
    return [];
  }

  /** "Linked wallets not required": the setting of a new merchant. */
  #settingOf(merchant: string): { setting: Setting; changes: number } {
    return this.#settings.get(merchant) ?? { setting: 'off', changes: 0 };
  }
}

function violation(requirement: RequirementId, exchange: Exchange, request: EscrowRequest, allowed: string): Violation {
  const links = request.links.map(([{ reference }, { states }]) => `${reference} is ${[...states].join(' or ')}`);
  const facts = `linked wallets are ${request.setting === 'on' ? '' : 'not '}required, and its links: ${links.join(', ') || 'none'}`;
  const what = `an escrow for it was answered ${exchange.status} ${exchange.code ?? ''}; ${facts}`;
  const history = request.links.flatMap(([link]) => link.history);
  const exchanges = [...new Set([...request.links.flatMap(([link]) => link.evidence), exchange.id])];
  return { requirement, subject: `seller wallet ${request.walletId}`, history, what, allowed, exchanges, webhooks: [] };
}
