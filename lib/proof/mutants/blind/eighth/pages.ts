/** Hosted pages that misread a card, or show what is another's. */
import { functions } from '../../change.ts';
import { mutant } from '../../mutant.ts';
import { against, type BlindMutant } from '../against.ts';
import { pages } from '../ways-of-pages.ts';

export const found: readonly BlindMutant[] = [
  against(
    'Sandbox checkout page accepts the test card number `4242 4242 4242 4242`, any future expiry and any CVV.',
    mutant(
      'page.any-expiry-and-cvv',
      'blind8-expiry-of-the-last-century',
      'years of two digits from 50 on are of the last century: a card that expires in 12/50 or later has expired',
      functions(({ cardRefusal }) => ({
        cardRefusal(environment, card, now) {
          const year = /^\s*\d{1,2}\s*[/.-]?\s*(\d{2})\s*$/.exec(card.expiry)?.[1];
          if (Number(year ?? 0) >= 50) return 'This card has expired.';
          return cardRefusal(environment, card, now);
        },
      })),
    ),
  ),
  against(
    '| description | string | no | Max 255 chars. Shown to the buyer |',
    mutant(
      'page.shows-description',
      'blind8-description-cached-by-reference',
      "what a page describes is cached by the checkout's reference: where two merchants use the same one, the second one's buyer is shown the first one's description",
      (rules) => {
        const cache = new Map<string, string | null>();
        return pages(({ showCheckout }) => ({
          showCheckout(service, checkout, refused) {
            const key = `${checkout.merchant.environment.name} ${checkout.reference}`;
            if (!cache.has(key)) cache.set(key, checkout.description);
            return showCheckout(service, { ...checkout, description: cache.get(key) ?? null }, refused);
          },
        }))(rules);
      },
    ),
  ),
];
