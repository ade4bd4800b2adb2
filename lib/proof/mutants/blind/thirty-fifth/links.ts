/** Wallet links: long linkRefs, events, and links that have ended. */
import { Refusal } from '../../../reference/engine/refusal.ts';
import type { WalletLink } from '../../../reference/rules/records.ts';
import { event, functions } from '../../change.ts';
import { all, type Change, mutant } from '../../mutant.ts';
import { before, isAt } from '../../steps.ts';
import { against, type BlindMutant } from '../against.ts';
import { also } from '../ways.ts';

const REF_CHARACTERS = 64;
const LETTERS_TOO_FEW = 3;

/** A link that expired undecided no longer counts towards the five requests an hour. */
function givesItsRequestBack({ merchant, walletId, createdAt }: WalletLink): void {
  const wallet = merchant.environment.wallets.get(walletId);
  const made = Date.parse(createdAt);
  const index = wallet?.linkRequests.findIndex((at) => Math.abs(at - made) < 500) ?? -1;
  if (index >= 0) wallet?.linkRequests.splice(index, 1);
}

function ownersNameTheirRef(): Change {
  const byMerchant = new WeakSet<object>();
  return all(
    before('act', (asked, next) => {
      if (isAt(asked, 'deleteWalletLink') && asked.record !== undefined) byMerchant.add(asked.record);
      return next();
    }),
    event('wallet.link.revoked', (carried, record) =>
      byMerchant.has(record) ? carried : { ...carried, reference: carried.linkRef },
    ),
  );
}

export const found: readonly BlindMutant[] = [
  against(
    'linkRef | string | Merchant-chosen reference; same linkRef returns the same link',
    mutant(
      'wallet-link.asked-anew',
      'blind35-beginning-of-a-link-ref',
      'the index of links holds the first 64 characters of a linkRef: another one that begins with the same 64 is answered with 200 and the link of the first',
      before('answerKnown', (asked, next) => {
        const { merchant, body } = asked;
        const index = (ref: string) => [...ref].slice(0, REF_CHARACTERS).join('');
        const asks = body.text('linkRef') ?? '';
        if (isAt(asked, 'createWalletLink') && !merchant.records.walletLink.has(asks)) {
          const known = [...merchant.links.values()].find(({ reference }) => index(reference) === index(asks));
          if (known !== undefined) body.value.linkRef = known.reference;
        }
        return next();
      }),
    ),
  ),
  against(
    'Wallet link create: at most 5 requests per wallet per hour.',
    mutant(
      'wallet-link.sixth-refused',
      'blind35-expired-requests-do-not-count',
      'a request that ran out bothered nobody, and is not counted any more: after five links that expired within the hour a sixth is accepted',
      also('walletLink', 'nobody decides', givesItsRequestBack),
    ),
  ),
  against(
    'APPROVED | DELETE by merchant, or unlinked by owner | | REVOKED | `wallet.link.revoked`',
    mutant(
      'wallet-link.revoked',
      'blind35-no-unlinking-of-a-seller-in-escrow',
      'a wallet that is the seller of a funded escrow is still needed: DELETE of its approved link is refused until that is over',
      before('act', (asked, next) => {
        const { record, merchant, service } = asked;
        if (!isAt(asked, 'deleteWalletLink') || record?.kind !== 'walletLink') return next();
        const needed = [...merchant.records.escrow.values()].some(
          ({ sellerWalletId, status }) => sellerWalletId === record.walletId && status === 'funded',
        );
        if (!needed) return next();
        throw new Refusal(service.rules.decisions.wrongState, 'the wallet is the seller of a funded escrow');
      }),
    ),
  ),
  against(
    'walletName | string | Masked holder name on create; registered holder name in the `wallet.link.approved` event',
    mutant(
      'wallet-link.names-masked',
      'blind35-short-words-are-not-masked',
      'of each word the first three letters are shown and the others masked, and a word of three letters has no others: the holder Ada Obi is shown by the full name',
      functions(() => ({
        maskName: (name) =>
          name
            .trim()
            .split(/\s+/u)
            .map((word) => {
              const letters = [...word];
              const masked = letters.slice(LETTERS_TOO_FEW).map(() => '*');
              return [...letters.slice(0, LETTERS_TOO_FEW), ...masked].join('');
            })
            .join(' '),
      })),
    ),
  ),
  against(
    'Wallet-link events carry the body `{ id, event, reference (equal to linkId), linkId, linkRef, walletId, walletName, occurredAt }`',
    mutant(
      'webhook.link-payload',
      'blind35-owner-revokes-by-the-ref',
      'what an owner does comes from another program, which fills reference with the reference of the merchant: in wallet.link.revoked of an owner it is the linkRef, and the linkId where the merchant unlinked',
      ownersNameTheirRef(),
    ),
  ),
];
