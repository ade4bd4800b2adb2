/** Payouts and the balance: whom they go to, how they settle, and what is left. */
import type { Merchant, Payout } from '../../../reference/rules/records.ts';
import { guard, timer } from '../../change.ts';
import { all, type Change, mutant } from '../../mutant.ts';
import { before } from '../../steps.ts';
import { against, type BlindMutant } from '../against.ts';
import { DAY, keptAs } from '../ways.ts';

const RUN_MS = 5_000;

function plainLetters(value: unknown): unknown {
  return String(value)
    .normalize('NFD')
    .replace(/[^ -~]/g, '');
}

function savedRecipients(): Change {
  return before('act', ({ body, endpoint, merchant }, next) => {
    if (endpoint.name !== 'createPayout') return next();
    const [bank, name] = [body.text('recipient.bankName'), body.text('recipient.accountName')];
    const saved = [...merchant.records.payout.values()].find(
      ({ recipient }) => recipient.bankName === bank && recipient.accountName === name,
    );
    if (saved !== undefined) body.value.recipient = { ...saved.recipient };
    return next();
  });
}

/** The guard reads what a GET of the balance left in a cache. */
function checkedAgainstTheShown(): Change {
  const shown = new WeakMap<Merchant, { balance: number; until: number }>();
  return all(
    before('act', ({ endpoint, merchant, service }, next) => {
      const until = service.clock.now() + 30_000;
      if (endpoint.name === 'getBalance') shown.set(merchant, { balance: merchant.balance, until });
      return next();
    }),
    guard('payout.balance', {
      refuses: ({ body, merchant, service }) => {
        const cached = shown.get(merchant);
        const valid = cached !== undefined && cached.until > service.clock.now();
        return (body.integer('amount') ?? 0) > (valid ? cached.balance : merchant.balance);
      },
    }),
  );
}

function amountOf(records: Iterable<{ amount: number; status: string }>, counts: (status: string) => boolean): number {
  return [...records].reduce((sum, { amount, status }) => sum + (counts(status) ? amount : 0), 0);
}

/** The first read of a day counts the balance anew. */
function countedAnewEachDay(): Change {
  const days = new WeakMap<Merchant, number>();
  return before('act', ({ endpoint, merchant, service }, next) => {
    const day = Math.floor(service.clock.now() / (DAY * 1_000));
    const last = days.get(merchant) ?? day;
    if (last === day || endpoint.name === 'getBalance') days.set(merchant, day);
    if (last === day || endpoint.name !== 'getBalance') return next();
    const { checkout, payout, refund } = merchant.records;
    merchant.balance =
      amountOf(checkout.values(), (status) => status === 'succeeded') -
      amountOf(refund.values(), (status) => status !== 'failed') -
      amountOf(payout.values(), () => true);
    return next();
  });
}

/** Whether a later payout of the same run has taken this one's place in it. */
function replacedInItsRun({ merchant, recipient, createdAt, reference }: Payout): boolean {
  const payouts = [...merchant.records.payout.values()];
  const later = payouts.slice(payouts.findIndex((each) => each.reference === reference) + 1);
  return later.some(
    (each) =>
      each.recipient.accountNumber === recipient.accountNumber &&
      Date.parse(each.createdAt) - Date.parse(createdAt) < RUN_MS,
  );
}

export const found: readonly BlindMutant[] = [
  against(
    'narration | string | no | Max 100 chars; Payout record (GET): `narration` (string or null).',
    mutant(
      'payout.record-as-sent',
      'blind24-narration-is-kept-as-the-bank-prints-it',
      'a narration is stored in the character set of the transfer network: accents and other signs outside ASCII are gone from the record',
      keptAs('createPayout', 'narration', plainLetters),
    ),
  ),
  against(
    'account `0000000000` fails and every other 10-digit account, including `0123456789`, succeeds.',
    mutant(
      'payout.failing-account',
      'blind24-recipient-is-found-by-name-and-bank',
      'recipients are saved and found again by bank and account name: a payout to the same person at another account number goes to the number of the first payout',
      savedRecipients(),
    ),
  ),
  against(
    'In live, an amount above the available balance (paid in, minus refunds and earlier payouts) gives `422 insufficient_balance`.',
    mutant(
      'environment.live-balance-is-net',
      'blind24-payouts-are-checked-against-the-balance-last-shown',
      'a balance that was read is cached for half a minute, and payouts are checked against it: who looks at the balance first can pay it out twice',
      checkedAgainstTheShown(),
    ),
  ),
  against(
    'payout.failed | A payout failed; its amount is back in the balance.',
    mutant(
      'balance.is-the-sum',
      'blind24-daily-count-forgets-that-payouts-fail',
      'the first read of a day counts the balance anew from all records, and subtracts every payout whatever became of it: from the next day on a failed payout is missing from the balance',
      countedAnewEachDay(),
    ),
  ),
  against(
    'Sandbox: about 5 seconds after creation, account `0000000000` fails and every other 10-digit account, including `0123456789`, succeeds.',
    mutant(
      'payout.succeeds',
      'blind24-a-run-has-one-payout-for-an-account',
      'a run collects the payouts of five seconds in a table by account number: of several to one account the last alone is sent, and the others stay pending',
      timer('payout', 'pending', {
        on: (payout: Payout) => {
          if (replacedInItsRun(payout)) return 'nothing';
          const fails =
            payout.merchant.environment.name === 'sandbox' && payout.recipient.accountNumber === '0000000000';
          return fails ? 'settlement fails' : 'settlement succeeds';
        },
      }),
    ),
  ),
];
