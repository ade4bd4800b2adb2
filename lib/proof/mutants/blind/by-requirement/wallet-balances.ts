/** Balances of wallets that are open and shown wrong, or closed, or open to whom they are not. */
import { Refusal } from '../../../reference/engine/refusal.ts';
import type { Merchant, WalletLink } from '../../../reference/rules/records.ts';
import { guard, shows } from '../../change.ts';
import { all, type Change, mutant } from '../../mutant.ts';
import { before, isAt } from '../../steps.ts';
import { against, type BlindMutant } from '../against.ts';
import { HOUR, onFire, whenRefused } from '../ways.ts';
import { opensAlso } from '../ways-of-access.ts';

const CLOSED = '403 | Wallet balance requested for a link that is not APPROVED.';

function lateApprovalOpens(): Change {
  const opened = new WeakMap<Merchant, Set<string>>();
  return all(
    onFire((fire) => (record, on, details) => {
      if (record.kind === 'walletLink' && record.status === 'EXPIRED' && on === 'approve')
        opened.set(record.merchant, (opened.get(record.merchant) ?? new Set()).add(record.walletId));
      return fire(record, on, details);
    }),
    opensAlso(({ merchant, params }) => opened.get(merchant)?.has(params.walletId ?? '') ?? false),
  );
}

/** A decision about an approved link is refused, and leaves a permission that ends in the place of the lasting one. */
function repeatedDecisionEndsPermission(): Change {
  const over = new WeakSet<WalletLink>();
  return all(
    (rules) => {
      const plain = rules.guards.find(({ id }) => id === 'wallet-balance.not-approved');
      return guard('wallet-balance.not-approved', {
        refuses(asked) {
          const { merchant, params, service } = asked;
          const link = service.rules.functions.linkOf(merchant, params.walletId ?? '');
          return (link !== undefined && over.has(link)) || (plain?.refuses(asked) ?? false);
        },
      })(rules);
    },
    whenRefused(['approveWalletLink', 'rejectWalletLink'], ({ record, service: { clock } }) => {
      if (record?.kind === 'walletLink' && record.status === 'APPROVED')
        clock.schedule(clock.now() + (HOUR / 2) * 1_000, () => over.add(record));
    }),
  );
}

export const found: readonly BlindMutant[] = [
  against(
    'Wallet balance: `availableMinor` (integer). All amounts are integers in minor units (kobo).',
    mutant(
      'wallet.balance-amount',
      'kind-balances-in-four-bytes',
      'balances of wallets are floating-point numbers of four bytes: above 16,777,216 kobo the last digits are lost',
      shows('getWalletBalance', (body) => ({ ...body, availableMinor: Math.fround(Number(body.availableMinor)) })),
    ),
  ),
  against(
    CLOSED,
    mutant(
      'wallet.balance-after-expiry',
      'kind-expired-link-leaves-no-wallet',
      'expired links are taken out of the list of wallets: the balance of a wallet of which all links have expired is refused with 404',
      before('checkGuards', (asked, next) => {
        const { merchant, params, service } = asked;
        const links = [...merchant.links.values()].filter(({ walletId }) => walletId === params.walletId);
        if (isAt(asked, 'getWalletBalance') && links.length > 0 && links.every(({ status }) => status === 'EXPIRED'))
          throw new Refusal(service.rules.decisions.unknown.walletLink, 'there is no such wallet');
        return next();
      }),
    ),
  ),
  against(
    CLOSED,
    mutant(
      'wallet.balance-after-expiry',
      'kind-late-approval-opens-the-balance',
      'an approval that comes too late is refused, and the permission written: the link stays EXPIRED, and the balance is shown',
      lateApprovalOpens(),
    ),
  ),
  against(
    '200 `{ availableMinor, heldMinor, currency }`; 403 unless the link is APPROVED.',
    mutant(
      'wallet.balance-after-all',
      'kind-refused-decision-ends-the-permission',
      'when an approved link is approved or rejected again, that is refused, and the lasting permission gives way to one of half an hour: then the balance is closed though the link is APPROVED',
      repeatedDecisionEndsPermission(),
    ),
  ),
];
