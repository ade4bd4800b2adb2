/** Refusals that were carried out in part. */
import { mutant } from '../../mutant.ts';
import { against, type BlindMutant } from '../against.ts';
import { whenRefused } from '../ways.ts';

export const found: readonly BlindMutant[] = [
  against(
    '409 duplicate_reference: Reference already used. Sandbox: account `0000000000` fails and every other 10-digit account succeeds.',
    mutant(
      'error.refused-leaves-first',
      'blind11-duplicate-writes-the-recipient',
      'the recipient is written before the payout, by its reference, and stays when the payout is refused: a duplicate_reference for another account changes where a pending payout goes',
      whenRefused('createPayout', ({ body, merchant }, { code }) => {
        const payout = merchant.records.payout.get(body.text('reference') ?? '');
        if (code !== 'duplicate_reference' || payout?.status !== 'pending') return;
        payout.recipient = {
          ...payout.recipient,
          accountNumber: body.text('recipient.accountNumber') ?? '',
          accountName: body.text('recipient.accountName') ?? '',
        };
      }),
    ),
  ),
  against(
    'A seller wallet without an approved link is refused with `wallet_not_linked`. PENDING | owner approves with transaction PIN (sandbox: approve call) | APPROVED.',
    mutant(
      'wallet-link.approved',
      'blind11-refused-escrow-asks-for-a-link',
      "an escrow that is refused with wallet_not_linked asks the seller for a link by itself: this counts among the wallet's five requests of the hour, and it cancels the merchant's own pending request",
      whenRefused('createEscrow', ({ body, environment, merchant, service }, { code }) => {
        if (code !== 'wallet_not_linked') return;
        const walletId = body.text('seller.walletId') ?? '';
        service.wallet(environment, walletId)?.linkRequests.push(service.clock.now());
        for (const link of merchant.links.values()) if (link.walletId === walletId) service.fire(link, 'newer request');
      }),
    ),
  ),
];
