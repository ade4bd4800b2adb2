/** What changes with another record of the same reference or wallet, or by being read. */
import type { Checkout } from '../../../reference/rules/records.ts';
import { shows } from '../../change.ts';
import { type Change, mutant } from '../../mutant.ts';
import { against, type BlindMutant } from '../against.ts';
import { also } from '../ways.ts';

function newAddressForEachReader(): Change {
  const tokens = new WeakMap<Checkout, string>();
  return shows('getCheckout', (body, { asked: { environment, service }, record }) => {
    if (record?.kind !== 'checkout') return body;
    const before = tokens.get(record) ?? record.id;
    const token = record.status === 'pending' ? service.newId('cs_') : before;
    tokens.set(record, token);
    environment.checkouts.delete(before);
    environment.checkouts.set(token, record);
    return { ...body, checkoutUrl: `${environment.baseUrl}/pay/${token}` };
  });
}

export const found: readonly BlindMutant[] = [
  against(
    'metadata: object, up to 4 KB. Returned by GET.',
    mutant(
      'checkout.record-stays',
      'blind11-metadata-of-one-table',
      'metadata stands in one table for all kinds, by merchant and reference: an escrow with the reference of a checkout overwrites the metadata of that checkout with its own',
      also('escrow', 'create', ({ merchant, reference, metadata }) => {
        const checkout = merchant.records.checkout.get(reference);
        if (checkout !== undefined && metadata !== null) checkout.metadata = metadata;
      }),
    ),
  ),
  against(
    'Merchant-chosen reference; same linkRef returns the same link. 200 with the same body when linkRef already exists.',
    mutant(
      'wallet-link.known-ref-later',
      'blind11-expiry-in-the-wallets-row',
      "the expiry of a link stands in the row of the merchant's wallet: after a newer request for the wallet the linkRef of an approved link is answered with the expiresAt of the newer one",
      also('walletLink', 'create', ({ merchant, walletId, expiresAt }) => {
        for (const earlier of merchant.links.values()) if (earlier.walletId === walletId) earlier.expiresAt = expiresAt;
      }),
    ),
  ),
  against(
    'Create response (201): `checkoutUrl` (string, hosted payment page address). pending | buyer pays | succeeded.',
    mutant(
      'checkout.payable-until-expiry',
      'blind11-read-renews-the-page-address',
      'each GET of a pending checkout issues a new address of its page, and a checkout has one: the address of the create response leads to 404 once the record was read',
      newAddressForEachReader(),
    ),
  ),
];
