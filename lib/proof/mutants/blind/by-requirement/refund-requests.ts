/** Refunds whose fields are good by themselves and not together with their checkout, or are measured after a conversion. */
import { Refusal } from '../../../reference/engine/refusal.ts';
import type { Reply } from '../../../reference/rules/requests.ts';
import type { Case } from '../../../reference/rules/rulebook.ts';
import { field, guard } from '../../change.ts';
import { all, type Change, mutant } from '../../mutant.ts';
import { before, isAt } from '../../steps.ts';
import { against, type BlindMutant } from '../against.ts';
import { bodyAs, escaped } from '../ways.ts';

const KOBO_PER_NAIRA = 100;
/** The largest amount of a checkout (Limits), so that no refund can have more. */
const LARGEST_CHECKOUT = 2_000_000_000;
const REASON_LENGTH = 255;
/** The largest integer of 32 bits: the database driver returns larger ones as texts. */
const LARGEST_INTEGER = 2 ** 31 - 1;
/** The name under which a batch is kept while it is processed. */
const BATCH = 'a batch of refunds';

function invalid({ service }: Case, message: string): Refusal {
  return new Refusal(service.rules.refusals.invalid, message);
}

/** Another rule for the amount, which knows the checkout too. */
function amountRule(check: (amount: number, asked: Case) => void): Change {
  return before('checkGuards', (asked, next) => {
    if (isAt(asked, 'createRefund')) check(asked.body.integer('amount') ?? 0, asked);
    return next();
  });
}

/** The length of the reason is that of another text. */
function measuredAs(change: (reason: string) => string): Change {
  return all(
    field('refund', 'reason', { maxLength: Number.POSITIVE_INFINITY }),
    before('checkFields', (asked, next) => {
      const reason = asked.body.get('reason');
      if (isAt(asked, 'createRefund') && typeof reason === 'string' && [...change(reason)].length > REASON_LENGTH)
        throw invalid(asked, `reason must have at most ${REASON_LENGTH} characters`);
      return next();
    }),
  );
}

/** A list of several bodies is a batch: each is processed as a request, and the answer is the list of the answers. */
function takesBatches(): Change {
  return all(
    bodyAs('createRefund', (value) => (Array.isArray(value) && value.length > 1 ? { [BATCH]: value } : value)),
    before('checkFields', async (asked, next) => {
      const { value } = asked.body;
      const batch = value[BATCH];
      if (!isAt(asked, 'createRefund') || !Array.isArray(batch)) return next();
      const replies: Reply[] = [];
      for (const each of batch as Record<string, unknown>[]) {
        delete value[BATCH];
        Object.assign(value, each);
        replies.push(await next());
      }
      return { status: 201, text: `[${replies.map(({ text }) => text).join(',')}]` };
    }),
  );
}

/** Above 32 bits the amount and what is left are compared as texts. */
function comparedAsTexts(): Change {
  return (rules) => {
    const plain = rules.guards.find(({ id }) => id === 'refund.exceeds-paid');
    return guard('refund.exceeds-paid', {
      refuses(asked) {
        const { body, payment } = asked;
        const amount = body.integer('amount') ?? 0;
        if (payment === undefined || amount <= LARGEST_INTEGER) return plain?.refuses(asked) ?? false;
        return String(amount) > String(payment.amount - payment.refunding);
      },
    })(rules);
  };
}

function cutInLive(): Change {
  return before('checkFields', (asked, next) => {
    const reason = asked.body.get('reason');
    if (isAt(asked, 'createRefund') && asked.environment.name === 'live' && typeof reason === 'string')
      asked.body.value.reason = [...reason].slice(0, REASON_LENGTH).join('');
    return next();
  });
}

