import { createMask, type Mask, type Secret } from '../http/index.ts';
import type { Delivery } from '../webhooks/server.ts';
import { verify } from '../webhooks/signature.ts';
import type { MerchantAccess } from './merchants/merchant-access.ts';
import type { MerchantKeys, Target } from './target.ts';

/** The secrets that must reach neither a file of a run nor its output, and the webhooks in which they may occur. */
export class Secrets {
  readonly #target: Target;
  readonly #furtherSecrets: readonly Secret[];
  /** By webhook path: the merchants whose webhooks arrive there, with the mask of each. */
  readonly #receivers = new Map<string, { access: MerchantAccess; mask: Mask }[]>();
  /** By API key. */
  readonly #restored = new Map<string, MerchantAccess[]>();
  /** By list of merchants; such a list only grows. */
  readonly #masks = new WeakMap<readonly MerchantAccess[], { length: number; mask: Mask }>();
  #maskOfAll: Mask | undefined;

  /** `more`: secrets in addition to keys and tokens. */
  constructor(target: Target, more: readonly Secret[] = []) {
    this.#target = target;
    this.#furtherSecrets = more;
  }

  /** Masks the secrets of these merchants and all secrets in the settings. */
  mask(merchants: readonly MerchantAccess[]): Mask {
    const known = this.#masks.get(merchants);
    if (known?.length === merchants.length) return known.mask;
    const mask = this.#make(merchants);
    this.#masks.set(merchants, { length: merchants.length, mask });
    return mask;
  }

  #make(merchants: readonly MerchantAccess[]): Mask {
    const { merchant, other, live, control } = this.#target;
    const fixed = [
      secretsOf('TARGET_', merchant),
      ...(other === null ? [] : [secretsOf('TARGET_OTHER_', other)]),
      ...(live === null ? [] : [secretsOf('TARGET_LIVE_', live)]),
      control?.token ? [{ label: 'TARGET_CONTROL_TOKEN', value: control.token }] : [],
      this.#furtherSecrets,
    ];
    const own = merchants.map((each) =>
      each.keyLabel === undefined
        ? secretsOf(each.environment === 'live' ? 'TARGET_LIVE_' : 'TARGET_', each)
        : [{ label: each.keyLabel, value: each.apiKey }],
    );
    const known = new Map([...own, ...fixed].flat().map((secret) => [secret.value, secret]));
    return createMask([...known.values()]);
  }

  /** Masks the secrets of the merchants in the list, including those added later. */
  growingMask(merchants: readonly MerchantAccess[]): Mask {
    return { text: (text, cut) => this.mask(merchants).text(text, cut) };
  }

  /** Remembers which merchant's webhooks arrive at a path, and the mask for them. */
  remember(access: MerchantAccess, mask: Mask): void {
    const receivers = this.#receivers.get(access.hookPath);
    if (receivers === undefined) this.#receivers.set(access.hookPath, [{ access, mask }]);
    else if (!receivers.some((each) => each.access.apiKey === access.apiKey)) receivers.push({ access, mask });
  }

  /** As `remember`, for a merchant that an earlier process of this run has used; called once for each of its webhook secrets. */
  restore(access: MerchantAccess): void {
    const known = this.#restored.get(access.apiKey) ?? [];
    this.#restored.set(access.apiKey, known);
    known.push(access);
    this.remember(access, this.growingMask(known));
  }

  /** Masks the secrets of all merchants of the run. Expensive; call it at the end of a run. */
  maskOfAll(): Mask {
    this.#maskOfAll ??= this.mask([...this.#receivers.values()].flat().map(({ access }) => access));
    return this.#maskOfAll;
  }

  /** The mask for a webhook, and the secret to verify its signatures with. */
  ofDelivery(delivery: Delivery): { mask: Mask; secret: string | null } {
    const receivers = this.#receivers.get(delivery.path);
    if (receivers === undefined) {
      // Sent to a path of no merchant: it may contain the secrets of any.
      return { mask: this.maskOfAll(), secret: null };
    }
    const signed = ({ access: { webhookSecret } }: { access: MerchantAccess }) =>
      webhookSecret !== null && verify(delivery, webhookSecret).valid;
    const owner = receivers.length === 1 ? receivers[0] : (receivers.find(signed) ?? receivers[0]);
    return { mask: owner?.mask ?? this.mask([]), secret: owner?.access.webhookSecret ?? null };
  }

  /** The setting that holds the webhook secret of a merchant; null if the merchant was made for the run. */
  webhookSetting({ own, environment, merchantId }: MerchantAccess): string | null {
    if (own) return null;
    if (environment === 'live') return 'TARGET_LIVE_WEBHOOK_SECRET';
    return merchantId === this.#target.other?.merchantId ? 'TARGET_OTHER_WEBHOOK_SECRET' : 'TARGET_WEBHOOK_SECRET';
  }
}

function secretsOf(prefix: string, { apiKey, webhookSecret }: MerchantKeys): Secret[] {
  const key = { label: `${prefix}API_KEY`, value: apiKey };
  return webhookSecret === null ? [key] : [key, { label: `${prefix}WEBHOOK_SECRET`, value: webhookSecret }];
}
