import { Blocked, NotExercised } from '../../engine/checks/outcome.ts';
import { step } from '../../engine/checks/step-log.ts';
import type { RunStore } from '../../engine/durable/store/index.ts';
import type { Body, CallOptions, Exchange } from '../../engine/http/index.ts';
import type { Locks } from '../../engine/run/locks.ts';
import type { Environment } from '../../engine/run/target.ts';
import { type Activity, presentHistory } from '../../engine/time/activity.ts';
import type { Time } from '../../engine/time/time.ts';
import { sandboxWallets } from '../wire/sandbox-wallets.ts';
import { walletLinkBody } from './bodies.ts';
import { kobo } from './kobo.ts';
import { field, type Merchant, summary } from './merchant.ts';
import type { PaymentsRun } from './run.ts';
import type { TestData } from './test-data.ts';

export interface Wallet {
  readonly walletId: string;
  /** As registered; null where unknown: one of the three sandbox wallets. */
  readonly holderName: string | null;
}

/** A wallet link that a step has created. */
export interface Link {
  readonly linkId: string;
  readonly linkRef: string;
  readonly wallet: Wallet;
  readonly exchange: Exchange;
}

/** Seconds in which a decision about a link that was accepted comes about. */
const DECIDED_WITHIN = 30;

/** The wallets of a target and the links to them. */
export class Wallets {
  readonly #run: PaymentsRun;
  readonly #data: TestData;
  readonly #activity: Activity;
  readonly #time: Time;
  readonly #environment: Environment;
  /** Undoes links to sandbox wallets that this check has created, before another check gets the wallet. */
  readonly #undoLinks: (() => Promise<void>)[] = [];

  /** `environment`: where wallets are made by default. */
  constructor(run: PaymentsRun, data: TestData, activity: Activity, time: Time, environment: Environment = 'sandbox') {
    this.#run = run;
    this.#data = data;
    this.#activity = activity;
    this.#time = time;
    this.#environment = environment;
  }

  /** The wallets of this environment. */
  in(environment: Environment): Wallets {
    return new Wallets(this.#run, this.#data, this.#activity, this.#time, environment);
  }

  /** Whether control offers to make wallets, as far as known: it may refuse the first call. */
  get canBeMade(): boolean {
    return this.#run.control?.offers('POST /wallets') === true;
  }

  /**
   * A step: makes a wallet that no other check uses. Needs `wallets`. `balanceMinor` in kobo. `walletId`: to repeat an
   * id of the other environment.
   */
  async make(
    options: { walletId?: string; holderName?: string; balanceMinor?: number; environment?: Environment } = {},
  ): Promise<Wallet> {
    const { control } = this.#run;
    if (control === null) throw new NotExercised('wallets cannot be made');
    const wallet = {
      walletId: options.walletId ?? this.#data.walletId(),
      holderName: options.holderName ?? this.#data.name(),
    };
    const environment = options.environment ?? this.#environment;
    const balanceMinor = options.balanceMinor ?? 0;
    await step(`there is a wallet ${wallet.walletId} of ${wallet.holderName} with ${kobo(balanceMinor)}`, () =>
      this.#run.steered(() => control.putWallet({ environment, ...wallet, balanceMinor })),
    );
    return wallet;
  }

  /**
   * Passes to `work` a wallet that can be linked and that no other check uses meanwhile: a new one where wallets can be
   * made, else one of the three sandbox wallets. Those accept five link requests per hour, so `requests` states how
   * many this check sends.
   */
  async withLinkable<T>(requests: number, work: (wallet: Wallet) => Promise<T>): Promise<T> {
    const made = this.canBeMade ? await this.#makeOrNull() : null;
    if (made !== null) return await work(made);
    return await linkBudgetOf(this.#run).spend(requests, this.#activity, async (walletId) => {
      try {
        return await work({ walletId, holderName: null });
      } finally {
        for (const undo of this.#undoLinks.splice(0)) await undo();
      }
    });
  }

  async #makeOrNull(): Promise<Wallet | null> {
    try {
      return await this.make();
    } catch (error) {
      if (error instanceof NotExercised && !this.canBeMade) return null;
      throw error;
    }
  }

