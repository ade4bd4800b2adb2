import type { RequirementId } from '../../register/index.ts';
import { type Exchange, objectOf, type Step, textIn } from '../events.ts';
import { isAccepted, isUnknown } from '../operations.ts';
import type { Thing, Violation, Watcher } from '../things.ts';
import type { World } from '../world.ts';
import type { Window } from './records/life.ts';

// "When the merchant account has the setting 'require linked wallets' on, a seller wallet without an approved link is refused with
// `wallet_not_linked`" (behaviour rule 5).

/** Whether the setting is on; unknown while it is being changed. */
type Setting = 'on' | 'off' | 'unknown';

interface Asked {
  readonly walletId: string;
  readonly links: readonly (readonly [Thing, Window])[];
  readonly setting: Setting;
  /** How often the setting had been changed. */
  readonly turns: number;
}

/** Judges escrows by the setting of their merchant, and by the possible states of the links to the seller's wallet during the request. */
export class LinkedSellers implements Watcher {
  readonly #world: World;
  readonly #settings = new Map<string, { setting: Setting; turns: number }>();
  readonly #asked = new Map<Exchange, Asked>();

  constructor(world: World) {
    this.#world = world;
  }

  step({ endpoint, names: { merchantId = '' }, body, outcome }: Step, isOver: boolean): void {
    const wanted = objectOf(body)?.requireLinkedWallets;
    if (endpoint !== 'PATCH /merchants/{merchantId}' || typeof wanted !== 'boolean' || outcome === 'refused') return;
    const { turns } = this.#of(merchantId);
    const isDone = isOver && outcome === 'done';
    this.#settings.set(merchantId, { setting: isDone ? (wanted ? 'on' : 'off') : 'unknown', turns: turns + 1 });
  }

  asked(exchange: Exchange): void {
    const { method, path, body, credentials, environment, merchant } = exchange;
    const walletId = textIn(objectOf(body)?.seller, 'walletId');
    if (method !== 'POST' || path.join('/') !== 'escrows' || walletId === null || credentials !== 'own') return;
    if (!this.#world.isOurs(merchant)) return;
    const own = this.#world.linksOf(environment, walletId).filter((link) => link.merchant === merchant);
    const links = own.map((link) => {
      this.#world.passes(link);
      return [link, link.life.opens()] as const;
    });
    this.#asked.set(exchange, { walletId, links, ...this.#of(merchant) });
  }

  answered(exchange: Exchange): Violation[] {
    const asked = this.#asked.get(exchange);
    if (asked === undefined) return [];
    this.#asked.delete(exchange);
    for (const [link, window] of asked.links) link.life.closes(window);
    const { environment, merchant, isReplay, code } = exchange;
    const now = this.#world.linksOf(environment, asked.walletId).filter((link) => link.merchant === merchant);
    const isSteady = this.#of(merchant).turns === asked.turns && now.length === asked.links.length;
    if (!isSteady || isUnknown(exchange) || isReplay || asked.links.some(([link]) => link.isBroken)) return [];
    const may = ([, { states }]: readonly [Thing, Window]) => states.has('APPROVED');
    const surely = ([{ creation }, { states }]: readonly [Thing, Window]) =>
      creation !== null && states.size === 1 && states.has('APPROVED');
    if (isAccepted(exchange) && asked.setting === 'on' && !asked.links.some(may)) {
      const requirement = asked.links.length === 0 ? 'escrow.wallet-not-linked' : 'escrow.wallet-not-linked-otherwise';
      return [violation(requirement, exchange, asked, 'a refusal with `wallet_not_linked`')];
    }
    if (
      code === 'wallet_not_linked' &&
      !this.#world.repeatsRefusal(exchange) &&
      (asked.setting === 'off' || asked.links.some(surely))
    )
      return [violation('escrow.wallet-linked', exchange, asked, 'the wallet is no reason to refuse it')];
    return [];
  }

  /** "Linked wallets not required": the setting of a new merchant. */
  #of(merchant: string): { setting: Setting; turns: number } {
    return this.#settings.get(merchant) ?? { setting: 'off', turns: 0 };
  }
}

function violation(requirement: RequirementId, exchange: Exchange, asked: Asked, allowed: string): Violation {
  const links = asked.links.map(([{ reference }, { states }]) => `${reference} is ${[...states].join(' or ')}`);
  const told = `linked wallets are ${asked.setting === 'on' ? '' : 'not '}required, and its links: ${links.join(', ') || 'none'}`;
  const what = `an escrow for it was answered ${exchange.status} ${exchange.code ?? ''}; ${told}`;
  const history = asked.links.flatMap(([link]) => link.history);
  const exchanges = [...new Set([...asked.links.flatMap(([link]) => link.evidence), exchange.id])];
  return { requirement, subject: `seller wallet ${asked.walletId}`, history, what, allowed, exchanges, webhooks: [] };
}
