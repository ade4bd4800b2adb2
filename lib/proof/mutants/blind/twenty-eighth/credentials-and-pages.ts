/** Credentials that open more than they should, and hosted pages that lead or show something else. */
import { Refusal } from '../../../reference/engine/refusal.ts';
import { functions } from '../../change.ts';
import { type Change, mutant } from '../../mutant.ts';
import { isAt } from '../../steps.ts';
import { against, type BlindMutant } from '../against.ts';
import { credentialsRefused, keyOf } from '../ways-of-access.ts';
import { pages } from '../ways-of-pages.ts';

const REMEMBERED_MS = 60_000;
const LONGEST_LINE = 80;

/** The key of a merchant with which the given text begins stands for the whole. */
const keysMatchedByTheirBeginning: Change = functions(({ authenticate }) => ({
  authenticate(service, environment, header) {
    const given = keyOf({ header });
    const known = [...environment.apiKeys.keys()].find((key) => given.startsWith(key));
    return authenticate(service, environment, (name) =>
      name === 'authorization' && known !== undefined ? `Bearer ${known}` : header(name),
    );
  },
}));

const rememberedByTheirKey: Change = functions(({ authenticate }) => {
  const checked = new Map<string, number>();
  return {
    authenticate(service, environment, header) {
      const key = keyOf({ header });
      const known = environment.apiKeys.get(key);
      const { clock } = service;
      try {
        const merchant = authenticate(service, environment, header);
        checked.set(key, clock.now());
        return merchant;
      } catch (error) {
        const recent = (checked.get(key) ?? Number.NEGATIVE_INFINITY) + REMEMBERED_MS > clock.now();
        if (error instanceof Refusal && known !== undefined && recent) return known;
        throw error;
      }
    },
  };
});

const decidedForTheNamedMerchant: Change = credentialsRefused((asked, refusal) => {
  const { environment, header } = asked;
  const named = environment.merchants.get(header('x-merchant-id') ?? '');
  const issued = environment.apiKeys.has(keyOf(asked));
  if (!isAt(asked, ['approveWalletLink', 'rejectWalletLink']) || named === undefined || !issued) return refusal;
  asked.merchant = named;
  return null;
});

export const found: readonly BlindMutant[] = [
  against(
    'Every request sends `Authorization: Bearer <API_KEY>` and `X-Merchant-Id: <MERCHANT_ID>`',
    mutant(
      'auth.unknown-key-refused',
      'blind28-key-matched-by-its-beginning',
      'a key is looked up by the length of its first part and what follows is cut off: a text that begins with an issued key and goes on is accepted',
      keysMatchedByTheirBeginning,
    ),
  ),
  against(
    'Every request sends `Authorization: Bearer <API_KEY>` and `X-Merchant-Id: <MERCHANT_ID>`',
    mutant(
      'auth.unknown-merchant-refused',
      'blind28-checked-key-is-remembered',
      'that key and merchant id belong together is looked up once a minute and remembered by the key: for a minute after a good request the key is accepted with any merchant id, or none',
      rememberedByTheirKey,
    ),
  ),
  against(
    'Every request sends `Authorization: Bearer <API_KEY>` and `X-Merchant-Id: <MERCHANT_ID>`. Each has its own merchants, keys and webhook secrets.',
    mutant(
      'auth.other-merchants-id-refused',
      'blind28-sandbox-decisions-for-the-named-merchant',
      'the sandbox calls were made for the team and take any issued sandbox key, and the merchant from the header: with its own key and the id of another merchant one approves the link of the other',
      decidedForTheNamedMerchant,
    ),
  ),
  against(
    'after payment the buyer is redirected to `returnUrl` with query parameters `reference` and `status`',
    mutant(
      'page.redirects',
      'blind28-parameters-behind-the-fragment',
      'the parameters are put at the end of the `returnUrl` as text: where that has a fragment they are a part of it, and the shop gets none',
      functions(() => ({
        redirectTo: (returnUrl, reference, status) =>
          `${returnUrl}${returnUrl.includes('?') ? '&' : '?'}reference=${encodeURIComponent(reference)}&status=${status}`,
      })),
    ),
  ),
  against(
    'after payment the buyer is redirected to `returnUrl` with query parameters `reference` and `status` (`succeeded`, `failed` or `pending`)',
    mutant(
      'page.redirect-status',
      'blind28-own-parameter-of-the-shop-wins',
      'the parameters of the shop are laid over those of the service: where the `returnUrl` has a `status` or a `reference` of its own, that of the service is not told',
      functions(() => ({
        redirectTo(returnUrl, reference, status) {
          const url = new URL(returnUrl);
          for (const [name, value] of Object.entries({ reference, status }))
            if (!url.searchParams.has(name)) url.searchParams.append(name, value);
          return url.href;
        },
      })),
    ),
  ),
  against(
    'description | string | no | Max 255 chars. Shown to the buyer',
    mutant(
      'page.shows-description',
      'blind28-description-cut-on-the-page',
      'the page has one line for the description and shows its first 80 characters: what follows the buyer never sees',
      pages(({ showCheckout }) => ({
        showCheckout(service, checkout, refused) {
          const { description } = checkout;
          const cut = description !== null && description.length > LONGEST_LINE;
          const line = cut ? `${description.slice(0, LONGEST_LINE)}…` : description;
          return showCheckout(service, { ...checkout, description: line }, refused);
        },
      })),
    ),
  ),
];
