/** What is set in the console, and is not taken over. */
import type { Merchant } from '../../../reference/rules/records.ts';
import { functions, guard } from '../../change.ts';
import { type Change, mutant } from '../../mutant.ts';
import { against, type BlindMutant } from '../against.ts';

function originOf(url: string | null): string | null {
  return url === null ? null : new URL(url).origin;
}

function settingReadOnce(): Change {
  const kept = new WeakMap<Merchant, boolean>();
  return guard('escrow.seller-not-linked', {
    refuses({ service, merchant, body }) {
      const required = kept.get(merchant) ?? merchant.requireLinkedWallets;
      kept.set(merchant, required);
      return required && service.rules.functions.linkOf(merchant, body.text('seller.walletId') ?? '') === undefined;
    },
  });
}

export const found: readonly BlindMutant[] = [
  against(
    "The service sends a POST with a JSON body to the merchant's webhook URL (set in the console).",
    mutant(
      'webhook.address-changed',
      'blind11-address-compared-by-host',
      'whether the address was changed is decided by its host: one with another path at the same host is taken for the same address, and later events go to the path before',
      functions(({ changeAddress }) => ({
        changeAddress(merchant, webhookUrl) {
          if (originOf(webhookUrl) !== originOf(merchant.webhookUrl)) changeAddress(merchant, webhookUrl);
        },
      })),
    ),
  ),
  against(
    "When the merchant account has the setting 'require linked wallets' on, a seller wallet without an approved link is refused with `wallet_not_linked`.",
    mutant(
      'escrow.wallet-not-linked',
      'blind11-setting-read-once',
      "the settings of a merchant are read at its first escrow and kept: 'require linked wallets' that is switched on afterwards has no effect",
      settingReadOnce(),
    ),
  ),
];
