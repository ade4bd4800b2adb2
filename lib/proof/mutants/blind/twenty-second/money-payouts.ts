/** Payouts: money that comes back to somebody else, and a run that waits until nothing more is asked for. */
import type { Merchant, Payout } from '../../../reference/rules/records.ts';
import type { Service } from '../../../reference/rules/rulebook.ts';
import { all, type Change, mutant } from '../../mutant.ts';
import { before } from '../../steps.ts';
import { against, type BlindMutant } from '../against.ts';
import { also } from '../ways.ts';

const QUIET_MS = 5_000;

/** The merchant whose payout to the account is the latest. */
function latestPayer({ merchant, recipient }: Payout): Merchant {
  const payouts = [...merchant.environment.merchants.values()].flatMap(({ records }) => [...records.payout.values()]);
  const alike = payouts.filter((each) => each.recipient.accountNumber === recipient.accountNumber);
  const latest = alike.reduce((last, each) => (each.createdAt >= last.createdAt ? each : last));
  return latest.merchant;
}

/** The sum gives the amount back to the payout's own merchant behind this. */
function returnedToTheLatestPayer(): Change {
  return also('payout', 'settlement fails', (payout) => {
    payout.merchant.balance -= payout.amount;
    latestPayer(payout).balance += payout.amount;
  });
}

function settledOnceQuiet(): Change {
  const services = new WeakMap<Merchant, Service>();
  return all(
    before('limitRate', ({ merchant, service }, next) => {
      services.set(merchant, service);
      return next();
    }),
    (rules) => ({
      ...rules,
      timers: rules.timers.map((each) => {
        if (each.kind !== 'payout') return each;
        const { on } = each;
        const settles = (payout: Payout): string => {
          const { merchant } = payout;
          const service = services.get(merchant);
          const latest = [...merchant.records.payout.values()].at(-1) ?? payout;
          const due = Date.parse(latest.createdAt) + QUIET_MS;
          if (service === undefined || service.clock.now() >= due) return typeof on === 'string' ? on : on(payout);
          service.clock.schedule(due, () => service.fire(payout, settles(payout)));
          return 'later';
        };
        return { ...each, on: settles };
      }),
    }),
  );
}

export const found: readonly BlindMutant[] = [
  against(
    'pending | settlement | failure | failed | `payout.failed` sent; amount returns to the available balance.',
    mutant(
      'balance.failed-payout-returns',
      'blind22-returned-money-goes-to-the-latest-payer',
      'what a bank sends back names the account that it could not be paid to and no payout, so it is booked for the latest payout to that account, of any merchant: where another merchant has paid to the account since, the amount of a failed payout is added to the balance of that one',
      returnedToTheLatestPayer(),
    ),
  ),
  against(
    'Sandbox: about 5 seconds after creation, account `0000000000` fails and every other 10-digit account, including `0123456789`, succeeds.',
    mutant(
      'payout.succeeds',
      'blind22-settlement-waits-until-nothing-is-asked-for',
      'the payouts of a merchant are settled by one job, which each further payout puts off to 5 seconds after itself: as long as a merchant makes one every few seconds all of them stay pending',
      settledOnceQuiet(),
    ),
  ),
];
