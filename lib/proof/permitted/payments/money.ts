/**
 * What is left open about checkouts, refunds, payouts and the balance: when the balance changes, what else records contain, within what a
 * reference is unique.
 */
import { guard, shows, sum, transition } from '../../mutants/change.ts';
import type { Change } from '../../mutants/mutant.ts';
import { before } from '../../mutants/steps.ts';
import { Refusal } from '../../reference/engine/refusal.ts';
import type { EndpointName } from '../../reference/rules/requests.ts';
import type { Case } from '../../reference/rules/rulebook.ts';
import type { Json } from '../changes.ts';
import { type PermittedVariant, reading } from '../permitted-variant.ts';

/** Milliseconds after which the balance shows a change. */
const LATE = 30_000;

const HOUR = 3_600_000;

/** Milliseconds between two moments at which the balance is worked out. */
const WORKED_OUT_EVERY = 600_000;

export const money: readonly PermittedVariant[] = [
  reading(
    {
      name: 'balance-late',
      oneOf: 'balance',
      what: 'the balance shows payments, refunds and payouts half a minute after they were made',
      touches: ['balance', 'environments', 'idempotency'],
    },
    shows('getBalance', (body, { asked }) => ({ ...body, availableMinor: balanceOf(asked, LATE) })),
  ),
  // How soon a payment shows in the balance is not shown.
  reading(
    {
      name: 'balance-worked-out-every-ten-minutes',
      oneOf: 'balance',
      what: 'the balance is worked out every ten minutes of the clock, and shown as it was then',
      touches: ['balance', 'environments', 'idempotency'],
    },
    shows('getBalance', (body, { asked }) => ({
      ...body,
      availableMinor: balanceOf(asked, asked.service.clock.now() % WORKED_OUT_EVERY),
    })),
  ),
  // When a payment counts is not shown; what goes out counts at once.
  reading(
    {
      name: 'balance-late-for-payouts',
      oneOf: 'balance',
      what: 'what was paid in shows, and can be paid out in live, half a minute later',
      touches: ['balance', 'environments', 'payouts', 'idempotency'],
    },
    guard('payout.balance', { refuses: (asked) => (asked.body.integer('amount') ?? 0) > availableOf(asked) }),
    shows('getBalance', (body, { asked }) => ({ ...body, availableMinor: availableOf(asked) })),
  ),
  reading(
    {
      name: 'balance-pending-for-an-hour',
      oneOf: 'balance',
      what: 'what was paid in is shown as pending for an hour, beside what is available',
      touches: ['balance', 'environments', 'payouts', 'idempotency'],
      decides: ['balance.field-names'],
    },
    guard('payout.balance', { refuses: (asked) => (asked.body.integer('amount') ?? 0) > availableOf(asked, HOUR) }),
    shows('getBalance', (_, { asked }) => {
      const available = availableOf(asked, HOUR);
      return { pending: asked.merchant.balance - available, available, currency: 'NGN' };
    }),
  ),
  reading(
    {
      name: 'payouts-leave-the-balance-late',
      oneOf: 'balance',
      what: 'a payout leaves the balance that is shown when it has succeeded, though pending ones limit others in live',
      touches: ['balance', 'environments', 'idempotency'],
    },
    sum('balance', 'payout', { while: ['succeeded'] }),
    guard('payout.balance', {
      refuses: ({ merchant, body }) => {
        const pending = [...merchant.records.payout.values()].filter(({ status }) => status === 'pending');
        return (body.integer('amount') ?? 0) > merchant.balance - sumOf(pending);
      },
    }),
  ),
  reading(
    {
      name: 'balance-not-shown-below-zero',
      oneOf: 'balance',
      what: 'a balance below zero is shown as zero, and counts as what it is',
      touches: ['balance', 'payouts', 'idempotency', 'environments'],
    },
    shows('getBalance', (body) => ({ ...body, availableMinor: Math.max(0, Number(body.availableMinor)) })),
  ),
  reading(
    {
      name: 'records-say-when-they-were-read',
      what: 'each record has a field that is another whenever it is read',
      touches: ['checkouts', 'refunds', 'payouts', 'webhooks', 'idempotency'],
    },
    ...(['getCheckout', 'getRefund', 'getPayout'] as const).map(readAt),
  ),
  reading(
    {
      name: 'checkout-addresses-of-the-visit',
      what: 'each GET of a checkout has another address of the hosted page',
      touches: ['checkouts', 'hosted-pages'],
      decides: ['checkout.url-stays'],
    },
    shows('getCheckout', (body, { asked }) => ({
      ...body,
      checkoutUrl: `${String(body.checkoutUrl)}?visit=${asked.service.newId('v')}`,
    })),
  ),
  reading(
    {
      name: 'metadata-names-sorted',
      oneOf: 'metadata',
      what: 'the names in metadata come back in alphabetical order',
      touches: ['checkouts'],
    },
    shows('getCheckout', (body) => ({ ...body, metadata: sorted(body.metadata) })),
  ),
  reading(
    {
      name: 'payouts-fail-without-a-reason',
      what: 'a failed payout has no failureReason',
      touches: ['payouts', 'webhooks', 'balance'],
    },
    transition('payout', 'settlement fails', { also: () => {} }),
  ),
  reading(
    {
      name: 'settled-references-for-all-merchants',
      oneOf: 'settlement',
      what: 'the reference of a refund or a payout is unique among all merchants of the service',
      touches: ['refunds', 'payouts', 'idempotency'],
    },
    ...(['refund', 'payout'] as const).map((kind) =>
      guard(`${kind}.duplicate-reference`, {
        refuses({ environment, body }) {
          const reference = body.get('reference');
          const all = [...environment.merchants.values()];
          return typeof reference === 'string' && all.some(({ records }) => records[kind].has(reference));
        },
      }),
    ),
  ),
  reading(
    {
      name: 'left-said-in-naira',
      what: 'the message of refund_exceeds_paid tells what is left in naira, beside what was asked for and paid',
      touches: ['refunds', 'errors'],
    },
    guard('refund.exceeds-paid', {
      message: ({ payment, body }) => {
        const naira = (kobo: number) => (kobo / 100).toLocaleString('en', { minimumFractionDigits: 2 });
        const [paid, refunding] = [payment?.amount ?? 0, payment?.refunding ?? 0];
        return `₦${naira(body.integer('amount') ?? 0)} of ₦${naira(paid)}: only ₦${naira(paid - refunding)} left.`;
      },
    }),
  ),
  reading(
    {
      name: 'amounts-of-any-spelling-refused',
      what: 'an amount is digits alone: 1e3 and 1000.0 are no integers there',
      touches: ['checkouts', 'refunds', 'payouts'],
      decides: ['checkout.amount-spelling'],
    },
    before('checkFields', (asked, next) => {
      // Metadata may contain any values.
      const own = asked.raw.toString().replace(/"metadata":\s*\{.*\}/s, '');
      if (!/"amount":\s*-?\d+[.eE]/.test(own)) return next();
      throw new Refusal({ status: 400, code: 'invalid_request' }, 'amount must be written in digits');
    }),
  ),
];

