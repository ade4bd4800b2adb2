/** Payouts and the balance: money by another rule than that of the document, and what banks do to a payout. */
import { openPayout } from '../../../reference/rules/actions.ts';
import type { Merchant, Payout } from '../../../reference/rules/records.ts';
import type { Case } from '../../../reference/rules/rulebook.ts';
import { timer } from '../../change.ts';
import { all, type Change, mutant } from '../../mutant.ts';
import { before, isAt } from '../../steps.ts';
import { against, type BlindMutant } from '../against.ts';
import { also, keptAs, whenRefused } from '../ways.ts';

/** Codes of banks that are reached through another provider: Kuda, Moniepoint, OPay, PalmPay. */
const MOBILE_BANKS = ['50211', '50515', '999992', '999991'];
const ALIKE_MS = 5_000;
const STAMP_DUTY = { from: 1_000_000, amount: 5_000 };

function failsInSandbox({ merchant, recipient }: Payout): boolean {
  return merchant.environment.name === 'sandbox' && recipient.accountNumber === '0000000000';
}

function looksSentTwice(payout: Payout): boolean {
  const earlier = [...payout.merchant.records.payout.values()];
  const at = Date.parse(payout.createdAt);
  return earlier
    .slice(0, earlier.indexOf(payout))
    .some(
      ({ amount, recipient, narration, createdAt }) =>
        amount === payout.amount &&
        narration === payout.narration &&
        recipient.accountNumber === payout.recipient.accountNumber &&
        recipient.bankCode === payout.recipient.bankCode &&
        at - Date.parse(createdAt) < ALIKE_MS,
    );
}

function waitsForMoney(): Change {
  const waiting = new WeakMap<Merchant, Case[]>();
  return all(
    whenRefused('createPayout', (asked, { code }) => {
      const { merchant } = asked;
      if (code === 'insufficient_balance') waiting.set(merchant, [...(waiting.get(merchant) ?? []), asked]);
    }),
    also('checkout', 'pay', ({ merchant }) => {
      const parked = waiting.get(merchant) ?? [];
      waiting.delete(merchant);
      for (const asked of parked) {
        const { clock } = asked.service;
        clock.schedule(clock.now() + 1_000, () => {
          const used = merchant.records.payout.has(asked.body.text('reference') ?? '');
          if (!used && (asked.body.integer('amount') ?? 0) <= merchant.balance) openPayout(asked);
        });
      }
    }),
  );
}

export const found: readonly BlindMutant[] = [
  against(
    'Sandbox: about 5 seconds after creation, account `0000000000` fails.',
    mutant(
      'payout.failing-account',
      'blind31-mobile-banks-never-fail',
      'payouts to the mobile banks go through another provider, whose simulator knows nothing of the failing account: at Kuda, Moniepoint, OPay and PalmPay account 0000000000 succeeds',
      timer('payout', 'pending', {
        on: (payout: Payout) =>
          failsInSandbox(payout) && !MOBILE_BANKS.includes(payout.recipient.bankCode ?? '')
            ? 'settlement fails'
            : 'settlement succeeds',
      }),
    ),
  ),
  against(
    '`narration` (string or null), `failureReason` (string or null), `createdAt` (date-time).',
    mutant(
      'payout.record-nulls',
      'blind31-narration-made-up-for-the-bank',
      'a payout without narration is given one for the bank when it is settled, which is kept with it: its record then shows a narration that nobody sent',
      also('payout', 'settlement succeeds', (payout) => {
        payout.narration ??= `Payout ${payout.reference}`;
      }),
    ),
  ),
  against(
    'pending | settlement | failure | failed | `payout.failed` sent; amount returns to the available balance.',
    mutant(
      'balance.failed-payout-returns',
      'blind31-balance-stops-at-nothing',
      'the balance is never below 0: in sandbox a payout above it takes only what is there, and gives all of its amount back when it fails',
      before('act', (asked, next) => {
        const reply = next();
        if (isAt(asked, 'createPayout')) asked.merchant.balance = Math.max(0, asked.merchant.balance);
        return reply;
      }),
    ),
  ),
  against(
    'In live, an amount above the available balance (paid in, minus refunds and earlier payouts) gives `422 insufficient_balance`.',
    mutant(
      'payout.live-refused-creates-nothing',
      'blind31-refused-payout-waits-for-money',
      'a live payout that is refused for the balance is left in the queue, and carried out when the next payment has brought enough',
      waitsForMoney(),
    ),
  ),
  against(
    'narration | string | no | Max 100 chars.',
    mutant(
      'payout.record-as-sent',
      'blind31-signs-dropped-for-the-bank',
      'a narration is kept as it is sent to the bank, without the signs that its messages must not hold: & < > " \' and #',
      keptAs('createPayout', 'narration', (value) =>
        typeof value === 'string' ? value.replace(/[&<>"'#]/g, '') : value,
      ),
    ),
  ),
  against(
    'every other 10-digit account, including `0123456789`, succeeds.',
    mutant(
      'payout.succeeds',
      'blind31-equal-payouts-look-sent-twice',
      'of two payouts of one amount and narration to one account, made within 5 seconds under references of their own, the second fails as sent twice',
      timer('payout', 'pending', {
        on: (payout: Payout) =>
          failsInSandbox(payout) || looksSentTwice(payout) ? 'settlement fails' : 'settlement succeeds',
      }),
    ),
  ),
  against(
    '`GET /v1/balance` returns the amount available to pay out in kobo (paid in, minus refunds and payouts).',
    mutant(
      'balance.payment-adds',
      'blind31-stamp-duty-on-transfers',
      'of a payment by bank transfer of 10,000 naira or more the stamp duty of 50 naira is taken before it is added to the balance',
      also('checkout', 'pay', ({ amount, merchant }, _, { method }) => {
        if (method === 'bank_transfer' && amount >= STAMP_DUTY.from) merchant.balance -= STAMP_DUTY.amount;
      }),
    ),
  ),
];
