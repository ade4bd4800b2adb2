/** Checkouts: what a careful test of each row of their table would still pass. */
import { field, guard } from '../../change.ts';
import { mutant } from '../../mutant.ts';
import { against, type BlindMutant } from '../against.ts';
import { ageOf, DAY, deeply, keptAs } from '../ways.ts';

/** A name with dots is read as a path, as document databases do. */
function asPaths(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  const entries = Object.entries(value).map(([name, inner]): [string, unknown] => {
    const [first = '', ...rest] = name.split('.');
    return [first, rest.reduceRight((within: unknown, each) => ({ [each]: within }), inner)];
  });
  return Object.fromEntries(entries);
}

function asTime(value: unknown): unknown {
  const isTime = typeof value === 'string' && /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?[+-]\d\d:\d\d$/.test(value);
  return isTime ? new Date(value).toISOString() : value;
}

export const found: readonly BlindMutant[] = [
  against(
    'metadata | object | no | Up to 4 KB. Returned by GET',
    mutant(
      'checkout.record-metadata',
      'blind32-dotted-names-become-paths',
      'metadata is stored in a document database, where a name with a dot is a path: {"order.id": 1} comes back as {"order": {"id": 1}}',
      keptAs('createCheckout', 'metadata', deeply(asPaths)),
    ),
  ),
  against(
    'metadata | object | no | Up to 4 KB. Returned by GET',
    mutant(
      'checkout.record-metadata',
      'blind32-times-in-metadata-are-rewritten',
      'the parser turns texts that look like times into times, and they are written again in UTC: 2026-01-01T00:00:00+01:00 comes back as 2025-12-31T23:00:00.000Z',
      keptAs('createCheckout', 'metadata', deeply(asTime)),
    ),
  ),
  against(
    'metadata | object | no | Up to 4 KB. Returned by GET',
    mutant(
      'checkout.record-metadata',
      'blind32-empty-texts-become-null',
      'a middleware of the framework makes null of every empty text in a body: {"note": ""} comes back as {"note": null}',
      keptAs(
        'createCheckout',
        'metadata',
        deeply((value) => (value === '' ? null : value)),
      ),
    ),
  ),
  against(
    'reference | string | yes | Unique per merchant.',
    mutant(
      'checkout.succeeded-reference-stays-used',
      'blind32-references-are-compared-for-a-month',
      'used references are looked up among the checkouts of the last 30 days: an older one can be used a second time, and its record is then another',
      guard('checkout.duplicate-reference', {
        refuses({ merchant, body, service }) {
          const earlier = merchant.records.checkout.get(body.text('reference') ?? '');
          return earlier !== undefined && ageOf(earlier, service) < 30 * DAY;
        },
      }),
    ),
  ),
  against(
    'description | string | no | Max 255 chars. Shown to the buyer',
    mutant(
      'checkout.record-as-sent',
      'blind32-description-nought-is-none',
      'whether there is a description is asked in a language where the text 0 is false: the description 0 is kept as none',
      keptAs('createCheckout', 'description', (value) => (value === '0' ? null : value)),
    ),
  ),
  against(
    "customer.email | string (email) | yes | The buyer's e-mail",
    mutant(
      'checkout.email-accepted',
      'blind32-top-level-domains-of-six-letters',
      'addresses are checked with an old pattern whose last part has two to six letters: ada@studio.photography is refused',
      field('checkout', 'customer.email', { pattern: /\.[A-Za-z]{2,6}$/ }),
    ),
  ),
  against(
    'returnUrl | string (URI) | yes | Must be https in live',
    mutant(
      'checkout.return-url-accepted',
      'blind32-schemes-in-small-letters-alone',
      'the scheme of returnUrl is compared as text, though in a URI its case means nothing: HTTPS://shop.example/ is refused',
      field('checkout', 'returnUrl', { pattern: /^https?:\/\// }),
    ),
  ),
];
