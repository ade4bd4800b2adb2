/** Fields of an escrow that are kept elsewhere, cut, or taken to be there. */
import type { Merchant } from '../../../reference/rules/records.ts';
import { all, type Change, mutant } from '../../mutant.ts';
import { against, type BlindMutant } from '../against.ts';
import { also, keptAs } from '../ways.ts';
import { pages } from '../ways-of-pages.ts';

const COLUMN_CHARACTERS = 255;

/** The merchant has one wallet for commissions, which each create sets and each release reads. */
function feeWalletOfMerchant(): Change {
  const latest = new WeakMap<Merchant, string>();
  return all(
    also('escrow', 'create', ({ merchant, feeWalletId }) => {
      if (feeWalletId !== null) latest.set(merchant, feeWalletId);
    }),
    ...['release', 'no report in time'].map((on) =>
      also('escrow', on, (escrow) => {
        if (escrow.feeWalletId !== null) escrow.feeWalletId = latest.get(escrow.merchant) ?? escrow.feeWalletId;
      }),
    ),
  );
}

export const found: readonly BlindMutant[] = [
  against(
    'feeWalletId: the commission is paid there. funded | POST release, or buyer releases | released | fee goes to feeWalletId.',
    mutant(
      'escrow.release-pays-fee',
      'blind17-fee-wallet-kept-with-the-merchant',
      'the fee wallet is a setting of the merchant that each create overwrites: when a later escrow has named another wallet, the fee of an earlier one is paid to that',
      feeWalletOfMerchant(),
    ),
  ),
  against(
    'conditions | string | no | Shown to both parties.',
    mutant(
      'page.escrow-texts',
      'blind17-conditions-cut-to-their-column',
      'the conditions have a column of 255 characters like the description, and a database that cuts: of longer ones the buyer is shown the beginning',
      keptAs('createEscrow', 'conditions', (value) => [...String(value)].slice(0, COLUMN_CHARACTERS).join('')),
    ),
  ),
  against(
    'In sandbox, the buyer opens `payUrl` and presses Pay to fund an escrow. description, returnUrl, metadata | | no.',
    mutant(
      'page.escrow-pay',
      'blind17-escrow-page-wants-a-return-url',
      'the page makes the address to return to before it takes the payment, and refuses it where there is no returnUrl: such an escrow cannot be paid on its page',
      pages(({ actOnEscrow }) => ({
        actOnEscrow(service, escrow, form) {
          const pays = (form.get('do') ?? 'pay') === 'pay';
          return pays && escrow.returnUrl === null ? { status: 422 } : actOnEscrow(service, escrow, form);
        },
      })),
    ),
  ),
];
