/** References in histories and spellings that lie less at hand. */
import { field, guard } from '../../change.ts';
import { type Mutant, mutant } from '../../mutant.ts';
import { answers, before, coerces } from '../../steps.ts';
import { also, DAY } from '../ways.ts';

export const found: readonly Mutant[] = [
  mutant(
    'checkout.reference-allowed-characters',
    'blind-reference-taken-in-other-case-once-paid',
    'a checkout reference that differs from that of a paid one in letter case alone is refused as duplicate',
    (rules) => {
      const plain = rules.guards.find(({ id }) => id === 'checkout.duplicate-reference');
      return guard('checkout.duplicate-reference', {
        refuses: (asked) => {
          const wanted = asked.body.text('reference')?.toLowerCase();
          const alike = [...asked.merchant.records.checkout.values()].some(
            ({ reference, status }) => status === 'succeeded' && reference.toLowerCase() === wanted,
          );
          return alike || plain?.refuses(asked) || false;
        },
      })(rules);
    },
  ),
  mutant(
    'payout.settled-reference-stays-used',
    'blind-failed-payout-frees-reference-next-day',
    'the reference of a failed payout is free again after a day',
    guard('payout.duplicate-reference', {
      refuses: ({ merchant, body, service }) => {
        const first = merchant.records.payout.get(body.text('reference') ?? '');
        if (first === undefined) return false;
        return first.status !== 'failed' || service.clock.now() - Date.parse(first.createdAt) <= DAY * 1_000;
      },
    }),
  ),
  mutant(
    'checkout.expired-reference-stays-used',
    'blind-expired-checkout-frees-reference-later',
    'the reference of an expired checkout is free again two hours after it expired',
    guard('checkout.duplicate-reference', {
      refuses: ({ merchant, body, service }) => {
        const first = merchant.records.checkout.get(body.text('reference') ?? '');
        if (first === undefined) return false;
        return first.failureReason !== 'expired' || service.clock.now() - Date.parse(first.createdAt) < 26 * 3_600_000;
      },
    }),
  ),
  mutant(
    'checkout.reference-allowed-characters',
    'blind-reference-begins-with-letter-or-digit',
    'a checkout reference that begins or ends with . _ : or - is refused',
    field('checkout', 'reference', { pattern: /^[A-Za-z0-9]([A-Za-z0-9._:-]*[A-Za-z0-9])?$/ }),
  ),
  mutant(
    'checkout.reference-forbidden-characters',
    'blind-reference-with-line-end',
    'a checkout reference may end with a line feed',
    field('checkout', 'reference', { pattern: /^[A-Za-z0-9._:-]+\n?$/ }),
  ),
  mutant(
    'checkout.reference-allowed-characters',
    'blind-encoded-reference-not-found',
    'a checkout whose reference is percent-encoded in the path is not found',
    before('answerKnown', (asked, next) => {
      if (asked.endpoint.name === 'getCheckout' && asked.path.includes('%')) asked.params = { reference: asked.path };
      return next();
    }),
  ),
  mutant(
    'escrow.reference-spent-for-good',
    'blind-automatic-release-frees-reference',
    'the reference of an escrow that time released is free again',
    (rules) => {
      const byTime = new WeakSet<object>();
      return also(
        'escrow',
        'no report in time',
        (escrow) => void byTime.add(escrow),
      )(
        guard('escrow.duplicate-reference', {
          refuses: ({ merchant, body }) => {
            const first = merchant.records.escrow.get(body.text('reference') ?? '');
            return first !== undefined && !byTime.has(first);
          },
        })(rules),
      );
    },
  ),
  mutant(
    'payout.account-number-too-long',
    'blind-account-number-with-line-end',
    'an account number of 10 digits may end with a line feed or begin with a blank',
    coerces('createPayout', 'recipient.accountNumber', (value) =>
      typeof value === 'string' && /^( \d{10}|\d{10}\n)$/.test(value) ? value.trim() : value,
    ),
  ),
  mutant(
    'refund.payment-not-found',
    'blind-payment-found-by-its-id',
    "a refund takes the checkout's id as paymentReference too",
    before('checkGuards', (asked, next) => {
      if (asked.endpoint.name === 'createRefund' && asked.payment === undefined) {
        const id = asked.body.text('paymentReference');
        asked.payment = [...asked.merchant.records.checkout.values()].find((checkout) => checkout.id === id);
      }
      return next();
    }),
  ),
  mutant(
    'refund.failed-reference-stays-used',
    'blind-duplicate-of-failed-refund-answered-as-first',
    'a duplicate of a failed refund is answered with 201 and the first one',
    answers('createRefund', (reply, { merchant, body }) => {
      const first = merchant.records.refund.get(body.text('reference') ?? '');
      if (reply.status !== 409 || !reply.text.includes('duplicate_reference') || first?.status !== 'failed')
        return reply;
      const { id, reference, status } = first;
      return { status: 201, text: JSON.stringify({ id, reference, status }) };
    }),
  ),
];
