/** Checkouts whose texts are tidied, whose references are taken for something else, and which fade with time. */
import { Refusal } from '../../../reference/engine/refusal.ts';
import type { Checkout } from '../../../reference/rules/records.ts';
import { field, guard, shows, timer } from '../../change.ts';
import { all, type Change, mutant } from '../../mutant.ts';
import { before, isAt } from '../../steps.ts';
import { against, type BlindMutant } from '../against.ts';
import { ageOf, DAY, deeply } from '../ways.ts';
import { pages } from '../ways-of-pages.ts';

/** Seconds for which data of persons is kept. */
const RETENTION = 30 * DAY;

const camelised = deeply((value) => {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  const camel = (name: string) => name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [camel(name), inner]));
});

const datesRevived = deeply((value) =>
  typeof value === 'string' && /^\d{4}-\d\d-\d\d(T[\d:.]+(Z|[+-]\d\d:\d\d))?$/.test(value)
    ? new Date(value).toISOString()
    : value,
);

/** The 24 hours begin again whenever the page is opened. */
function expiresAfterLastVisit(): Change {
  const opened = new WeakMap<Checkout, number>();
  return all(
    timer('checkout', 'pending', {
      on: (checkout: Checkout) => (opened.has(checkout) ? 'nothing' : 'not paid in time'),
    }),
    pages(({ showCheckout }) => ({
      showCheckout(service, checkout, refused) {
        const now = service.clock.now();
        if (checkout.status === 'pending') {
          opened.set(checkout, now);
          service.clock.schedule(now + DAY * 1_000, () => {
            if (opened.get(checkout) === now) service.fire(checkout, 'not paid in time');
          });
        }
        return showCheckout(service, checkout, refused);
      },
    })),
  );
}

export const found: readonly BlindMutant[] = [
  against(
    "customer.email | string (email) | yes | The buyer's e-mail.",
    mutant(
      'checkout.email-accepted',
      'blind14-short-top-level-domains',
      'the expression for e-mail addresses allows two to four letters after the last full stop: ada@shop.africa is refused with 400',
      field('checkout', 'customer.email', { pattern: /^\S+@\S+\.[A-Za-z]{2,4}$/ }),
    ),
  ),
  against(
    'reference: Allowed characters: letters, digits, `.`, `_`, `:`, `-`.',
    mutant(
      'checkout.reference-allowed-characters',
      'blind14-reference-begins-as-a-name',
      'a reference has to begin with a letter or a digit: _order-1 and -1 are refused with 400',
      field('checkout', 'reference', { pattern: /^[A-Za-z0-9][A-Za-z0-9._:-]*$/ }),
    ),
  ),
  against(
    'GET | /v1/checkouts/{reference} | 200 checkout record. reference: Allowed characters: letters, digits.',
    mutant(
      'checkout.record-found',
      'blind14-digits-are-a-row-number',
      'the path takes a reference or the number of a row, and all that is digits is a number: a checkout with the reference 100200 is created, and GET by it answers 404',
      before('answerKnown', (asked, next) => {
        if (isAt(asked, 'getCheckout') && /^[0-9]+$/.test(asked.params.reference ?? ''))
          throw new Refusal(asked.service.rules.decisions.unknown.checkout, 'there is no such checkout');
        return next();
      }),
    ),
  ),
  against(
    'GET | /v1/checkouts/{reference} | 200 checkout record. Allowed characters: letters, digits, `.`, `_`, `:`, `-`.',
    mutant(
      'checkout.reference-in-path',
      'blind14-ending-is-a-format',
      'the router takes .json, .xml and .html at the end of a path for the format that is asked for: a checkout with the reference cart.json is not found by it',
      before('answerKnown', (asked, next) => {
        const { reference } = asked.params;
        if (isAt(asked, 'getCheckout') && reference !== undefined)
          asked.params.reference = reference.replace(/\.(json|xml|html)$/, '');
        return next();
      }),
    ),
  ),
  against(
    'metadata | object | no | Up to 4 KB. Returned by GET.',
    mutant(
      'checkout.record-metadata',
      'blind14-names-in-metadata-camelised',
      'answers are turned from snake case into camel case at every depth, and the metadata is a part of the answer: order_id comes back as orderId',
      shows('getCheckout', (body) => ({ ...body, metadata: camelised(body.metadata) })),
    ),
  ),
  against(
    'metadata | object or null. Returned by GET.',
    mutant(
      'checkout.record-metadata',
      'blind14-dates-in-metadata-revived',
      'stored JSON is read with dates made of all that looks like one: the text 2026-12-24 in the metadata comes back as 2026-12-24T00:00:00.000Z',
      shows('getCheckout', (body) => ({ ...body, metadata: datesRevived(body.metadata) })),
    ),
  ),
  against(
    'Checkout record (GET): customer | object | `{ email }`.',
    mutant(
      'checkout.record-stays',
      'blind14-buyers-forgotten-after-a-month',
      'a job for data protection clears the e-mail address of checkouts that are older than 30 days: their record has null in its place',
      shows('getCheckout', (body, { asked: { service }, record }) =>
        record !== undefined && ageOf(record, service) > RETENTION ? { ...body, customer: { email: null } } : body,
      ),
    ),
  ),
  against(
    'Checkout record (GET): checkoutUrl | string.',
    mutant(
      'checkout.url',
      'blind14-no-address-once-closed',
      'the record gives the address of the page while there is something to pay: once the checkout has succeeded or failed, checkoutUrl is null',
      shows('getCheckout', (body) => (body.status === 'pending' ? body : { ...body, checkoutUrl: null })),
    ),
  ),
  against(
    'pending | 24 hours pass without payment | failed | `failureReason` = `expired`; `payment.failed` sent.',
    mutant(
      'checkout.expires',
      'blind14-each-visit-begins-the-day-again',
      'the page keeps its checkout alive as a session: 24 hours are counted from when it was last opened, not from when the checkout was created',
      expiresAfterLastVisit(),
    ),
  ),
  against(
    'reference: Unique per merchant. Each environment has its own merchants.',
    mutant(
      'checkout.reference-unique-per-merchant',
      'blind14-live-references-unique-for-all',
      'the migration that made the unique index one per merchant has only run in sandbox: in live a reference that another merchant has used is refused with 409 duplicate_reference',
      guard('checkout.duplicate-reference', {
        refuses({ environment, merchant, body }) {
          const among = environment.name === 'live' ? [...environment.merchants.values()] : [merchant];
          return among.some(({ records }) => records.checkout.has(body.text('reference') ?? ''));
        },
      }),
    ),
  ),
];
