/** Creates that were refused, and have written something before. */
import { putWallet } from '../../../reference/engine/store.ts';
import type { Checkout } from '../../../reference/rules/records.ts';
import { timer } from '../../change.ts';
import { all, type Change, mutant } from '../../mutant.ts';
import { against, type BlindMutant } from '../against.ts';
import { DAY, whenRefused } from '../ways.ts';

/** Expiry is looked up by when the row was last written; the create writes it, and finds then that it was there. */
function touchedByDuplicates(): Change {
  return (rules) => {
    const touched = new WeakMap<Checkout, number>();
    return all(
      whenRefused('createCheckout', ({ body, merchant, service }, { code }) => {
        const first = merchant.records.checkout.get(body.text('reference') ?? '');
        if (code !== 'duplicate_reference' || first?.status !== 'pending') return;
        const until = service.clock.now() + DAY * 1_000;
        touched.set(first, until);
        service.clock.schedule(until, () => {
          if (touched.get(first) === until) service.fire(first, 'not paid in time');
        });
      }),
      timer('checkout', 'pending', {
        on: (checkout: Checkout) => (touched.has(checkout) ? 'nothing' : 'not paid in time'),
      }),
    )(rules);
  };
}

export const found: readonly BlindMutant[] = [
  against(
    'a repeated `reference` gives `409 duplicate_reference` … | Checkout expiry | 24 hours unpaid, then failed (`expired`) |',
    mutant(
      'error.refused-leaves-first',
      'blind7-duplicate-puts-off-expiry',
      'a create that is refused with duplicate_reference touches the row of the first: its 24 hours count from then on',
      touchedByDuplicates(),
    ),
  ),
  against(
    'in live an unknown seller wallet gives `422 account_not_found`',
    mutant(
      'environment.live-account-not-found',
      'blind7-refused-seller-is-made',
      'the wallet of a seller is looked up, or made: a live escrow for an unknown one is refused, and the next one for it is not',
      whenRefused('createEscrow', ({ body, environment, service }, { code }) => {
        const walletId = body.text('seller.walletId') ?? '';
        if (code === 'account_not_found' && service.wallet(environment, walletId) === undefined)
          putWallet(environment, { walletId, holderName: 'New account' });
      }),
    ),
  ),
];
