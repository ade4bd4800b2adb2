/** Escrows: their parties, their time, and the links of their sellers. */
import type { Environment, Escrow, Merchant } from '../../../reference/rules/records.ts';
import { guard, timer } from '../../change.ts';
import { all, type Change, mutant } from '../../mutant.ts';
import { before } from '../../steps.ts';
import { against, type BlindMutant } from '../against.ts';
import { also, HOUR, keptAs } from '../ways.ts';

const A_MONTH_OF_HOURS = 720;

function isLinked(merchant: Merchant, walletId: string): boolean {
  return [...merchant.links.values()].some((link) => link.walletId === walletId && link.status === 'APPROVED');
}

/** The same day and time of the next month, or its last day. */
function secondsOfAMonth(from: number): number {
  const date = new Date(from);
  const day = date.getUTCDate();
  date.setUTCDate(1);
  date.setUTCMonth(date.getUTCMonth() + 1);
  const last = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();
  date.setUTCDate(Math.min(day, last));
  return (date.getTime() - from) / 1_000;
}

/** A job that is put in the queue replaces the one of its name. */
function oneReleasePerReference(): Change {
  const queues = new WeakMap<Environment, Map<string, Escrow>>();
  const queueOf = ({ merchant }: Escrow) => {
    const queue = queues.get(merchant.environment) ?? new Map<string, Escrow>();
    queues.set(merchant.environment, queue);
    return queue;
  };
  return timer('escrow', 'funded', {
    after: (escrow: Escrow) => {
      queueOf(escrow).set(escrow.reference, escrow);
      return escrow.autoReleaseHours * HOUR;
    },
    on: (escrow: Escrow) => (queueOf(escrow).get(escrow.reference) === escrow ? 'no report in time' : 'replaced'),
  });
}

/** Both wallets are read, then the seller's is written, then the fee's: where they are one the second overwrites the first. */
function lastWriteWins(): Change {
  return all(
    ...['release', 'no report in time'].map((on) =>
      also('escrow', on, ({ merchant, amount, feeAmount, feeWalletId, sellerWalletId }) => {
        const wallet = merchant.environment.wallets.get(sellerWalletId);
        if (wallet && feeWalletId === sellerWalletId) wallet.availableMinor -= amount - (feeAmount ?? 0);
      }),
    ),
  );
}

function refusedOnceRenamed(): Change {
  const names = new WeakMap<Escrow, string | undefined>();
  const nameOf = ({ merchant, sellerWalletId }: Escrow) => merchant.environment.wallets.get(sellerWalletId)?.holderName;
  return all(
    also('escrow', 'create', (escrow) => {
      names.set(escrow, nameOf(escrow));
    }),
    (rules) => ({
      ...rules,
      guards: [
        ...rules.guards,
        {
          id: 'escrow.holder-changed',
          at: ['releaseEscrow'],
          words: 'the wallet has another holder name than at creation',
          refuses: ({ record }) => record?.kind === 'escrow' && names.get(record) !== nameOf(record),
          status: 409,
          code: 'holder_changed',
          message: () => 'the name of the wallet has changed since the escrow was made',
        },
      ],
    }),
  );
}

export const found: readonly BlindMutant[] = [
  against(
    'Without `amount` the refund is full.',
    mutant(
      'escrow.refund-pays-remainder',
      'blind27-a-reason-makes-it-a-part',
      'an escrow refund is taken for a partial one as soon as it has a body, and an amount that is missing there is 0: with a `reason` alone the buyer gets nothing and the seller all',
      before('act', (asked, next) => {
        const { endpoint, body } = asked;
        const given = Object.keys(body.value).length > 0;
        if (endpoint.name === 'refundEscrow' && given && body.get('amount') === undefined) body.value.amount = 0;
        return next();
      }),
    ),
  ),
  against(
    'buyer.email | string | no | If set, only the wallet account with that e-mail can pay',
    mutant(
      'escrow.anybody-may-pay',
      'blind27-an-empty-buyer-is-nobody',
      'an escrow with `buyer` as an empty object is kept with the text of the missing e-mail address as that of its buyer, so that no account can pay it',
      keptAs('createEscrow', 'buyer', (buyer) => ({ email: String((buyer as { email?: unknown }).email) })),
    ),
  ),
  against(
    'autoReleaseHours | integer | no | 1 to 720. Default 72',
    mutant(
      'escrow.auto-release-after-720-hours',
      'blind27-720-hours-are-a-month',
      'the longest time to automatic release is kept as one month: 720 hours end on the same day of the next month, a day late after a month of 31 days and two early after February',
      timer('escrow', 'funded', {
        after: ({ autoReleaseHours, paidAt, createdAt }: Escrow) =>
          autoReleaseHours === A_MONTH_OF_HOURS
            ? secondsOfAMonth(Date.parse(paidAt ?? createdAt))
            : autoReleaseHours * HOUR,
      }),
    ),
  ),
  against(
    'funded | no buyer report within autoReleaseHours | | released | automatic release; `escrow.released`',
    mutant(
      'escrow.releases-after-its-hours',
      'blind27-one-release-job-per-reference',
      'the automatic release is a job named after the reference of the escrow: where another merchant has an escrow of that reference paid later, the job is that one, and the first escrow stays funded',
      oneReleasePerReference(),
    ),
  ),
  against(
    'funded | POST release, or buyer releases | conditions met | released | `escrow.released`; seller is paid less the fee; fee goes to feeWalletId',
    mutant(
      'escrow.release-pays-fee',
      'blind27-seller-and-fee-in-one-wallet',
      'a release reads the wallets of the seller and of the fee and then writes both: for a merchant that sells from the wallet of its commission only the fee arrives',
      lastWriteWins(),
    ),
  ),
  against(
    "When the merchant account has the setting 'require linked wallets' on, a seller wallet without an approved link is refused with `wallet_not_linked`.",
    mutant(
      'escrow.wallet-linked',
      'blind27-the-fee-wallet-needs-a-link-too',
      "with linked wallets required every wallet that an escrow names needs an approved link, also the merchant's own for its commission",
      (rules) => {
        const plain = rules.guards.find(({ id }) => id === 'escrow.seller-not-linked');
        return guard('escrow.seller-not-linked', {
          refuses(asked) {
            const { merchant, body } = asked;
            const feeWalletId = body.text('feeWalletId');
            const without = feeWalletId !== null && merchant.requireLinkedWallets && !isLinked(merchant, feeWalletId);
            return without || (plain?.refuses(asked) ?? false);
          },
        })(rules);
      },
    ),
  ),
  against(
    'funded | no buyer report within autoReleaseHours | | released | automatic release; `escrow.released`',
    mutant(
      'escrow.releases-by-itself',
      'blind27-automatic-release-asks-for-the-link',
      'the automatic release checks the setting of the merchant as a creation does: with linked wallets required, an escrow whose seller has been unlinked since it was made stays funded',
      timer('escrow', 'funded', {
        on: ({ merchant, sellerWalletId }: Escrow) =>
          merchant.requireLinkedWallets && !isLinked(merchant, sellerWalletId) ? 'not linked' : 'no report in time',
      }),
    ),
  ),
  against(
    'POST | /v1/escrows/{reference}/release | none | 200 escrow',
    mutant(
      'escrow.released',
      'blind27-no-release-to-a-renamed-wallet',
      'an escrow keeps the name of the holder of its seller wallet, and the release compares: when the holder has been renamed since, it is refused with 409',
      refusedOnceRenamed(),
    ),
  ),
];
