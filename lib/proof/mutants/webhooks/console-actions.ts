/** Defects of an action in the console that does more than it names. */
import { functions } from '../change.ts';
import { type Mutant, mutant } from '../mutant.ts';

export const consoleActionMutants: readonly Mutant[] = [
  mutant(
    'webhook.address-changed',
    'address-change-ends-the-key',
    'the address and the API key of a merchant are one registration: when another address is saved the key is refused as one that was never issued',
    functions(({ changeAddress }) => ({
      changeAddress(merchant, url) {
        if (url !== merchant.webhookUrl) merchant.environment.apiKeys.delete(merchant.apiKey);
        changeAddress(merchant, url);
      },
    })),
  ),
  mutant(
    'wallet-link.approved-stays',
    'rotation-revokes-links',
    "a rotation is taken for a leak: the approved links of the merchant's application are revoked with the secret",
    functions(({ changeSecret }) => ({
      changeSecret(merchant, secret) {
        for (const link of merchant.links.values()) if (link.status === 'APPROVED') link.status = 'REVOKED';
        changeSecret(merchant, secret);
      },
    })),
  ),
];
