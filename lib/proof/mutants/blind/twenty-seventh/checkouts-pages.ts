/** Checkouts and hosted pages: what is stored as something else, what time brings about, and what a buyer sees. */
import type { Checkout, Environment } from '../../../reference/rules/records.ts';
import { functions, timer } from '../../change.ts';
import { type Change, mutant } from '../../mutant.ts';
import { against, type BlindMutant } from '../against.ts';
import { also, DAY, deeply, keptAs } from '../ways.ts';
import { pages } from '../ways-of-pages.ts';

const DATE_TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:\d{2})$/;
const EXPIRED_PER_SWEEP = 20;
const LAGOS_AHEAD_MS = 3_600_000;
const SHOWN_CHARACTERS = 120;

function revived(value: unknown): unknown {
  return typeof value === 'string' && DATE_TIME.test(value) ? new Date(value).toISOString() : value;
}

/** `{ 'a.b': 1 }` becomes `{ a: { b: 1 } }`. */
function nested(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  const whole: Record<string, unknown> = {};
  for (const [name, inner] of Object.entries(value)) {
    const [last = '', ...above] = name.split('.').reverse();
    let at = whole;
    for (const each of above.reverse()) {
      const known = at[each];
      const next = typeof known === 'object' && known !== null ? (known as Record<string, unknown>) : {};
      at[each] = next;
      at = next;
    }
    at[last] = inner;
  }
  return whole;
}

/** Each minute a job takes what fell due in it, a page of it at the most, and does not come back to that minute. */
function sweptByThePage(): Change {
  const sweeps = new WeakMap<Environment, Map<number, number>>();
  return timer('checkout', 'pending', {
    on: (checkout: Checkout) => {
      const { environment } = checkout.merchant;
      const sweep = sweeps.get(environment) ?? new Map<number, number>();
      sweeps.set(environment, sweep);
      const minute = Math.floor((Date.parse(checkout.createdAt) + DAY * 1_000) / 60_000);
      const swept = sweep.get(minute) ?? 0;
      sweep.set(minute, swept + 1);
      return swept < EXPIRED_PER_SWEEP ? 'not paid in time' : 'left over';
    },
  });
}

export const found: readonly BlindMutant[] = [
  against(
    'metadata | object | no | Up to 4 KB. Returned by GET',
    mutant(
      'checkout.record-metadata',
      'blind27-metadata-times-are-rewritten',
      'bodies are parsed with a reviver that turns date-times into dates, so a date-time in `metadata` is returned in UTC and with milliseconds, not as it was written',
      keptAs('createCheckout', 'metadata', deeply(revived)),
    ),
  ),
  against(
    'metadata | object | no | Up to 4 KB. Returned by GET',
    mutant(
      'checkout.record-metadata',
      'blind27-metadata-names-are-paths',
      '`metadata` is stored by assigning each of its names as a path, so a name with a full stop in it, such as `utm.source`, is returned as an object within an object',
      keptAs('createCheckout', 'metadata', deeply(nested)),
    ),
  ),
  against(
    'pending | buyer pays | payment confirmed | succeeded | `payment.succeeded` sent; `paidAt` set; refunds become possible',
    mutant(
      'checkout.paid-at-true',
      'blind27-paid-on-the-day-of-lagos',
      '`paidAt` is put together from the date in Lagos and the time of day in UTC: for what is paid in the last hour of a day in UTC it is a day ahead',
      also('checkout', 'pay', (checkout, now) => {
        const there = new Date(Date.parse(now) + LAGOS_AHEAD_MS).toISOString();
        checkout.paidAt = there.slice(0, 10) + now.slice(10);
      }),
    ),
  ),
  against(
    '24 hours unpaid, then failed (`expired`)',
    mutant(
      'checkout.expires',
      'blind27-a-sweep-expires-one-page',
      'the job that expires checkouts takes 20 of those that fell due in its minute, and the next run begins with the next minute: where more were opened within a minute, the others stay pending',
      sweptByThePage(),
    ),
  ),
  against(
    'after payment the buyer is redirected to `returnUrl` with query parameters `reference` and `status`',
    mutant(
      'page.redirects',
      'blind27-redirect-leaves-parameters-that-are-there',
      'the redirect adds a parameter only where the `returnUrl` has none of that name: a `returnUrl` with a `reference` of its own leads back with that one, and without the reference of the checkout',
      functions(() => ({
        redirectTo(returnUrl, reference, status) {
          const url = new URL(returnUrl);
          const missing = Object.entries({ reference, status }).filter(([name]) => !url.searchParams.has(name));
          const added = missing.map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
          url.search = [url.search.slice(1), ...added].filter(Boolean).join('&');
          return url.href;
        },
      })),
    ),
  ),
  against(
    'Sandbox checkout page accepts the test card number `4242 4242 4242 4242`, any future expiry and any CVV.',
    mutant(
      'page.any-expiry-and-cvv',
      'blind27-months-of-expiry-compared-alone',
      'a card is taken for valid when neither its year nor its month is below the present one: in June a card that expires in a January to come is refused as expired',
      functions(({ cardRefusal }) => ({
        cardRefusal(environment, card, now) {
          const month = Number(/^\s*(\d{1,2})\D/.exec(card.expiry)?.[1] ?? 12);
          const refused = cardRefusal(environment, card, now);
          return refused ?? (month < new Date(now).getUTCMonth() + 1 ? 'This card has expired.' : null);
        },
      })),
    ),
  ),
  against(
    'description | string | no | Max 255 chars. Shown to the buyer',
    mutant(
      'page.shows-description',
      'blind27-long-descriptions-end-in-dots',
      'the checkout page shows the first 120 characters of a description, and three dots for the rest',
      pages(({ showCheckout }) => ({
        showCheckout(service, checkout, refused) {
          const { description } = checkout;
          const shown = [...(description ?? '')];
          if (shown.length <= SHOWN_CHARACTERS) return showCheckout(service, checkout, refused);
          return showCheckout(
            service,
            { ...checkout, description: `${shown.slice(0, SHOWN_CHARACTERS).join('')}…` },
            refused,
          );
        },
      })),
    ),
  ),
  against(
    'conditions | string | no | Shown to both parties',
    mutant(
      'page.escrow-texts',
      'blind27-conditions-on-one-line',
      'the conditions of an escrow are shown in a field of one line: of conditions with several lines the page has the first',
      pages(({ showEscrow }) => ({
        showEscrow: (service, escrow, refused) =>
          showEscrow(service, { ...escrow, conditions: escrow.conditions?.split(/\r?\n/)[0] ?? null }, refused),
      })),
    ),
  ),
];
