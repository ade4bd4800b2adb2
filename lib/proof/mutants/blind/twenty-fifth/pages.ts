/** Hosted pages: how the return address is put together, how a two-digit year is read, and how texts are escaped. */
import { functions } from '../../change.ts';
import { type Change, mutant } from '../../mutant.ts';
import { against, type BlindMutant } from '../against.ts';
import { pages } from '../ways-of-pages.ts';

/** A two-digit year more than this many years ahead is read as a year of the last century. */
const YEARS_AHEAD = 20;

function appended(): Change {
  return functions(() => ({
    redirectTo: (returnUrl, reference, status) =>
      `${returnUrl}${returnUrl.includes('?') ? '&' : '?'}reference=${encodeURIComponent(reference)}&status=${status}`,
  }));
}

function yearsOfThisCentury(): Change {
  return functions(({ cardRefusal }) => ({
    cardRefusal(environment, card, now) {
      const [, short] = /^\s*\d{1,2}\s*\/\s*(\d{2})\s*$/.exec(card.expiry) ?? [];
      const latest = new Date(now).getUTCFullYear() + YEARS_AHEAD;
      if (short !== undefined && 2_000 + Number(short) > latest) return 'This card has expired.';
      return cardRefusal(environment, card, now);
    },
  }));
}

/** Takes away what looks like the beginning of a tag, up to its end or to that of the text. */
function withoutTags(text: string | null): string | null {
  return text?.replace(/<[^\s>][^>]*>?/g, '') ?? null;
}

export const found: readonly BlindMutant[] = [
  against(
    'Checkout redirect: after payment the buyer is redirected to `returnUrl` with query parameters `reference` and `status`.',
    mutant(
      'page.redirects',
      'blind25-parameters-are-put-behind-the-fragment',
      'the parameters are put at the end of returnUrl as a text: where it has a fragment, as of a shop that is one page, they are a part of that and no query parameters',
      appended(),
    ),
  ),
  against(
    'Sandbox checkout page accepts the test card number `4242 4242 4242 4242`, any future expiry and any CVV.',
    mutant(
      'page.any-expiry-and-cvv',
      'blind25-a-year-of-two-digits-is-of-the-last-century',
      'the date library takes a year of two digits that would be more than twenty years ahead for one of the last century: a card that expires later, such as 12/59, is refused as expired',
      yearsOfThisCentury(),
    ),
  ),
  against(
    'conditions | string | no | Shown to both parties.',
    mutant(
      'page.escrow-texts',
      'blind25-conditions-end-at-a-less-than-sign',
      'tags are taken out of the conditions before they are shown, and a sign such as that in "weighs <5 kg" is taken for the beginning of one: nothing of what follows it is shown',
      pages(({ showEscrow }) => ({
        showEscrow: (service, escrow, refused) =>
          showEscrow(service, { ...escrow, conditions: withoutTags(escrow.conditions) }, refused),
      })),
    ),
  ),
];
