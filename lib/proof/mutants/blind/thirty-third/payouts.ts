/** Payouts: what earlier payouts and other kinds of objects do to a later one. */
import type { Payout } from '../../../reference/rules/records.ts';
import { guard, timer } from '../../change.ts';
import { all, mutant } from '../../mutant.ts';
import { before, isAt } from '../../steps.ts';
import { against, type BlindMutant } from '../against.ts';
import { also, HOUR } from '../ways.ts';

const MINUTE_MS = 60_000;
const FAILURES = 3;
const AT_ONCE = 5;

function failsInSandbox({ merchant, recipient }: Payout): boolean {
  return merchant.environment.name === 'sandbox' && recipient.accountNumber === '0000000000';
}

function earlier(payout: Payout): Payout[] {
  const made = [...payout.merchant.records.payout.values()];
  return made.slice(0, made.indexOf(payout));
}

function recent(payout: Payout): Payout[] {
  return earlier(payout).filter(({ createdAt }) => Date.parse(payout.createdAt) - Date.parse(createdAt) < MINUTE_MS);
}

function bankLooksDown(payout: Payout): boolean {
  const failed = recent(payout).filter(
    ({ status, recipient }) => status === 'failed' && recipient.bankCode === payout.recipient.bankCode,
  );
  return failed.length >= FAILURES;
}

function hasACheckout({ merchant, reference }: Payout): boolean {
  return merchant.records.checkout.has(reference);
}

export const found: readonly BlindMutant[] = [
  against(
    'account `0000000000` fails and every other 10-digit account, including `0123456789`, succeeds',
    mutant(
      'payout.succeeds',
      'blind33-bank-is-taken-for-down',
      'when three payouts to a bank have failed within a minute the bank is taken for down: the next to it fails, whichever its account',
      timer('payout', 'pending', {
        on: (payout: Payout) =>
          failsInSandbox(payout) || bankLooksDown(payout) ? 'settlement fails' : 'settlement succeeds',
      }),
    ),
  ),
  against(
    '`narration` (string or null), `failureReason` (string or null)',
    mutant(
      'payout.record-nulls',
      'blind33-narration-saved-with-the-account',
      'accounts are saved with the narration of their first payout: a later one to the same account without narration has that',
      before('act', (asked, next) => {
        const { body, merchant } = asked;
        if (isAt(asked, 'createPayout') && body.get('narration') === undefined) {
          const saved = [...merchant.records.payout.values()].find(
            ({ recipient, narration }) =>
              recipient.accountNumber === body.text('recipient.accountNumber') && narration !== null,
          );
          if (saved !== undefined) body.value.narration = saved.narration;
        }
        return next();
      }),
    ),
  ),
  against(
    '409 | duplicate_reference | Reference already used',
    mutant(
      'payout.settled-reference-stays-used',
      'blind33-failed-payout-can-be-corrected',
      'a failed payout can be sent again under its reference if its account number was corrected',
      guard('payout.duplicate-reference', {
        refuses({ merchant, body }) {
          const first = merchant.records.payout.get(body.text('reference') ?? '');
          if (first === undefined) return false;
          return first.status !== 'failed' || first.recipient.accountNumber === body.text('recipient.accountNumber');
        },
      }),
    ),
  ),
  against(
    'Sandbox: about 5 seconds after creation, account `0000000000` fails and every other 10-digit account, including `0123456789`, succeeds',
    mutant(
      'payout.succeeds',
      'blind33-sixth-of-a-minute-is-reviewed',
      'the review of live payouts is in sandbox too: the sixth payout of a minute is pending for an hour',
      timer('payout', 'pending', { after: (payout: Payout) => (recent(payout).length >= AT_ONCE ? HOUR : 5) }),
    ),
  ),
  against(
    '`GET /v1/balance` returns the amount available to pay out in kobo (paid in, minus refunds and payouts)',
    mutant(
      'balance.payout-subtracts',
      'blind33-one-entry-for-each-reference',
      'the ledger has one entry for a reference: a payout under the order code that a checkout has already is not entered, and the balance stays',
      all(
        also('payout', 'create', (payout) => {
          if (hasACheckout(payout)) payout.merchant.balance += payout.amount;
        }),
        also('payout', 'settlement fails', (payout) => {
          if (hasACheckout(payout)) payout.merchant.balance -= payout.amount;
        }),
      ),
    ),
  ),
];
