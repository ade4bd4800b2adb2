/** Texts and metadata that do not come back as they went in. */
import { event, shows } from '../../change.ts';
import { type Mutant, mutant } from '../../mutant.ts';
import { deeply, keptAs } from '../ways.ts';

const text = (change: (value: string) => string) => (value: unknown) =>
  typeof value === 'string' ? change(value) : value;

export const found: readonly Mutant[] = [
  mutant(
    'checkout.record-metadata',
    'blind-dotted-names-unfolded',
    'a name with a dot in metadata comes back as an object within an object',
    keptAs('createCheckout', 'metadata', (value) =>
      Object.fromEntries(
        Object.entries(value ?? {}).map(([name, inner]) => {
          const [outer = '', ...rest] = name.split('.');
          return rest.length === 0 ? [name, inner] : [outer, { [rest.join('.')]: inner }];
        }),
      ),
    ),
  ),
  mutant(
    'checkout.record-metadata',
    'blind-nulls-in-lists-dropped',
    'nulls in lists of metadata are dropped',
    keptAs(
      'createCheckout',
      'metadata',
      deeply((value) => (Array.isArray(value) ? value.filter((each) => each !== null) : value)),
    ),
  ),
  mutant(
    'checkout.record-metadata',
    'blind-fractions-of-six-digits',
    'fractions in metadata come back with six digits after the point',
    keptAs(
      'createCheckout',
      'metadata',
      deeply((value) => (typeof value === 'number' ? Math.round(value * 1e6) / 1e6 : value)),
    ),
  ),
  mutant(
    'checkout.record-as-sent',
    'blind-description-trimmed',
    'blanks at the ends of a description are lost',
    keptAs(
      'createCheckout',
      'description',
      text((value) => value.trim()),
    ),
  ),
  mutant(
    'checkout.record-as-sent',
    'blind-description-composed',
    'combining characters of a description come back composed',
    keptAs(
      'createCheckout',
      'description',
      text((value) => value.normalize('NFC')),
    ),
  ),
  mutant(
    'refund.reason-longest',
    'blind-reason-cut-by-units',
    'a reason is cut to 255 UTF-16 units',
    keptAs(
      'createRefund',
      'reason',
      text((value) => value.slice(0, 255)),
    ),
  ),
  mutant(
    'payout.record-as-sent',
    'blind-narration-escaped',
    'ampersands and angle brackets in a narration come back as entities',
    keptAs(
      'createPayout',
      'narration',
      text((value) => value.replace(/&/g, '&amp;').replace(/</g, '&lt;')),
    ),
  ),
  mutant(
    'wallet-link.registered-name',
    'blind-registered-name-without-apostrophe',
    'apostrophes in the name of wallet.link.approved are escaped',
    event('wallet.link.approved', (carried) => ({
      ...carried,
      walletName: String(carried.walletName).replace(/['’]/g, '&#39;'),
    })),
  ),
  mutant(
    'checkout.record-metadata',
    'blind-empty-metadata-is-null',
    'metadata without any name comes back as null',
    shows('getCheckout', (body) => ({
      ...body,
      metadata: JSON.stringify(body.metadata) === '{}' ? null : body.metadata,
    })),
  ),
];
