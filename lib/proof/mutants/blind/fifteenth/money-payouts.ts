/** Payouts: beneficiaries, reviews and answers that are remembered longer than they hold; and what the bank list tells. */
import { Refusal } from '../../../reference/engine/refusal.ts';
import type { Environment, Merchant, Payout } from '../../../reference/rules/records.ts';
import type { Case } from '../../../reference/rules/rulebook.ts';
import { guard, shows, timer } from '../../change.ts';
import { all, type Change, mutant } from '../../mutant.ts';
import { before, isAt } from '../../steps.ts';
import { against, type BlindMutant } from '../against.ts';
import { HOUR, whenRefused } from '../ways.ts';

const MISSING_FOR_MS = 600_000;
const TWICE_WITHIN_MS = 60_000;
const FAILURES_BEFORE_REVIEW = 3;

function payoutsOf(merchant: Merchant): Payout[] {
  return [...merchant.records.payout.values()];
}

function knownBeneficiary({ merchant, body }: Case): boolean {
  const number = body.text('recipient.accountNumber');
  return payoutsOf(merchant).some(({ recipient }) => recipient.accountNumber === number);
}

function unmatchedListed(): Change {
  const unmatched = new WeakMap<Environment, Set<string>>();
  return all(
    whenRefused('createPayout', ({ environment, body }, { code }) => {
      if (code !== 'unsupported_bank') return;
      const names = unmatched.get(environment) ?? new Set();
      unmatched.set(environment, names.add(body.text('recipient.bankName') ?? ''));
    }),
    shows('listBanks', (body, { asked: { environment } }) => {
      const added = [...(unmatched.get(environment) ?? [])].map((name) => ({ code: null, name }));
      return { ...body, banks: [...(body.banks as object[]), ...added] };
    }),
  );
}

function outcomeOf(payout: Payout): string {
  const { environment } = payout.merchant;
  if (environment.name === 'sandbox' && payout.recipient.accountNumber === '0000000000') return 'settlement fails';
  const created = Date.parse(payout.createdAt);
  const failures = payoutsOf(payout.merchant).filter(
    ({ status, createdAt }) => status === 'failed' && created - Date.parse(createdAt) < HOUR * 1_000,
  );
  // A trigger without a row: the payout stays pending.
  return failures.length >= FAILURES_BEFORE_REVIEW ? 'review begins' : 'settlement succeeds';
}

function missingRemembered(): Change {
  const missing = new WeakMap<Merchant, Map<string, number>>();
  return before('answerKnown', (asked, next) => {
    if (!isAt(asked, 'getPayout')) return next();
    const { merchant, params, service } = asked;
    const known = missing.get(merchant) ?? new Map<string, number>();
    missing.set(merchant, known);
    const { reference = '' } = params;
    const now = service.clock.now();
    if (!merchant.records.payout.has(reference) && !known.has(reference)) known.set(reference, now + MISSING_FOR_MS);
    if ((known.get(reference) ?? 0) > now)
      throw new Refusal(service.rules.decisions.unknown.payout, `there is nothing at ${asked.path}`);
    known.delete(reference);
    return next();
  });
}

function paidOutJustNow({ merchant, body, service }: Case): boolean {
  const since = service.clock.now() - TWICE_WITHIN_MS;
  return payoutsOf(merchant).some(
    ({ amount, recipient, createdAt }) =>
      amount === body.integer('amount') &&
      recipient.accountNumber === body.text('recipient.accountNumber') &&
      Date.parse(createdAt) > since,
  );
}

function notTwiceInLive(): Change {
  return before('checkGuards', (asked, next) => {
    if (isAt(asked, 'createPayout') && asked.environment.name === 'live' && paidOutJustNow(asked))
      throw new Refusal({ status: 409, code: 'duplicate_reference' }, 'this payout was made within the last minute');
    return next();
  });
}

export const found: readonly BlindMutant[] = [
  against(
    'A bank name that cannot be matched gives `422 unsupported_bank`.',
    mutant(
      'payout.unsupported-bank',
      'blind15-known-beneficiary-needs-no-bank',
      'beneficiaries are remembered by their account number, and the bank of a known one is not matched again: a payout to an account that was paid before is accepted with any bank name',
      (rules) => {
        const plain = rules.guards.find(({ id }) => id === 'payout.bank-unknown');
        return guard('payout.bank-unknown', {
          refuses: (asked) => !knownBeneficiary(asked) && (plain?.refuses(asked) ?? false),
        })(rules);
      },
    ),
  ),
  against(
    '`GET /v1/banks` lists Nigerian banks and their codes; each bank has a `code`.',
    mutant(
      'bank.has-code',
      'blind15-unmatched-banks-are-listed',
      'a bank name that was not matched is entered in the table of banks, for somebody to add its code, and the list shows it with code null',
      unmatchedListed(),
    ),
  ),
  against(
    'Sandbox: about 5 seconds after creation, account `0000000000` fails and every other 10-digit account, including `0123456789`, succeeds.',
    mutant(
      'payout.succeeds',
      'blind15-review-after-three-failures',
      'after three failed payouts within an hour the later ones of the merchant are held for review, in sandbox too, where nobody reviews: they stay pending',
      timer('payout', 'pending', { on: outcomeOf }),
    ),
  ),
  against(
    'GET | /v1/payouts/{reference} | none | 200 payout record. POST | /v1/payouts | 201.',
    mutant(
      'payout.record-found',
      'blind15-missing-payouts-are-cached',
      'the 404 of a payout is cached for ten minutes and not dropped when the payout is created: who looks whether it exists, and creates it then, is told for ten minutes that it does not exist',
      missingRemembered(),
    ),
  ),
  against(
    '409 duplicate_reference: Reference already used. POST | /v1/payouts | Payout create body | 201.',
    mutant(
      'payout.created',
      'blind15-equal-payouts-within-a-minute-in-live',
      'in live a guard against double payments refuses a second payout of the same amount to the same account within a minute, with duplicate_reference, though its reference is new',
      notTwiceInLive(),
    ),
  ),
];
