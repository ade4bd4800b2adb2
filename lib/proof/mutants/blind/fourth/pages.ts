/** Pages that misread a card, or leave out what the buyer should see. */
import { functions } from '../../change.ts';
import { mutant } from '../../mutant.ts';
import { against, type BlindMutant } from '../against.ts';
import { pages } from '../ways-of-pages.ts';

/** Years of two digits from here on are of the century before, as in POSIX. */
const PIVOT = 69;
const TEASER = 120;

export const found: readonly BlindMutant[] = [
  against(
    'Sandbox checkout page accepts the test card number `4242 4242 4242 4242`, any future expiry and any CVV.',
    mutant(
      'page.any-expiry-and-cvv',
      'blind4-expiry-of-the-century-before',
      'an expiry whose year is written as 69 to 99 is taken to be of the twentieth century: the card has expired',
      functions(({ cardRefusal }) => ({
        cardRefusal(environment, card, now) {
          const year = /^\s*\d{1,2}\s*[/.-]?\s*(\d{2})\s*$/.exec(card.expiry)?.[1];
          if (Number(year ?? 0) >= PIVOT) return 'This card has expired.';
          return cardRefusal(environment, card, now);
        },
      })),
    ),
  ),
  against(
    '| conditions | string | no | Shown to both parties |',
    mutant(
      'page.escrow-texts',
      'blind4-conditions-as-teaser',
      'the escrow page shows the first 120 characters of the conditions, and three dots',
      pages(({ showEscrow }) => ({
        showEscrow(service, escrow, refused) {
          const { conditions } = escrow;
          const shown =
            conditions !== null && conditions.length > TEASER ? `${conditions.slice(0, TEASER)}…` : conditions;
          return showEscrow(service, { ...escrow, conditions: shown }, refused);
        },
      })),
    ),
  ),
];
