/** Defects of creating checkouts, besides those generated from the request tables. */
import { endpoint, field, guard, omits, shows, withoutGuard } from '../change.ts';
import { type Mutant, mutant } from '../mutant.ts';
import { coerces, hesitates } from '../steps.ts';

const creating: readonly Mutant[] = [
  mutant(
    'checkout.created',
    'checkout-created-with-200',
    'a create is answered with 200',
    endpoint('createCheckout', { status: 200 }),
  ),
  mutant(
    'checkout.created',
    'checkout-created-without-id',
    'the create response has no id',
    omits('createCheckout', 'id'),
  ),
  mutant(
    'checkout.created',
    'checkout-created-without-reference',
    'the create response has no reference',
    omits('createCheckout', 'reference'),
  ),
  mutant(
    'checkout.created',
    'checkout-created-with-status-new',
    'the create response has status new',
    shows('createCheckout', (body) => ({ ...body, status: 'new' })),
  ),
  mutant(
    'checkout.url',
    'checkout-url-missing',
    'the create response has no checkoutUrl',
    omits('createCheckout', 'checkoutUrl'),
  ),
  mutant(
    'checkout.url',
    'checkout-url-not-in-record',
    'the record has no checkoutUrl',
    omits('getCheckout', 'checkoutUrl'),
  ),
  mutant(
    'checkout.url',
    'checkout-url-relative',
    'the record has a checkoutUrl without scheme and host',
    shows('getCheckout', (body) => ({ ...body, checkoutUrl: new URL(String(body.checkoutUrl)).pathname })),
  ),
  mutant(
    'checkout.duplicate-reference',
    'checkout-duplicate-not-refused',
    'a second checkout with a reference takes the place of the first',
    withoutGuard('checkout.duplicate-reference'),
  ),
  mutant(
    'checkout.duplicate-reference',
    'checkout-duplicate-with-422',
    'a duplicate reference is refused with 422',
    guard('checkout.duplicate-reference', { status: 422 }),
  ),
  mutant(
    'checkout.duplicate-reference',
    'checkout-duplicate-with-another-code',
    'a duplicate reference is refused with reference_exists',
    guard('checkout.duplicate-reference', { code: 'reference_exists' }),
  ),
  mutant(
    'checkout.duplicate-reference',
    'checkout-duplicate-overwrites-amount',
    'a refused duplicate changes the amount of the first',
    guard('checkout.duplicate-reference', {
      refuses: ({ merchant, body }) => {
        const first = merchant.records.checkout.get(body.text('reference') ?? '');
        if (first !== undefined) first.amount = body.integer('amount') ?? first.amount;
        return first !== undefined;
      },
    }),
  ),
  mutant(
    'checkout.concurrent-same-reference',
    'checkout-reference-race',
    'two creates at once both find the reference free',
    hesitates('createCheckout'),
  ),
  mutant(
    'checkout.reference-unique-per-merchant',
    'checkout-reference-unique-for-all',
    'a reference that another merchant used is refused',
    guard('checkout.duplicate-reference', {
      refuses: ({ environment, body }) =>
        [...environment.merchants.values()].some(({ records }) => records.checkout.has(body.text('reference') ?? '')),
    }),
  ),
  mutant(
    'checkout.failed-reference-stays-used',
    'checkout-failed-frees-reference',
    'the reference of a failed checkout can be used again',
    guard('checkout.duplicate-reference', {
      refuses: ({ merchant, body }) =>
        ![undefined, 'failed'].includes(merchant.records.checkout.get(body.text('reference') ?? '')?.status),
    }),
  ),
];

const fields: readonly Mutant[] = [
  mutant(
    'checkout.reference-allowed-characters',
    'checkout-reference-without-colon',
    'a colon in a reference is refused',
    field('checkout', 'reference', { pattern: /^[A-Za-z0-9._-]+$/ }),
  ),
  mutant(
    'checkout.reference-allowed-characters',
    'checkout-reference-lower-case-only',
    'upper case in a reference is refused',
    field('checkout', 'reference', { pattern: /^[a-z0-9._:-]+$/ }),
  ),
  mutant(
    'checkout.reference-allowed-characters',
    'checkout-reference-case-folded',
    'references are kept in lower case',
    coerces('createCheckout', 'reference', (value) => (typeof value === 'string' ? value.toLowerCase() : value)),
  ),
  mutant(
    'checkout.reference-forbidden-characters',
    'checkout-reference-any-characters',
    'a reference may hold anything',
    field('checkout', 'reference', { pattern: undefined }),
  ),
  mutant(
    'checkout.reference-forbidden-characters',
    'checkout-reference-pattern-not-anchored',
    'only the start of a reference is looked at',
    field('checkout', 'reference', { pattern: /^[A-Za-z0-9._:-]+/ }),
  ),
  mutant(
    'checkout.reference-forbidden-characters',
    'checkout-reference-takes-slash',
    'a slash in a reference is taken',
    field('checkout', 'reference', { pattern: /^[A-Za-z0-9._:/-]+$/ }),
  ),
  mutant(
    'checkout.email-malformed',
    'checkout-email-any-text',
    'any text is taken as e-mail address',
    field('checkout', 'customer.email', { type: 'string' }),
  ),
  mutant(
    'checkout.return-url-malformed',
    'checkout-return-url-any-text',
    'any text is taken as returnUrl',
    field('checkout', 'returnUrl', { type: 'string', httpsIn: [] }),
  ),
  mutant(
    'checkout.return-url-http-in-sandbox',
    'checkout-return-url-https-everywhere',
    'an http returnUrl is refused in sandbox too',
    field('checkout', 'returnUrl', { httpsIn: ['sandbox', 'live'] }),
  ),
  mutant(
    'checkout.metadata-largest',
    'checkout-metadata-3000-bytes',
    'metadata of more than 3,000 bytes is refused',
    field('checkout', 'metadata', { maxBytes: 3_000 }),
  ),
  mutant(
    'checkout.metadata-largest',
    'checkout-metadata-cut',
    'a long text in metadata comes back cut',
    shows('getCheckout', (body) => ({
      ...body,
      metadata: JSON.parse(JSON.stringify(body.metadata), (_, value) =>
        typeof value === 'string' ? value.slice(0, 255) : value,
      ),
    })),
  ),
  mutant(
    'checkout.metadata-too-large',
    'checkout-metadata-unlimited',
    'metadata of any size is taken',
    field('checkout', 'metadata', { maxBytes: undefined }),
  ),
];

export const checkoutMutants: readonly Mutant[] = [...creating, ...fields];
