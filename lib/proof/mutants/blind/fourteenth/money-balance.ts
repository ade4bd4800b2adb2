/** Balances that are joined, cached, filtered or stored too small, and names of wallets that are not hidden. */
import type { Merchant } from '../../../reference/rules/records.ts';
import type { Case } from '../../../reference/rules/rulebook.ts';
import { guard, shows } from '../../change.ts';
import { all, type Change, mutant } from '../../mutant.ts';
import { against, type BlindMutant } from '../against.ts';
import { ageOf, also, DAY, siblings } from '../ways.ts';

/** Seconds that a statement covers unless another period is asked for. */
const PERIOD = 30 * DAY;

/** Whatever changes the balance clears what is cached, except for the failure of a payout. */
function cacheOutlivesFailedPayouts(): Change {
  const cached = new WeakMap<Merchant, unknown>();
  const clear = ({ merchant }: { merchant: Merchant }) => void cached.delete(merchant);
  return all(
    also('checkout', 'pay', clear),
    also('refund', 'create', clear),
    also('refund', 'settlement succeeds', clear),
    also('refund', 'settlement fails', clear),
    also('payout', 'create', clear),
    also('payout', 'settlement succeeds', clear),
    shows('getBalance', (body, { asked: { merchant } }) => {
      if (!cached.has(merchant)) cached.set(merchant, body.availableMinor);
      return { ...body, availableMinor: cached.get(merchant) };
    }),
  );
}

/** Each row of a checkout joined with its refunds adds the checkout's amount. */
function countedOnceTooOften({ records }: Merchant): number {
  const refunds = [...records.refund.values()].filter(({ status }) => status === 'succeeded');
  return refunds
    .filter((refund) => siblings(refund).find(({ status }) => status === 'succeeded') !== refund)
    .reduce((sum, { payment }) => sum + (payment?.amount ?? 0), 0);
}

function ofThePeriod({ merchant: { records }, service }: Case): number {
  const sum = (rows: Iterable<{ amount: number; createdAt: string; status: string }>, counted: readonly string[]) =>
    [...rows]
      .filter((row) => counted.includes(row.status) && ageOf(row, service) <= PERIOD)
      .reduce((total, { amount }) => total + amount, 0);
  const paidIn = sum(records.checkout.values(), ['succeeded']);
  const gone = ['pending', 'succeeded'];
  return paidIn - sum(records.refund.values(), gone) - sum(records.payout.values(), gone);
}

/** Where a wallet is not known, it is sought in the other environment. */
function walletOfEither({ service, params }: Case) {
  const { sandbox, live } = service.environments;
  const { walletId = '' } = params;
  return service.wallet(live, walletId) ?? service.wallet(sandbox, walletId);
}

export const found: readonly BlindMutant[] = [
  against(
    '`GET /v1/balance` returns the amount available to pay out in kobo (paid in, minus refunds and payouts). Checkout amount: Max 2,000,000,000.',
    mutant(
      'balance.payment-adds',
      'blind14-balance-of-32-bits',
      'the balance is a number of 32 bits, as every amount is: above 2,147,483,647 kobo it goes on from the smallest one below 0',
      shows('getBalance', (body) => ({ ...body, availableMinor: Number(body.availableMinor) | 0 })),
    ),
  ),
  against(
    '`GET /v1/balance` returns the amount available to pay out in kobo (paid in, minus refunds and payouts).',
    mutant(
      'balance.refund-subtracts',
      'blind14-paid-in-joined-with-refunds',
      'what was paid in is added up over checkouts joined with their refunds: a checkout that was refunded in two parts counts twice',
      shows('getBalance', (body, { asked: { merchant } }) => ({
        ...body,
        availableMinor: Number(body.availableMinor) + countedOnceTooOften(merchant),
      })),
    ),
  ),
  against(
    '`GET /v1/balance` returns the amount available to pay out in kobo (paid in, minus refunds and payouts).',
    mutant(
      'balance.is-the-sum',
      'blind14-balance-of-the-last-30-days',
      'the balance is the end of a statement, which covers 30 days: what was paid in before that is not in it any more',
      shows('getBalance', (body, { asked }) => ({ ...body, availableMinor: ofThePeriod(asked) })),
    ),
  ),
  against(
    'pending | settlement | failure | failed | `payout.failed` sent; amount returns to the available balance.',
    mutant(
      'balance.failed-payout-returns',
      'blind14-cached-balance-outlives-a-failure',
      'the balance is cached, and the handler of failed payouts does not clear it: where it was read while the payout was pending, the amount has not come back until something else moves the balance',
      cacheOutlivesFailedPayouts(),
    ),
  ),
  against(
    '`GET /v1/accounts/{walletId}` tells whether a wallet exists. Two fully separate environments exist, sandbox and live.',
    mutant(
      'account.unknown-is-not-found',
      'blind14-wallets-sought-in-both-environments',
      'the account check asks one directory for both environments: a wallet that exists in sandbox only exists in live too',
      all(
        guard('account.unknown', { refuses: (asked) => walletOfEither(asked) === undefined }),
        shows('getAccount', (body, { asked }) => {
          const wallet = walletOfEither(asked);
          const { maskName } = asked.service.rules.functions;
          return { ...body, exists: true, walletName: wallet ? maskName(wallet.holderName) : null };
        }),
      ),
    ),
  ),
];
