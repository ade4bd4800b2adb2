import type { Environment } from '../../../../engine/run/target.ts';
import type { RequirementId } from '../../../register/index.ts';
import { wordsInFull, wordsOf } from '../../../wire/visible-names.ts';
import { type Exchange, objectOf, textIn, type Webhook } from '../../events.ts';
import type { Rule, Violation } from '../../model-object.ts';
import type { ModelState } from '../../model-state.ts';
import { CREDENTIAL_OR_RATE_REFUSALS } from '../../operations.ts';

// "Returns a masked holder name" (Wallet account check); "masked holder name on create; registered holder name in the
// `wallet.link.approved` event" (Wallet link). Only for wallets that control made in this run, and did not rename.

export const nameRows = {
  'account found': 'account.known-wallet',
  'account masked': 'account.holder-name-masked',
  'link masked': 'wallet-link.names-masked',
  'link registered': 'webhook.link-approved-registered-name',
} as const satisfies Record<string, RequirementId>;

interface ShownName {
  readonly wallet: readonly [environment: Environment, walletId: string];
  readonly what: string;
  /** What is wrong if this is the holder's name; null where nothing is. */
  wrong(holder: string): readonly [requirement: RequirementId, allowed: string] | null;
  readonly exchange?: number;
  readonly webhook?: number;
}

export class HolderNames implements Rule {
  readonly #model: ModelState;
  /**
   * When a link to the wallet was first requested, by our clock: if that was before control made the wallet, the link
   * may show an older name.
   */
  readonly #linked = new Map<string, number>();
  readonly #shown: ShownName[] = [];
  readonly #missed: Violation[] = [];

  constructor(model: ModelState) {
    this.#model = model;
  }

  onRequest({ method, path, environment, body, began }: Exchange): void {
    const name = `${environment} ${textIn(body, 'walletId')}`;
    if (method === 'POST' && path.join('/') === 'wallet-links' && !this.#linked.has(name))
      this.#linked.set(name, began);
  }

  onResponse(exchange: Exchange): Violation[] {
    const { method, path, status, json, credentials, environment, id, began } = exchange;
    const [collection, walletId = ''] = path;
    if (credentials !== 'own') return [];
    if (method === 'GET' && collection === 'accounts' && path.length === 2) {
      const wallet = [environment, walletId] as const;
      const isMade = this.#model.wallets.existsSince(...wallet) <= began;
      const isRefused = status >= 400 && status < 500 && !CREDENTIAL_OR_RATE_REFUSALS.includes(status);
      if (isMade && (isRefused || (status === 200 && objectOf(json) === null)))
        this.#missed.push(
          violation(
            nameRows['account found'],
            { wallet, what: `it is answered ${status}`, exchange: id },
            'an account',
          ),
        );
      if (status === 200)
        this.#shown.push({
          wallet,
          what: `GET of its account shows ${JSON.stringify(json).slice(0, 200)}`,
          wrong: (holder) => (isInFull(json, holder) ? [nameRows['account masked'], 'a masked name'] : null),
          exchange: id,
        });
    } else if (method === 'POST' && path.join('/') === 'wallet-links' && (status === 200 || status === 201)) {
      const name = textIn(json, 'walletName');
      this.#shown.push({
        wallet: [environment, textIn(json, 'walletId') ?? ''],
        what: `a link to it is answered with \`walletName\` ${JSON.stringify(name)}`,
        wrong: (holder) => (isInFull(name, holder) ? [nameRows['link masked'], 'a masked name'] : null),
        exchange: id,
      });
    }
    return [];
  }

  onWebhook({ payload, seq }: Webhook): void {
    const [event, walletId, name] = ['event', 'walletId', 'walletName'].map((field) => textIn(payload, field));
    if (event !== 'wallet.link.approved' || walletId == null) return;
    for (const environment of ['sandbox', 'live'] as const)
      this.#shown.push({
        wallet: [environment, walletId],
        what: `${event} (webhook ${seq}) has \`walletName\` ${JSON.stringify(name)}`,
        wrong: (holder) =>
          name?.normalize('NFC') === holder.normalize('NFC')
            ? null
            : [nameRows['link registered'], `the registered name, ${JSON.stringify(holder)}`],
        webhook: seq,
      });
  }

  conclude(): Violation[] {
    const found = this.#shown.flatMap((shown) => {
      const [environment, walletId] = shown.wallet;
      const made = this.#model.wallets.onlyStep(environment, walletId);
      const holder = textIn(made?.body, 'holderName');
      const linked = this.#linked.get(shown.wallet.join(' ')) ?? Number.POSITIVE_INFINITY;
      if (made === null || holder === null || linked <= made.ended) return [];
      // A wallet id that exists in both environments may have two names.
      const twin = environment === 'live' ? 'sandbox' : 'live';
      if (shown.webhook !== undefined && this.#model.wallets.of(twin, walletId).length > 0) return [];
      const wrong = shown.wrong(holder);
      return wrong === null ? [] : violation(wrong[0], shown, wrong[1]);
    });
    return [...this.#missed, ...found];
  }
}

/** Whether every word of the name is readable. Whether a mask must hide a name of one word, or of words of two letters, is not shown. */
function isInFull(json: unknown, name: string): boolean {
  const words = wordsOf(name);
  return words.length > 1 && words.some(({ length }) => length > 2) && wordsInFull(json, name).length === words.length;
}

function violation(
  requirement: RequirementId,
  { wallet, what, exchange, webhook }: Pick<ShownName, 'wallet' | 'what' | 'exchange' | 'webhook'>,
  allowed: string,
): Violation {
  const [exchanges, webhooks] = [exchange, webhook].map((each) => (each === undefined ? [] : [each]));
  const subject = `wallet ${wallet[1]}`;
  return { requirement, subject, history: [], what, allowed, exchanges: exchanges ?? [], webhooks: webhooks ?? [] };
}
