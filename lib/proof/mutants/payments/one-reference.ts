/** Defects where one reference is that of several: of other kinds, or of another merchant. */
import type { RequirementId } from '../../../interface/register/index.ts';
import type { AnyRecord, Kind, Payout, RecordOf, Refund } from '../../reference/rules/records.ts';
import { also } from '../blind/ways.ts';
import { addedTransition, timer } from '../change.ts';
import { all, type Change, type Mutant, mutant } from '../mutant.ts';

const others = ({ merchant }: AnyRecord) =>
  [...merchant.environment.merchants.values()].filter((each) => each !== merchant);

/** A queue that ignores a job whose name it has: of these kinds of the same merchant, or of the others. */
function jobNamedByReference<K extends Kind>(
  kind: K,
  state: RecordOf[K]['status'],
  on: string,
  named: (record: RecordOf[K]) => boolean,
): Change {
  const withoutJob = new WeakSet<RecordOf[K]>();
  return all(
    also(kind, 'create', (record) => {
      if (named(record)) withoutJob.add(record);
    }),
    timer(kind, state, { on: ((record: RecordOf[K]) => (withoutJob.has(record) ? 'nothing' : on)) as never }),
  );
}

const hasName = (kinds: readonly Kind[], { records }: AnyRecord['merchant'], reference: string) =>
  kinds.some((kind) => records[kind].has(reference));

const jobs: readonly Mutant[] = [
  mutant(
    'checkout.expires',
    'checkout-without-job-beside-an-escrow',
    'jobs are named by merchant and reference: a checkout with the reference of an escrow does not expire',
    jobNamedByReference('checkout', 'pending', 'not paid in time', ({ merchant, reference }) =>
      hasName(['escrow'], merchant, reference),
    ),
  ),
  mutant(
    'escrow.releases-after-its-hours',
    'escrow-without-job-beside-a-link',
    'jobs are named by merchant and reference: a paid escrow with the linkRef of a link is not released by itself',
    jobNamedByReference('escrow', 'funded', 'no report in time', ({ merchant, reference }) =>
      hasName(['walletLink'], merchant, reference),
    ),
  ),
  mutant(
    'wallet-link.expires',
    'link-without-job-beside-anothers',
    'jobs are named by the reference alone: a link does not expire whose linkRef is the reference of something of another merchant',
    jobNamedByReference('walletLink', 'PENDING', 'nobody decides', (link) =>
      others(link).some((merchant) => hasName(['checkout', 'escrow'], merchant, link.reference)),
    ),
  ),
  mutant(
    'webhook.escrow-cancelled-on-expiry',
    'expiry-told-once-for-a-reference',
    'what expires is told once for each reference: an escrow is not whose reference a checkout of the merchant had that has expired',
    addedTransition('escrow', { from: 'pending_payment', on: 'told already', to: 'expired', sends: null }),
    timer('escrow', 'pending_payment', {
      on: ((escrow: RecordOf['escrow']) => {
        const checkout = escrow.merchant.records.checkout.get(escrow.reference);
        return checkout?.failureReason === 'expired' ? 'told already' : 'not paid in time';
      }) as never,
    }),
  ),
];

type Outcome = 'settlement succeeds' | 'settlement fails';

const failsAsAsked = (record: Refund | Payout): boolean =>
  record.merchant.environment.name === 'sandbox' &&
  (record.kind === 'refund' ? record.reason === 'sandbox_fail' : record.recipient.accountNumber === '0000000000');

/** The processor knows references, and repeats the outcome of one that it knows. */
function outcomeOf(kind: 'refund' | 'payout', known: (record: Refund | Payout) => Outcome | null): Change {
  const on = (record: Refund | Payout) =>
    known(record) ?? (failsAsAsked(record) ? 'settlement fails' : 'settlement succeeds');
  return timer(kind, 'pending', { on: on as never });
}

const repeated = (status: 'succeeded' | 'failed'): Outcome =>
  status === 'failed' ? 'settlement fails' : 'settlement succeeds';

function repeating(record: AnyRecord | undefined, only: 'succeeded' | 'failed'): Outcome | null {
  return record?.status === only ? repeated(only) : null;
}

const outcomes: readonly Mutant[] = [
  mutant(
    'payout.succeeds',
    'payout-fails-as-the-refund-of-its-reference',
    'refunds and payouts have one key at the processor: a payout fails whose reference a failed refund of the merchant had',
    outcomeOf('payout', ({ merchant, reference }) => repeating(merchant.records.refund.get(reference), 'failed')),
  ),
  mutant(
    'refund.sandbox-fail',
    'refund-succeeds-as-the-payout-of-its-reference',
    'refunds and payouts have one key at the processor: a refund that is to fail succeeds where a payout of the merchant with its reference has',
    outcomeOf('refund', ({ merchant, reference }) => repeating(merchant.records.payout.get(reference), 'succeeded')),
  ),
  mutant(
    'payout.failing-account',
    'payout-succeeds-as-anothers-of-its-reference',
    'the key of a payout at the processor is its reference: one to 0000000000 succeeds where the payout of another merchant with its reference has',
    outcomeOf('payout', (payout) => {
      const theirs = others(payout).map(({ records }) => records.payout.get(payout.reference));
      return theirs.some((each) => each?.status === 'succeeded') ? 'settlement succeeds' : null;
    }),
  ),
];

/** The ledger takes what is found for done already: its sum stays as it was. */
function ignoredWhere(kind: 'checkout' | 'refund' | 'payout', isKnown: (record: AnyRecord) => boolean): Change {
  const ignored = (sign: 1 | -1) => (record: AnyRecord) => {
    if (isKnown(record)) record.merchant.balance -= sign * record.amount;
  };
  if (kind === 'checkout') return also('checkout', 'pay', ignored(1));
  return all(also(kind, 'create', ignored(-1)), also(kind, 'settlement fails', ignored(1)));
}

const ledger = (breaks: RequirementId, name: string, what: string, change: Change) =>
  mutant(breaks, name, `the ledger ignores a second entry: ${what}`, change);

const ledgers: readonly Mutant[] = [
  ledger(
    'balance.is-the-sum',
    'ledger-without-refunds-beside-payouts',
    'a refund with the reference of a payout leaves the balance as it was',
    ignoredWhere('refund', ({ merchant, reference }) => merchant.records.payout.has(reference)),
  ),
  ledger(
    'balance.payout-subtracts',
    'ledger-of-all-merchants-by-reference',
    'a payout whose reference the payout of another merchant has leaves the balance as it was',
    ignoredWhere('payout', (record) => others(record).some(({ records }) => records.payout.has(record.reference))),
  ),
];

/** What is kept of the balance is never less than nothing. */
const kept: readonly Mutant[] = [
  mutant(
    'balance.failed-refund-subtracts-nothing',
    'balance-of-refunds-has-a-floor',
    'a refund sets the balance to zero where it is more than that, and its failure adds the amount',
    also('refund', 'create', ({ merchant, amount }) => {
      merchant.balance = Math.max(merchant.balance, amount);
    }),
  ),
  mutant(
    'balance.payment-adds',
    'balance-written-off-when-paid-out',
    'where a payout that has settled was more than the balance, what is missing is written off: the next payment adds all of its amount to zero',
    also('payout', 'settlement succeeds', ({ merchant }) => {
      merchant.balance = Math.max(merchant.balance, 0);
    }),
  ),
];

export const oneReferenceMutants: readonly Mutant[] = [...jobs, ...outcomes, ...ledgers, ...kept];