function balanceOf({ merchant, service }: Case, late: number): number {
  const shown = (at: string | null) => at !== null && Date.parse(at) <= service.clock.now() - late;
  const { checkout, refund, payout } = merchant.records;
  const paidIn = [...checkout.values()].filter(({ status, paidAt }) => status === 'succeeded' && shown(paidAt));
  const out = [...refund.values(), ...payout.values()].filter(
    ({ status, createdAt }) => status !== 'failed' && shown(createdAt),
  );
  return sumOf(paidIn) - sumOf(out);
}

/** What was paid in `ms` milliseconds ago or before, less all that has gone out. */
function availableOf({ merchant, service }: Case, ms = LATE): number {
  const { checkout, refund, payout } = merchant.records;
  const by = service.clock.now() - ms;
  const paidIn = [...checkout.values()].filter(
    ({ status, paidAt }) => status === 'succeeded' && Date.parse(paidAt ?? '') <= by,
  );
  return sumOf(paidIn) - sumOf([...refund.values(), ...payout.values()].filter(({ status }) => status !== 'failed'));
}

function sumOf(records: readonly { amount: number }[]): number {
  return records.reduce((sum, { amount }) => sum + amount, 0);
}

function readAt(name: EndpointName): Change {
  return shows(name, (body, { asked }) => ({ ...body, readAt: asked.service.newId('read_') }));
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value as Json).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(entries.map(([name, inner]) => [name, sorted(inner)]));
}
