/** Checkouts whose buyer, reference or end is looked up in something that is not theirs alone. */
import type { Checkout, Environment, Merchant } from '../../../reference/rules/records.ts';
import type { Reply } from '../../../reference/rules/requests.ts';
import { timer } from '../../change.ts';
import { all, type Change, mutant } from '../../mutant.ts';
import { around, before, isAt } from '../../steps.ts';
import { against, type BlindMutant } from '../against.ts';
import { ageOf, also, DAY } from '../ways.ts';
import { pages } from '../ways-of-pages.ts';

/** Seconds within which a second click is taken for the first. */
const DOUBLE_CLICK = 5;

/** Customers are kept by their address without what follows a plus; a known one is not written again. */
function customersWithoutTags(): Change {
  const customers = new WeakMap<Merchant, Map<string, string>>();
  return before('act', (asked, next) => {
    if (!isAt(asked, 'createCheckout')) return next();
    const known = customers.get(asked.merchant) ?? new Map<string, string>();
    customers.set(asked.merchant, known);
    const email = asked.body.text('customer.email') ?? '';
    const mailbox = email.replace(/\+[^@]*@/, '@');
    known.set(mailbox, known.get(mailbox) ?? email);
    asked.body.value.customer = { email: known.get(mailbox) };
    return next();
  });
}

/** The same body again, soon after the first, is answered with the first, whatever its key. */
function doubleClicks(): Change {
  const firsts = new WeakMap<Checkout, { raw: Buffer; reply: Reply }>();
  const named = (merchant: Merchant, reference: string | null) => merchant.records.checkout.get(reference ?? '');
  return all(
    before('checkGuards', (asked, next) => {
      if (!isAt(asked, 'createCheckout')) return next();
      const checkout = named(asked.merchant, asked.body.text('reference'));
      const first = checkout && firsts.get(checkout);
      if (!first?.raw.equals(asked.raw) || ageOf(checkout as Checkout, asked.service) > DOUBLE_CLICK) return next();
      return first.reply;
    }),
    around('act', (own) => async (asked, next) => {
      const reply = await own(asked, next);
      const checkout = named(asked.merchant, asked.body.text('reference'));
      if (isAt(asked, 'createCheckout') && checkout) firsts.set(checkout, { raw: asked.raw, reply });
      return reply;
    }),
  );
}

/** A job whose name is taken by a waiting one is not queued. */
function expiryJobsByReference(): Change {
  const waiting = new WeakMap<Environment, Set<string>>();
  const unqueued = new WeakSet<Checkout>();
  const jobsOf = ({ environment }: Merchant) => {
    const jobs = waiting.get(environment) ?? new Set<string>();
    waiting.set(environment, jobs);
    return jobs;
  };
  return all(
    also('checkout', 'create', (checkout) => {
      const jobs = jobsOf(checkout.merchant);
      if (jobs.has(checkout.reference)) unqueued.add(checkout);
      jobs.add(checkout.reference);
    }),
    timer('checkout', 'pending', {
      on(checkout: Checkout) {
        if (unqueued.has(checkout)) return 'nothing';
        jobsOf(checkout.merchant).delete(checkout.reference);
        return 'not paid in time';
      },
    }),
  );
}

/** Expiry is counted from the last write of the row, and an attempt to pay that is declined writes it. */
function expiryFromTheLastAttempt(): Change {
  const attempts = new WeakMap<Checkout, number>();
  return all(
    pages(({ payCheckout }) => ({
      payCheckout(service, checkout, form) {
        const answer = payCheckout(service, checkout, form);
        if (checkout.status !== 'pending') return answer;
        const { clock } = service;
        const at = clock.now();
        attempts.set(checkout, at);
        clock.schedule(at + DAY * 1_000, () => {
          if (attempts.get(checkout) === at) service.fire(checkout, 'not paid in time');
        });
        return answer;
      },
    })),
    timer('checkout', 'pending', {
      on: (checkout: Checkout) => (attempts.has(checkout) ? 'nothing' : 'not paid in time'),
    }),
  );
}

export const found: readonly BlindMutant[] = [
  against(
    "customer.email | string (email) | yes | The buyer's e-mail. Checkout record: customer | object | `{ email }`.",
    mutant(
      'checkout.record-as-sent',
      'blind16-customers-known-without-their-tag',
      'customers are kept by their address without what follows a plus: after a checkout of ada+1@example.com one of ada+2@example.com is recorded with the address of the first',
      customersWithoutTags(),
    ),
  ),
  against(
    'Checkout create: a repeated `reference` gives `409 duplicate_reference`, unless the call is an idempotent replay (same `Idempotency-Key` and same body).',
    mutant(
      'checkout.duplicate-reference',
      'blind16-double-click-answered-with-the-first',
      'a create with the body of one that was accepted within the last 5 seconds is taken for a double click: under another key it is answered with 201 and the first checkout',
      doubleClicks(),
    ),
  ),
  against(
    'pending | payment fails | failed | `payment.failed` sent; `failureReason` set.',
    mutant(
      'checkout.payment-fails',
      'blind16-live-failures-without-a-reason',
      "the live acquirer's codes are looked up in a list that was filled for the sandbox, and are not found: a checkout whose payment failed in live has failureReason null",
      also('checkout', 'fail', (checkout) => {
        if (checkout.merchant.environment.name === 'live') checkout.failureReason = null;
      }),
    ),
  ),
  against(
    'pending | 24 hours pass without payment | failed. reference: Unique per merchant.',
    mutant(
      'checkout.expires',
      'blind16-expiry-jobs-named-by-reference',
      'the job that lets a checkout expire is named by its reference, and the queue takes a name once: where another merchant has a checkout of the same reference that is not a day old, the later one never expires',
      expiryJobsByReference(),
    ),
  ),
  against(
    'Checkout expiry | 24 hours unpaid, then failed (`expired`).',
    mutant(
      'checkout.expires',
      'blind16-expiry-counted-from-the-last-attempt',
      'the 24 hours are counted from the last change of the row, and a card that is declined on the page changes it: the checkout expires 24 hours after the last attempt to pay it',
      expiryFromTheLastAttempt(),
    ),
  ),
];
