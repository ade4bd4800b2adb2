/** Payouts and the balance: a ledger with one key too few, a sum that has a floor, and what a bank's file does to its rows. */
import type { AnyRecord, Merchant, Payout } from '../../../reference/rules/records.ts';
import { timer } from '../../change.ts';
import { all, type Change, mutant } from '../../mutant.ts';
import { before, isAt } from '../../steps.ts';
import { against, type BlindMutant } from '../against.ts';
import { also, keptAs } from '../ways.ts';

const FILE_MS = 2_000;

/** The ledger has one entry for each reference of a merchant; what would be a second one is ignored as done already. */
function ledgerByReference(): Change {
  const entries = new WeakMap<Merchant, Map<string, AnyRecord>>();
  const entryOf = (record: AnyRecord): AnyRecord => {
    const own = entries.get(record.merchant) ?? new Map<string, AnyRecord>();
    entries.set(record.merchant, own);
    const entry = own.get(record.reference) ?? record;
    own.set(record.reference, entry);
    return entry;
  };
  /** Takes back what the sums are about to add. */
  const unlessEntered = (sign: 1 | -1) => (record: AnyRecord) => {
    if (entryOf(record) !== record) record.merchant.balance -= sign * record.amount;
  };
  return all(
    also('checkout', 'pay', unlessEntered(1)),
    also('refund', 'create', unlessEntered(-1)),
    also('refund', 'settlement fails', unlessEntered(1)),
    also('payout', 'create', unlessEntered(-1)),
    also('payout', 'settlement fails', unlessEntered(1)),
  );
}

function fails({ merchant, recipient }: Payout): boolean {
  return merchant.environment.name === 'sandbox' && recipient.accountNumber === '0000000000';
}

export const found: readonly BlindMutant[] = [
  against(
    '`GET /v1/balance` returns the amount available to pay out in kobo (paid in, minus refunds and payouts).',
    mutant(
      'balance.is-the-sum',
      'blind17-ledger-has-one-entry-per-reference',
      'the ledger is unique by merchant and reference and ignores a second entry: a payout or refund that has the reference of a paid checkout, or of each other, is made and leaves the balance as it was',
      ledgerByReference(),
    ),
  ),
  against(
    'pending | settlement | failure | failed | `payout.failed` sent; amount returns to the available balance.',
    mutant(
      'balance.failed-payout-returns',
      'blind17-balance-has-a-floor-of-zero',
      'a payout sets the balance to GREATEST(0, balance - amount), and its failure adds the amount: a sandbox merchant without money has 10,000 kobo after a payout of 10,000 that failed',
      also('payout', 'create', ({ merchant, amount }) => {
        merchant.balance = Math.max(merchant.balance, amount);
      }),
    ),
  ),
  against(
    'Sandbox: about 5 seconds after creation, account `0000000000` fails.',
    mutant(
      'payout.failing-account',
      'blind17-recipient-found-by-name',
      "recipients are kept and found again by bank and accountName: a payout to a name that was paid before goes to that one's first account, so one to 0000000000 succeeds",
      before('act', (asked, next) => {
        const { body, merchant } = asked;
        if (!isAt(asked, 'createPayout')) return next();
        const known = [...merchant.records.payout.values()].find(
          ({ recipient }) =>
            recipient.bankName === body.text('recipient.bankName') &&
            recipient.accountName === body.text('recipient.accountName'),
        );
        if (known) body.value.recipient = { ...body.object('recipient'), accountNumber: known.recipient.accountNumber };
        return next();
      }),
    ),
  ),
  against(
    'Sandbox: account `0000000000` fails and every other 10-digit account, including `0123456789`, succeeds.',
    mutant(
      'payout.succeeds',
      'blind17-file-of-payouts-fails-as-one',
      'payouts that come within two seconds go to the bank in one file, and a file with a row that fails is rejected as a whole: a payout to a good account fails beside one to 0000000000',
      timer('payout', 'pending', {
        on(payout: Payout) {
          const created = Date.parse(payout.createdAt);
          const file = [...payout.merchant.records.payout.values()].filter(
            ({ createdAt }) => Math.abs(Date.parse(createdAt) - created) <= FILE_MS,
          );
          return file.some(fails) ? 'settlement fails' : 'settlement succeeds';
        },
      }),
    ),
  ),
  against(
    'Payout record (GET): `narration` (string or null). narration | string | no | Max 100 chars.',
    mutant(
      'payout.record-as-sent',
      'blind17-narration-in-the-letters-of-banks',
      'the narration is kept as the transfer network takes it: all but letters, digits, blanks, dots, dashes and strokes becomes a blank, in the record too',
      keptAs('createPayout', 'narration', (value) => String(value).replace(/[^A-Za-z0-9 ./-]/g, ' ')),
    ),
  ),
];