  /**
   * POST of a wallet link, whatever the response. A 429 is not retried: the retry might use up the wallet's requests.
   */
  async createLink(merchant: Merchant, wallet: Wallet, fields: Body = {}, options?: CallOptions): Promise<Exchange> {
    const body = walletLinkBody(this.#data, { walletId: wallet.walletId, ...fields });
    const exchange = await step(
      `the merchant asks to link wallet ${wallet.walletId}`,
      () => merchant.api.createWalletLink(body, { onRateLimited: 'return', ...options }),
      (answer) => ` → ${summary(answer)}`,
    );
    const linkId = field(exchange.json, 'linkId');
    if (exchange.status < 300) linkBudgetOf(this.#run).known();
    if (exchange.status === 201 && typeof linkId === 'string') {
      const undo = { method: 'DELETE', path: `/v1/wallet-links/${encodeURIComponent(linkId)}` } as const;
      const forget = this.#run.leaves(merchant.access, { what: `wallet link ${linkId}`, undo });
      if (wallet.holderName === null) this.#undoLinks.push(() => merchant.api.request(undo).then(forget, () => {}));
    }
    return exchange;
  }

  /** A step: creates a link that waits for its owner's decision. */
  async link(merchant: Merchant, wallet: Wallet, fields: Body = {}): Promise<Link> {
    const exchange = await this.createLink(merchant, wallet, fields);
    const { linkId, linkRef } = { linkId: field(exchange.json, 'linkId'), linkRef: field(exchange.json, 'linkRef') };
    if (exchange.status >= 300 || typeof linkId !== 'string') {
      this.notSpent(wallet, exchange);
      throw new Blocked(`a wallet link should have been created; got ${summary(exchange)}`);
    }
    return { linkId, linkRef: typeof linkRef === 'string' ? linkRef : '', wallet, exchange };
  }

  /** Throws NotExercised if this answer may say that a sandbox wallet, which is shared with others, takes no more link requests. */
  notSpent(wallet: Wallet, answer: Exchange): void {
    if (linkBudgetOf(this.#run).mayBeSpent(wallet, answer))
      throw new NotExercised(`wallet ${wallet.walletId} takes no more link requests now (${summary(answer)})`);
  }

  /** A step: the owner decides, in sandbox through the sandbox endpoints. In live it needs `wallet-owner`. */
  async decide(merchant: Merchant, link: Link, decision: 'approve' | 'reject'): Promise<void> {
    if (this.#environment === 'live') return await this.owner(merchant, link, decision);
    const exchange = await step(`the link ${link.linkId} takes ${decision}, by the sandbox's own call`, () =>
      decision === 'approve' ? merchant.api.approveWalletLink(link.linkId) : merchant.api.rejectWalletLink(link.linkId),
    );
    if (exchange.status >= 300) throw new Blocked(`the link should have taken ${decision}; got ${summary(exchange)}`);
    // Only "accepted": what is decided comes about later (RFC 9110, 15.3.3).
    if (exchange.status === 202) {
      await this.#time.until(`the link ${link.linkId} has taken ${decision}`, DECIDED_WITHIN, async () => {
        const seen = field((await merchant.api.getWalletLink(link.linkId)).json, 'status');
        return seen === 'PENDING' ? undefined : true;
      });
    }
  }

  /** A step: an action of the wallet's owner, through control. Needs `wallet-owner`. */
  async owner(merchant: Merchant, link: Link, decision: 'approve' | 'reject' | 'unlink'): Promise<void> {
    const { control } = this.#run;
    if (control === null) throw new NotExercised("no control over the wallet's owner");
    const { merchantId } = await merchant.present();
    await step(`the wallet's owner decides about the link ${link.linkId}: ${decision}`, () =>
      this.#run.steered(() => control.walletOwner(merchantId, link.linkId, decision)),
    );
  }

  /** A step: creates an approved link. */
  async approvedLink(merchant: Merchant, wallet: Wallet, fields: Body = {}): Promise<Link> {
    const link = await this.link(merchant, wallet, fields);
    await this.decide(merchant, link, 'approve');
    return link;
  }
}

const budgets = new WeakMap<PaymentsRun, LinkBudget>();

/** The budget that all checks of a run share. */
function linkBudgetOf(run: PaymentsRun): LinkBudget {
  const known = budgets.get(run) ?? new LinkBudget(run.locks, run.durable?.store ?? null);
  budgets.set(run, known);
  return known;
}

const KIND = 'wallet links';

/** How many link requests the three sandbox wallets have left. Each wallet serves one check at a time. */
export class LinkBudget {
  readonly #locks: Locks;
  readonly #store: RunStore | null;
  readonly #spent = new Map<string, number>();
  #worked = false;

  constructor(locks: Locks, store: RunStore | null) {
    this.#locks = locks;
    this.#store = store;
    for (const [name, spent] of store?.remembered(KIND) ?? []) this.#spent.set(name, Number(spent));
    this.#worked = this.#spent.has('worked');
  }

  /** Records that a link request has succeeded: the endpoint exists and accepts requests. */
  known(): void {
    if (this.#worked) return;
    this.#worked = true;
    this.#store?.remember(KIND, 'worked', 1);
  }

  /**
   * Whether a refusal may mean that others have used up this sandbox wallet's five requests per hour (Limits; status
   * and code of the refusal are not shown). Not so for `invalid_request`; 400 and 403 count only after another link
   * request has succeeded.
   */
  mayBeSpent(wallet: Wallet, { status, json }: Exchange): boolean {
    if (wallet.holderName !== null || field(json, 'error.code') === 'invalid_request') return false;
    return [409, 422, 429].includes(status) || (this.#worked && [400, 403].includes(status));
  }

  async spend<T>(requests: number, activity: Activity, work: (walletId: string) => Promise<T>): Promise<T> {
    const history = presentHistory();
    const walletId = history === null ? this.#take(requests) : history.note('wallet', () => this.#take(requests));
    if (walletId === null) {
      throw new NotExercised('the link requests of the three sandbox wallets are used up for this hour');
    }
    return await this.#locks.exclusively(`wallet ${walletId}`, activity, () => work(walletId));
  }

  /** The next sandbox wallet in turn with at least `requests` left; null where none has. */
  #take(requests: number): string | null {
    const spent = (walletId: string) => this.#spent.get(walletId) ?? 0;
    const rich = sandboxWallets.filter((walletId) => 5 - spent(walletId) >= requests);
    const turn = spent('turns');
    const walletId = rich[turn % Math.max(1, rich.length)];
    for (const [name, now] of [
      ['turns', turn + 1] as const,
      ...(walletId ? [[walletId, spent(walletId) + requests] as const] : []),
    ]) {
      this.#spent.set(name, now);
      this.#store?.remember(KIND, name, now);
    }
    return walletId ?? null;
  }
}
