/** Paths of one environment, and codes of banks that lose what tells them apart. */
import { shows } from '../../change.ts';
import { type Change, mutant } from '../../mutant.ts';
import { against, type BlindMutant } from '../against.ts';

/** In live the balance is at this path. */
function liveBalanceAt(path: string): Change {
  return (rules) => ({
    ...rules,
    endpoints: rules.endpoints.flatMap((row) =>
      row.name === 'getBalance'
        ? [
            { ...row, only: 'sandbox' as const },
            { ...row, only: 'live' as const, path },
          ]
        : [row],
    ),
  });
}

export const found: readonly BlindMutant[] = [
  against(
    'The interface version is 1.0.0; all paths carry the prefix `/v1`. GET | /v1/balance | 200 balance in kobo',
    mutant(
      'version.path-prefix',
      'kind-live-balance-without-prefix',
      'the gateway of the live environment takes the prefix away from one route: there the balance is at /balance, and /v1/balance is answered with 404',
      liveBalanceAt('/balance'),
    ),
  ),
  against(
    'The banks list is described as giving a `code` to use as `recipient.bankCode` on payouts.',
    mutant(
      'bank.codes-differ',
      'kind-bank-codes-cut-to-three',
      'the column of the codes has three characters, as those of commercial banks have: the longer ones of OPay and PalmPay, 999992 and 999991, are both 999',
      shows('listBanks', ({ banks }) => ({
        banks: (banks as { code: string }[]).map((bank) => ({ ...bank, code: bank.code.slice(0, 3) })),
      })),
    ),
  ),
];
