/** Permissions and deeds that reach further than the one resource. */
import type { Merchant, WalletLink } from '../../../reference/rules/records.ts';
import { functions } from '../../change.ts';
import { all, mutant } from '../../mutant.ts';
import { answers } from '../../steps.ts';
import { against, type BlindMutant } from '../against.ts';
import { also } from '../ways.ts';
import { otherMerchants } from '../ways-of-access.ts';

/** Approvals and unlinkings, numbered in their order. */
let order = 0;
const approved = new WeakMap<WalletLink, number>();
const unlinked = new WeakMap<Merchant, Map<string, number>>();

export const found: readonly BlindMutant[] = [
  against(
    '| GET | /v1/wallets/{walletId}/balance | none | 200 `{ availableMinor, heldMinor, currency }`; 403 unless the link is APPROVED |',
    mutant(
      'wallet.balance-when-approved',
      'blind5-unlinking-one-of-two-closes-the-wallet',
      'the permission is kept by merchant and wallet: where two links are APPROVED, unlinking one closes the balance',
      all(
        also('walletLink', 'approve', (link) => {
          order += 1;
          approved.set(link, order);
        }),
        also('walletLink', 'unlink', ({ merchant, walletId }) => {
          order += 1;
          unlinked.set(merchant, (unlinked.get(merchant) ?? new Map<string, number>()).set(walletId, order));
        }),
        functions(() => ({
          linkOf(merchant, walletId) {
            const closed = unlinked.get(merchant)?.get(walletId) ?? 0;
            return [...merchant.links.values()].find(
              (link) => link.walletId === walletId && link.status === 'APPROVED' && (approved.get(link) ?? 0) > closed,
            );
          },
        })),
      ),
    ),
  ),
  against(
    'Two fully separate environments … Each has its own merchants … | funded | POST release, or buyer releases | conditions met | released |',
    mutant(
      'escrow.other-merchant-cannot-act',
      'blind5-released-by-reference',
      "the update of a release is by reference: another merchant's funded escrow of the same reference is released with it",
      answers('releaseEscrow', (reply, asked) => {
        const { params, service } = asked;
        if (reply.status !== 200) return reply;
        for (const { records } of otherMerchants(asked)) {
          const escrow = records.escrow.get(params.reference ?? '');
          if (escrow?.status === 'funded') service.fire(escrow, 'release');
        }
        return reply;
      }),
    ),
  ),
];