export const found: readonly BlindMutant[] = [
  against(
    'Refund amount: min 1 kobo. Kobo, min 1. Partial refunds are allowed.',
    mutant(
      'refund.amount-too-small',
      'kind-negative-refund-corrects-earlier-ones',
      'a negative amount is a correction: once refunds of the checkout have succeeded, one that takes no more than them back is accepted; 0, and any before that, are refused',
      field('refund', 'amount', { min: Number.NEGATIVE_INFINITY }),
      amountRule((amount, asked) => {
        if (amount === 0 || amount < -(asked.payment?.refundedAmount ?? 0))
          throw invalid(asked, 'amount must be at least 1');
      }),
    ),
  ),
  against(
    'Refund amount: min 1 kobo.',
    mutant(
      'refund.amount-too-small',
      'kind-negative-refund-wraps',
      'the amount is converted to 32 bits where it lies below -2^31, and what comes out is positive for some: of -4,294,966,796 kobo 500 are refunded',
      before('checkFields', (asked, next) => {
        const amount = asked.body.get('amount');
        if (isAt(asked, 'createRefund') && Number.isSafeInteger(amount) && Number(amount) < -(2 ** 31))
          asked.body.value.amount = Number(amount) | 0;
        return next();
      }),
    ),
  ),
  against(
    'Refund amount: min 1 kobo; total non-failed refunds at most the amount paid. Partial refunds are allowed.',
    mutant(
      'refund.amount-smallest',
      'kind-refund-must-leave-a-naira',
      'what a refund leaves of a checkout has to be refundable by bank transfer: one that would leave less than a naira, and not nothing, is refused with 400',
      amountRule((amount, asked) => {
        const { payment } = asked;
        const left = payment ? payment.amount - payment.refunding - amount : 0;
        if (payment?.status === 'succeeded' && left > 0 && left < KOBO_PER_NAIRA)
          throw invalid(asked, 'amount must leave nothing, or at least 1 NGN');
      }),
    ),
  ),
  against(
    'The new amount plus earlier non-failed refunds of that checkout may not exceed the amount paid, else `422 refund_exceeds_paid`.',
    mutant(
      'refund.amount-huge',
      'kind-huge-refund-means-all',
      'an amount that no checkout can have, above 2,000,000,000 kobo, is taken for "all of it": it is accepted and refunds what is left',
      amountRule((amount, { body, payment }) => {
        const left = payment ? payment.amount - payment.refunding : 0;
        if (amount > LARGEST_CHECKOUT && payment?.status === 'succeeded' && left > 0) body.value.amount = left;
      }),
    ),
  ),
  against(
    'Refund reason: max 255 chars.',
    mutant(
      'refund.reason-too-long',
      'kind-reason-measured-as-it-is-printed',
      'the length of a reason is that of its printable ASCII characters, as bank statements show them: with other characters among them 256 are accepted',
      measuredAs((reason) => reason.replace(/[^ -~]/gu, '')),
    ),
  ),
  against(
    'Refund reason: max 255 chars. reason: string or null.',
    mutant(
      'refund.reason-longest',
      'kind-reason-measured-as-html',
      'the length of a reason is measured after it was escaped for the console: one of 255 characters with & or quotes among them is refused with 400',
      measuredAs(escaped),
    ),
  ),
  against(
    'Bodies are JSON. POST | /v1/refunds | Refund create body | 201 `{ id, reference, status }`.',
    mutant(
      'refund.body-object',
      'kind-refunds-in-a-batch',
      'a list of two refunds or more is a batch: all of them are made, and the answer is 201 with a list; a list of one is refused',
      takesBatches(),
    ),
  ),
  against(
    'The new amount plus earlier non-failed refunds of that checkout may not exceed the amount paid, else `422 refund_exceeds_paid`.',
    mutant(
      'refund.amount-huge',
      'kind-huge-refund-compared-as-text',
      'integers of more than 32 bits come from the database as texts and are compared as such: 2,147,483,648 kobo count as less than 5,000 and are accepted',
      comparedAsTexts(),
    ),
  ),
  against(
    'Refund reason: max 255 chars. 400 invalid_request: Invalid request.',
    mutant(
      'refund.reason-too-long',
      'kind-reason-cut-in-live',
      'in live a reason is cut to 255 characters before it is checked, as the bank would cut it: 256 are accepted there',
      cutInLive(),
    ),
  ),
];
