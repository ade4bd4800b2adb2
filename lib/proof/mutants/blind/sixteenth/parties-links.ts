/** Wallet links and wallets: which link is meant, what it is known by, and what an answer leaves out. */
import type { WalletLink } from '../../../reference/rules/records.ts';
import type { Case } from '../../../reference/rules/rulebook.ts';
import { walletLinkAsCreated } from '../../../reference/rules/tables/views.ts';
import { endpoint, shows } from '../../change.ts';
import { all, type Change, mutant } from '../../mutant.ts';
import { before, isAt } from '../../steps.ts';
import { against, type BlindMutant } from '../against.ts';
import { onFire } from '../ways.ts';

/** The link that a `linkRef` is taken to mean, and how the answer for it looks. */
function knownRef(finds: (asked: Case) => WalletLink | undefined): Change {
  return endpoint('createWalletLink', { already: { finds, status: 200, shows: walletLinkAsCreated } });
}

/** As the default collation of a database compares texts. */
function collated(text: string): string {
  return text.toLowerCase().trimEnd();
}

/** The owner's app says which merchant to unlink from which wallet, and the first link of the two is taken. */
function ownerUnlinksTheFirst(): Change {
  let byMerchant = false;
  return all(
    before('act', (asked, next) => {
      byMerchant = isAt(asked, 'deleteWalletLink');
      try {
        return next();
      } finally {
        byMerchant = false;
      }
    }),
    onFire((fire, { rules }) => (record, on, details) => {
      if (record.kind !== 'walletLink' || on !== 'unlink' || byMerchant) return fire(record, on, details);
      return fire(rules.functions.linkOf(record.merchant, record.walletId) ?? record, on, details);
    }),
  );
}

export const found: readonly BlindMutant[] = [
  against(
    'linkRef | string | Merchant-chosen reference; same linkRef returns the same link. 200 with the same body when linkRef already exists.',
    mutant(
      'wallet-link.known-ref',
      'blind16-link-ref-and-wallet-are-the-key',
      'links are unique by linkRef and walletId together: a known linkRef with the id of another wallet makes a second link, with 201 and a linkId of its own',
      knownRef(({ merchant, body }) =>
        [...merchant.links.values()].find(
          ({ reference, walletId }) => reference === body.text('linkRef') && walletId === body.text('walletId'),
        ),
      ),
    ),
  ),
  against(
    '(none) | POST /v1/wallet-links | new linkRef | PENDING. linkRef | string | Merchant-chosen reference.',
    mutant(
      'wallet-link.created',
      'blind16-link-ref-compared-by-collation',
      "a linkRef is looked up as the database's default collation compares texts: a new one that differs from a known one in the case of a letter alone is answered with 200 and the other link",
      knownRef(({ merchant, body }) => {
        const wanted = collated(body.text('linkRef') ?? '');
        return [...merchant.links.values()].find(({ reference }) => collated(reference) === wanted);
      }),
    ),
  ),
  against(
    'APPROVED | DELETE by merchant, or unlinked by owner | REVOKED | `wallet.link.revoked`.',
    mutant(
      'wallet-link.revoked-by-owner',
      'blind16-link-owner-unlinks-the-first-one',
      'of two approved links of a merchant to one wallet the owner can unlink the older only: where the newer one is unlinked, the older is revoked in its place',
      ownerUnlinksTheFirst(),
    ),
  ),
  against(
    '200 with the same body when linkRef already exists. walletName | string | Masked holder name on create.',
    mutant(
      'wallet-link.known-ref-later',
      'blind16-link-name-unmasked-once-approved',
      'once the owner has approved, the name is no secret to the merchant: the linkRef of an approved link is answered with the registered name, not with the masked one of its creation',
      (rules) =>
        endpoint('createWalletLink', {
          already: {
            finds: ({ merchant, body }) => merchant.records.walletLink.get(body.text('linkRef') ?? ''),
            status: 200,
            shows(shown) {
              const { record } = shown;
              const body = walletLinkAsCreated(shown);
              if (record?.kind !== 'walletLink' || record.status !== 'APPROVED') return body;
              return { ...body, walletName: record.holderName };
            },
          },
        })(rules),
    ),
  ),
  against(
    'Wallet balance (`GET /v1/wallets/{walletId}/balance`): `availableMinor` (integer), `heldMinor` (integer), `currency` (string).',
    mutant(
      'wallet.balance-when-approved',
      'blind16-wallet-empty-balance-left-out',
      '`availableMinor` is left out of the JSON where it is zero: the balance of a wallet without money has `heldMinor` and `currency` only',
      shows('getWalletBalance', ({ availableMinor, ...rest }) =>
        availableMinor === 0 ? rest : { availableMinor, ...rest },
      ),
    ),
  ),
];
