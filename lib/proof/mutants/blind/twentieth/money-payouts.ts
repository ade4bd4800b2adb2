/** Payouts: names that are remembered, and transfers that have a largest amount. */
import type { AnyRecord, Merchant, Payout } from '../../../reference/rules/records.ts';
import { timer } from '../../change.ts';
import { all, type Change, mutant } from '../../mutant.ts';
import { against, type BlindMutant } from '../against.ts';
import { also } from '../ways.ts';

/** The largest amount of one instant transfer, in kobo. */
const LARGEST_TRANSFER = 1_000_000_000;

/** The holder's name is asked of the bank once for each account, which in sandbox is what was given first. */
function firstNameIsTheHolders(): Change {
  const holders = new WeakMap<Merchant, Map<string, string>>();
  const holderOf = ({ merchant, recipient }: Payout): string => {
    const known = holders.get(merchant) ?? new Map<string, string>();
    holders.set(merchant, known);
    const account = `${recipient.bankCode} ${recipient.accountNumber}`;
    const holder = known.get(account) ?? recipient.accountName;
    known.set(account, holder);
    return holder;
  };
  return all(also('payout', 'create', holderOf), (rules) => {
    const own = rules.timers.find(({ kind, in: state }) => kind === 'payout' && state === 'pending');
    if (own?.kind !== 'payout') throw new Error('the reference has no timer of pending payouts');
    const settles = own.on;
    return timer('payout', 'pending', {
      on: (payout: Payout) => {
        const { name } = payout.merchant.environment;
        if (name === 'sandbox' && holderOf(payout) !== payout.recipient.accountName) return 'settlement fails';
        return typeof settles === 'string' ? settles : settles(payout);
      },
    })(rules);
  });
}

/** What is above the largest transfer goes out in several, each of which is told when it has arrived. */
function sentInParts(): Change {
  const told = new WeakMap<AnyRecord, number>();
  return (rules) => {
    const own = rules.events['payout.succeeded'];
    return {
      ...rules,
      events: {
        ...rules.events,
        'payout.succeeded': {
          ...own,
          carries: (payout) => {
            const before = told.get(payout) ?? 0;
            const part = Math.min(payout.amount - before, LARGEST_TRANSFER);
            told.set(payout, before + part);
            return { ...own.carries(payout), amountMinor: part };
          },
          followedBy: (payout) => ((told.get(payout) ?? 0) < payout.amount ? 'payout.succeeded' : null),
        },
      },
    };
  };
}

export const found: readonly BlindMutant[] = [
  against(
    "recipient.accountName | string | yes | Account holder's name. Sandbox: account `0000000000` fails and every other 10-digit account succeeds.",
    mutant(
      'payout.succeeds',
      'blind20-first-name-of-an-account-is-its-holders',
      "the holder's name is compared with that of the account, which in sandbox no bank tells and is the name that the merchant gave first: a later payout to the same account under another accountName fails",
      firstNameIsTheHolders(),
    ),
  ),
  against(
    "amount | Kobo. Min 10,000. Max 2,000,000,000. payout.succeeded: A payout reached the seller's account.",
    mutant(
      'webhook.payout-succeeded-amount',
      'blind20-large-payouts-told-by-transfer',
      'one instant transfer takes 10,000,000 naira, so a payout of more goes out in several, and each tells of itself: of one of 1,500,000,000 kobo two payout.succeeded come, with 1,000,000,000 and 500,000,000 as amountMinor',
      sentInParts(),
    ),
  ),
];
