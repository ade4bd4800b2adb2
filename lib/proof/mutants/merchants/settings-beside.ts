/** Defects of settings of one merchant that are those of another, too. */
import type { Merchant } from '../../reference/rules/records.ts';
import { functions, guard } from '../change.ts';
import { type Mutant, mutant } from '../mutant.ts';

/** The merchants of the same environment that were made before or after this one. */
function others(merchant: Merchant, made: 'before' | 'after'): readonly Merchant[] {
  const all = [...merchant.environment.merchants.values()];
  const at = all.indexOf(merchant);
  return made === 'before' ? all.slice(0, at) : all.slice(at + 1);
}

export const settingBesideMutants: readonly Mutant[] = [
  mutant(
    'escrow.sandbox-any-seller',
    'settings-of-those-made-after',
    "settings are read from the newest account back, and the first that is on counts: where a merchant has switched 'require linked wallets' on, those that were made before it refuse a seller without a link as well",
    guard('escrow.seller-not-linked', {
      refuses: ({ service, merchant, body }) =>
        [merchant, ...others(merchant, 'after')].some((each) => each.requireLinkedWallets) &&
        service.rules.functions.linkOf(merchant, body.text('seller.walletId') ?? '') === undefined,
    }),
  ),
  mutant(
    'webhook.signature',
    'rotation-of-those-made-after',
    'the secrets of an environment are a chain, each made of the one before: when a merchant rotates its secret those that were made after it get others too, which they are not shown',
    functions(({ changeSecret }) => ({
      changeSecret(merchant, secret) {
        changeSecret(merchant, secret);
        for (const each of others(merchant, 'after')) changeSecret(each, `${secret} ${each.id}`);
      },
    })),
  ),
  mutant(
    'webhook.own-address-only',
    'one-address-for-those-made-before',
    'an address that is saved replaces those of the merchants that were made before, whose events it gets',
    functions(({ changeAddress }) => ({
      changeAddress(merchant, webhookUrl) {
        changeAddress(merchant, webhookUrl);
        if (webhookUrl === null) return;
        for (const each of others(merchant, 'before')) changeAddress(each, webhookUrl);
      },
    })),
  ),
];
