/** Amounts that do not fit into their column, or into the text that they pass through. */
import { shows } from '../../change.ts';
import { mutant } from '../../mutant.ts';
import { against, type BlindMutant } from '../against.ts';

/** The largest integer of 32 bits. */
const LARGEST_INT = 2_147_483_647;

/** 1050 kobo are written 10.5, and read as 10 naira and 5 kobo. */
function throughDecimalText(kobo: number): number {
  const rest = kobo % 100;
  return kobo - rest + (rest % 10 === 0 ? rest / 10 : rest);
}

export const found: readonly BlindMutant[] = [
  against(
    'Escrow release pays the seller the amount less `feeAmount`. Wallet balance: availableMinor (integer).',
    mutant(
      'escrow.release-pays-large',
      'blind11-wallet-clipped-at-32-bits',
      'the money of a wallet stands in a column of 32 bits, and the database clips what is larger: when several releases add up to more, availableMinor stays at 2147483647',
      shows('getWalletBalance', (body) => ({
        ...body,
        availableMinor: Math.min(Number(body.availableMinor), LARGEST_INT),
      })),
    ),
  ),
  against(
    'All amounts are integers in minor units (kobo). Refund record (GET): `amount` (integer).',
    mutant(
      'refund.amount-kept',
      'blind11-tenths-of-a-naira-as-kobo',
      'the amount of a refund is read from a decimal text without its last zeros: 1050 kobo come back as 10.5, which is read as 10 naira and 5 kobo, and the record has 1005',
      shows('getRefund', (body) => ({ ...body, amount: throughDecimalText(Number(body.amount)) })),
    ),
  ),
];
