/** Defects that only a merchant meets that has something behind it, or beside what it does. */
import type { Escrow, Merchant, WalletLink } from '../../reference/rules/records.ts';
import type { Guard } from '../../reference/rules/rulebook.ts';
import { timer } from '../change.ts';
import { all, type Change, type Mutant, mutant } from '../mutant.ts';
import { before } from '../steps.ts';

const HOUR = 3_600;
const SLEEPS_AFTER_MS = 5 * 24 * HOUR * 1_000;
const FAILED_PAYMENTS = 3;

function guarded(guard: Pick<Guard, 'id' | 'at' | 'words' | 'refuses'>): Change {
  const refusal = { status: 400, code: 'invalid_request', message: () => guard.words };
  return (rules) => ({ ...rules, guards: [...rules.guards, { ...guard, ...refusal }] });
}

/** Before an answer is given, the service notes when the merchant was here last. */
function asleep(): Change {
  const seenAt = new WeakMap<Merchant, number>();
  const slept = new WeakSet<Merchant>();
  return all(
    before('limitRate', ({ merchant, service }, next) => {
      const now = service.clock.now();
      if (now - (seenAt.get(merchant) ?? now) > SLEEPS_AFTER_MS) slept.add(merchant);
      seenAt.set(merchant, now);
      return next();
    }),
    guarded({
      id: 'refund.asleep',
      at: ['createRefund'],
      words: 'the account was not used for some days: its refunds need a confirmation',
      refuses: ({ merchant }) => slept.has(merchant),
    }),
  );
}

export const circumstanceMutants: readonly Mutant[] = [
  mutant(
    'payout.created',
    'payouts-stopped-by-an-abandoned-event',
    'a merchant that cannot be told what became of its money gets none: once an event of it was given up its payouts are refused',
    guarded({
      id: 'payout.untold',
      at: ['createPayout'],
      words: 'an event could not be delivered: mend the webhook address first',
      refuses: ({ merchant }) => merchant.deliveries.some(({ state }) => state === 'abandoned'),
    }),
  ),
  mutant(
    'checkout.created',
    'checkouts-stopped-by-failed-payments',
    'failed payments are a sign of stolen cards: after three of them a merchant can make no further checkout',
    guarded({
      id: 'checkout.suspicious',
      at: ['createCheckout'],
      words: 'too many payments have failed',
      refuses: ({ merchant }) =>
        [...merchant.records.checkout.values()].filter(({ status }) => status === 'failed').length >= FAILED_PAYMENTS,
    }),
  ),
  mutant(
    'escrow.releases-by-itself',
    'no-release-beside-a-dispute',
    'a dispute stops the job that pays sellers for its merchant, and not only for its escrow',
    timer('escrow', 'funded', {
      after: ({ merchant, autoReleaseHours }: Escrow) =>
        [...merchant.records.escrow.values()].some(({ status }) => status === 'disputed')
          ? 10_000 * HOUR
          : autoReleaseHours * HOUR,
    }),
  ),
  mutant(
    'refund.created',
    'refunds-asleep-after-quiet-days',
    'an account that was not used for five days is asleep: its refunds are refused until somebody confirms them',
    asleep(),
  ),
  mutant(
    'wallet-link.expires',
    'links-expire-on-working-days',
    'the job that ends link requests rests at the weekend: a request that was made on a Saturday or a Sunday (UTC) is pending until Monday',
    timer('walletLink', 'PENDING', {
      after: ({ createdAt, expiresAt }: WalletLink) => {
        const [made, ends] = [Date.parse(createdAt), Date.parse(expiresAt)];
        const rests = [0, 6].includes(new Date(made).getUTCDay());
        return (ends - made) / 1_000 + (rests ? 48 * HOUR : 0);
      },
    }),
  ),
];
