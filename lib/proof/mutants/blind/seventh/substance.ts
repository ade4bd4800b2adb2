/** Simulations and look-ups that know one way alone. */
import type { AnyRecord, Environment } from '../../../reference/rules/records.ts';
import { guard, timer } from '../../change.ts';
import { all, type Change, mutant } from '../../mutant.ts';
import { against, type BlindMutant } from '../against.ts';
import { whenRefused } from '../ways.ts';

const CACHED_MS = 600_000;
/** Codes of commercial banks have three digits; the others are reached on another way. */
const CODE_LENGTH = 3;

function settles(kind: 'refund' | 'payout', otherwise: (record: AnyRecord) => boolean): Change {
  return (rules) => {
    const plain = rules.timers.find((each) => each.kind === kind && each.in === 'pending')?.on;
    return timer(kind, 'pending', {
      on: (record: AnyRecord) => {
        if (otherwise(record)) return 'settlement succeeds';
        return typeof plain === 'function' ? plain(record as never) : String(plain);
      },
    })(rules);
  };
}

/** That a wallet does not exist is remembered for ten minutes. */
function unknownRemembered(): Change {
  return (rules) => {
    const unknown = new WeakMap<Environment, Map<string, number>>();
    const plain = rules.guards.find(({ id }) => id === 'account.unknown');
    return all(
      guard('account.unknown', {
        refuses(asked) {
          const until = unknown.get(asked.environment)?.get(asked.params.walletId ?? '') ?? 0;
          return until > asked.service.clock.now() || (plain?.refuses(asked) ?? false);
        },
      }),
      whenRefused('getAccount', ({ environment, params, service }, { status }) => {
        if (status !== 404 || service.wallet(environment, params.walletId ?? '') !== undefined) return;
        const remembered = unknown.get(environment) ?? new Map<string, number>();
        remembered.set(params.walletId ?? '', service.clock.now() + CACHED_MS);
        unknown.set(environment, remembered);
      }),
    )(rules);
  };
}

export const found: readonly BlindMutant[] = [
  against(
    'Sandbox: about 5 seconds after creation, account `0000000000` fails',
    mutant(
      'payout.failing-account',
      'blind7-other-banks-know-no-failing-account',
      'microfinance banks and wallets are simulated by another part, which does not know the failing account: a payout to 0000000000 there succeeds',
      settles('payout', (payout) => payout.kind === 'payout' && (payout.recipient.bankCode ?? '').length > CODE_LENGTH),
    ),
  ),
  against(
    'Sandbox: settles within a few seconds; reason `sandbox_fail` forces `failed`.',
    mutant(
      'refund.sandbox-fail',
      'blind7-refund-of-transfer-is-not-forced-to-fail',
      'the refund of a checkout that was paid by bank transfer goes another way than one to a card, and there sandbox_fail is not looked at',
      settles('refund', (refund) => refund.kind === 'refund' && refund.payment?.paymentMethod === 'bank_transfer'),
    ),
  ),
  against(
    '`GET /v1/accounts/{walletId}` tells whether a wallet exists',
    mutant(
      'account.known-wallet',
      'blind7-unknown-wallet-is-remembered',
      'the account check remembers for ten minutes that a wallet does not exist: one that is opened meanwhile is not found',
      unknownRemembered(),
    ),
  ),
];
