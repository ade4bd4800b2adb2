/** Events of wallet links that one history, or one who decides, keeps back. */
import type { Merchant } from '../../../reference/rules/records.ts';
import type { EndpointName } from '../../../reference/rules/requests.ts';
import { all, type Change, mutant } from '../../mutant.ts';
import { answers, before, isAt } from '../../steps.ts';
import { against, type BlindMutant } from '../against.ts';
import { others, sendsOtherwise } from './webhook-payments.ts';

/** Tells the change which records are being acted on by a call of this endpoint, and not by a person. */
export function knowingCalls(at: EndpointName, change: (called: (record: object) => boolean) => Change): Change {
  return (rules) => {
    const called = new WeakSet<object>();
    return all(
      change((record) => called.has(record)),
      before('act', (asked, next) => {
        const { record } = asked;
        if (record === undefined || !isAt(asked, at)) return next();
        called.add(record);
        try {
          return next();
        } finally {
          called.delete(record);
        }
      }),
    )(rules);
  };
}

function linkedElsewhere(merchant: Merchant, walletId: string): boolean {
  return [...merchant.environment.merchants.values()].some(
    (other) =>
      other !== merchant &&
      [...other.links.values()].some((link) => link.walletId === walletId && link.status === 'APPROVED'),
  );
}

export const found: readonly BlindMutant[] = [
  against(
    'wallet.link.approved: Owner approved with PIN. PENDING | owner approves with transaction PIN (sandbox: approve call) | APPROVED | `wallet.link.approved`',
    mutant(
      'webhook.link-approved',
      'kind-wallet-linked-again-untold',
      'a wallet that the merchant had linked before and unlinked is known: when a new link to it is approved, no wallet.link.approved is sent',
      sendsOtherwise('walletLink', 'approve', null, (link) =>
        others(link).some(({ walletId, status }) => walletId === link.walletId && status === 'REVOKED'),
      ),
    ),
  ),
  against(
    'wallet.link.rejected: Owner declined. PENDING | owner declines (sandbox: reject call) | REJECTED | `wallet.link.rejected`',
    mutant(
      'webhook.link-rejected',
      'kind-owners-refusal-untold',
      'wallet.link.rejected is sent by the code of the sandbox call: where the owner declines, nothing is sent',
      knowingCalls('rejectWalletLink', (called) =>
        sendsOtherwise('walletLink', 'reject', null, (link) => !called(link)),
      ),
    ),
  ),
  against(
    'wallet.link.rejected: Owner declined. linkRef: Merchant-chosen reference. id: Unique per event.',
    mutant(
      'webhook.link-rejected',
      'kind-second-rejection-untold',
      'an owner who has declined a merchant once is taken to have declined for good: when a later link to the same wallet is rejected, no wallet.link.rejected is sent',
      sendsOtherwise('walletLink', 'reject', null, (link) =>
        others(link).some(({ walletId, status }) => walletId === link.walletId && status === 'REJECTED'),
      ),
    ),
  ),
  against(
    'wallet.link.expired: Nobody decided in time. expiresInMinutes: integer 5-60',
    mutant(
      'webhook.link-expired',
      'kind-long-requests-expire-untold',
      'the job that tells of expired links looks at the requests of the last half hour: a link with expiresInMinutes above 30 becomes EXPIRED, and no wallet.link.expired is sent',
      sendsOtherwise('walletLink', 'nobody decides', null, ({ expiresInMinutes }) => expiresInMinutes > 30),
    ),
  ),
  against(
    'wallet.link.expired: Nobody decided in time. 200 with the same body when linkRef already exists',
    mutant(
      'webhook.link-expired',
      'kind-asked-again-expires-untold',
      'a linkRef that is asked for again while its link is pending leaves a mark that the request goes on: the link becomes EXPIRED in time, and no wallet.link.expired is sent',
      (rules) => {
        const again = new Set<unknown>();
        return all(
          answers('createWalletLink', (reply, { merchant, body }) => {
            if (reply.status === 200) again.add(merchant.records.walletLink.get(body.text('linkRef') ?? ''));
            return reply;
          }),
          sendsOtherwise('walletLink', 'nobody decides', null, (link) => again.has(link)),
        )(rules);
      },
    ),
  ),
  against(
    'wallet.link.revoked: Unlinked by owner or merchant. DELETE: Unlinks from the merchant side; fires `wallet.link.revoked`',
    mutant(
      'webhook.link-revoked',
      'kind-unlinked-with-held-money-untold',
      'the event of an unlinked wallet waits for the money that is held for it, and is then forgotten: where the merchant unlinks a wallet that is the seller of a funded escrow, the link becomes REVOKED, and no wallet.link.revoked is sent',
      knowingCalls('deleteWalletLink', (called) =>
        sendsOtherwise(
          'walletLink',
          'unlink',
          null,
          (link) =>
            called(link) &&
            [...link.merchant.records.escrow.values()].some(
              ({ sellerWalletId, status }) => sellerWalletId === link.walletId && status === 'funded',
            ),
        ),
      ),
    ),
  ),
  against(
    'wallet.link.revoked: Unlinked by owner or merchant. wallet.link.rejected: Owner declined',
    mutant(
      'webhook.link-revoked-by-owner',
      'kind-owners-unlink-told-as-rejection',
      'what an owner says against a merchant goes by one name: where the owner unlinks, the link becomes REVOKED, and wallet.link.rejected is sent in place of wallet.link.revoked',
      knowingCalls('deleteWalletLink', (called) =>
        sendsOtherwise('walletLink', 'unlink', 'wallet.link.rejected', (link) => !called(link)),
      ),
    ),
  ),
  against(
    'wallet.link.revoked: Unlinked by owner or merchant. APPROVED | DELETE by merchant, or unlinked by owner | REVOKED | `wallet.link.revoked`',
    mutant(
      'webhook.link-revoked-by-owner',
      'kind-owners-unlink-of-shared-wallet-untold',
      'a wallet is taken for unlinked with its last link: where the owner unlinks one merchant while another has an approved link to the wallet, the link becomes REVOKED, and no wallet.link.revoked is sent',
      knowingCalls('deleteWalletLink', (called) =>
        sendsOtherwise(
          'walletLink',
          'unlink',
          null,
          (link) => !called(link) && linkedElsewhere(link.merchant, link.walletId),
        ),
      ),
    ),
  ),
];
