/** Records that another row, or a later step, changes. */
import { mutant } from '../../mutant.ts';
import { against, type BlindMutant } from '../against.ts';
import { also } from '../ways.ts';

/** What the network between banks carries of a narration. */
const NETWORK_NARRATION = 30;

export const found: readonly BlindMutant[] = [
  against(
    "| customer | object | `{ email }` | … | customer.email | string (email) | yes | The buyer's e-mail |",
    mutant(
      'checkout.record-stays',
      'blind4-customers-share-a-row',
      'customers are one row per address whatever its case: a later checkout rewrites the e-mail of earlier ones',
      also('checkout', 'create', (checkout) => {
        for (const other of checkout.merchant.records.checkout.values())
          if (other.email.toLowerCase() === checkout.email.toLowerCase()) other.email = checkout.email;
      }),
    ),
  ),
  against(
    'Payout record (GET): … `narration` (string or null) … | narration | string | no | Max 100 chars |',
    mutant(
      'payout.record-stays',
      'blind4-settled-narration-as-the-bank-returns-it',
      'a payout that succeeded has the narration that its bank gave back: the first thirty characters',
      also('payout', 'settlement succeeds', (payout) => {
        payout.narration = payout.narration?.slice(0, NETWORK_NARRATION) ?? null;
      }),
    ),
  ),
];
