/** Defects of a wallet with several links of one merchant: which of them ends, and which of them counts. */
import type { WalletLink } from '../../reference/rules/records.ts';
import { also } from '../blind/ways.ts';
import { endpoint, guard } from '../change.ts';
import { type Change, type Mutant, mutant } from '../mutant.ts';
import { answers } from '../steps.ts';

function waitingBeside({ merchant, walletId }: WalletLink): WalletLink[] {
  return [...merchant.links.values()].filter((link) => link.walletId === walletId && link.status === 'PENDING');
}

export const linksInTurnMutants: readonly Mutant[] = [
  mutant(
    'wallet-link.status-read',
    'link-unlinking-ends-the-waiting-one',
    'unlinking is an update by merchant and wallet: a newer request that waits for its owner is REVOKED with the approved link',
    also('walletLink', 'unlink', (link) => {
      for (const waiting of waitingBeside(link)) waiting.status = 'REVOKED';
    }),
  ),
  mutant(
    'escrow.wallet-not-linked-otherwise',
    'link-approval-passes-to-the-waiting-one',
    'the approval is kept with the wallet and shown by its newest link: when the approved one is unlinked, a newer request that waits is APPROVED',
    also('walletLink', 'unlink', (link) => {
      for (const waiting of waitingBeside(link)) waiting.status = 'APPROVED';
    }),
  ),
  mutant(
    'escrow.wallet-linked',
    'link-last-decision-counts-for-escrows',
    'escrows look at the link of the wallet that was decided last: when a newer request is rejected or expires, the wallet of the older, approved link counts as not linked',
    guard('escrow.seller-not-linked', {
      refuses({ merchant, body }) {
        const walletId = body.text('seller.walletId');
        const ended = [...merchant.links.values()].filter(
          (link) => link.walletId === walletId && link.status !== 'PENDING',
        );
        return merchant.requireLinkedWallets && ended.at(-1)?.status !== 'APPROVED';
      },
    }),
  ),
  mutant(
    'wallet-link.approved-stays',
    'link-deleting-the-waiting-one-unlinks',
    'DELETE unlinks the wallet that the link is for: deleted while it waits, a newer request takes the older, approved link with it',
    answers('deleteWalletLink', (reply, { merchant, record, service }) => {
      if (record?.kind !== 'walletLink' || record.status !== 'PENDING') return reply;
      const approved = service.rules.functions.linkOf(merchant, record.walletId);
      if (approved) service.fire(approved, 'unlink');
      return reply;
    }),
  ),
  mutant(
    'wallet-link.sixth-refused',
    'link-requests-count-by-holder',
    'link requests are counted by the holder of the wallet: two wallets of one holder have five an hour between them',
    guard('link.too-many-requests', {
      refuses({ environment, body, service }) {
        const { limits } = service.rules;
        const since = service.clock.now() - limits.linkWindowSeconds * 1_000;
        const holder = environment.wallets.get(body.text('walletId') ?? '')?.holderName;
        const asked = [...environment.wallets.values()]
          .filter(({ holderName }) => holderName === holder)
          .flatMap(({ linkRequests }) => linkRequests.filter((at) => at > since));
        return asked.length >= limits.linkRequests;
      },
    }),
  ),
  mutant(
    'wallet-link.sixth-refused',
    'link-requests-forgotten-when-the-seller-is-refunded',
    "what books a refund saves the seller's wallet whole, as it was loaded before the requests: once an escrow for it is refunded, it takes five more requests",
    also('escrow', 'refund', ({ merchant, sellerWalletId }) => {
      const wallet = merchant.environment.wallets.get(sellerWalletId);
      if (wallet !== undefined) wallet.linkRequests = [];
    }),
  ),
  mutant(
    'wallet-link.revoked',
    'link-of-a-fee-wallet-not-unlinked',
    'the wallet that the commission of an escrow goes to stays linked while the escrow is funded: DELETE is answered as done, and the link stays APPROVED',
    unlinksUnless(({ merchant, walletId }) =>
      [...merchant.records.escrow.values()].some(
        ({ feeWalletId, status }) => feeWalletId === walletId && status === 'funded',
      ),
    ),
  ),
];

/** DELETE is answered as usual, and does nothing to these links. */
function unlinksUnless(stays: (link: WalletLink) => boolean): Change {
  return (rules) => {
    const plain = rules.endpoints.find(({ name }) => name === 'deleteWalletLink');
    return endpoint('deleteWalletLink', {
      does: (asked) =>
        asked.record?.kind === 'walletLink' && stays(asked.record) ? asked.record : plain?.does?.(asked),
    })(rules);
  };
}
