/** Containers that a lenient parser opens. */
import { all, mutant } from '../../mutant.ts';
import { coerces } from '../../steps.ts';
import { against, type BlindMutant } from '../against.ts';
import { bodyAs, parsed } from '../ways.ts';

const unwrapped = (value: unknown) => (Array.isArray(value) && value.length === 1 ? value[0] : value);

export const found: readonly BlindMutant[] = [
  against(
    '| recipient.accountNumber | string | yes | Exactly 10 digits (NUBAN), pattern `^[0-9]{10}$` |',
    mutant(
      'payout.field-types',
      'blind4-lists-of-one-unwrapped',
      'a list of one text is taken for the text in every field of a recipient',
      all(
        coerces('createPayout', 'recipient.bankName', unwrapped),
        coerces('createPayout', 'recipient.accountNumber', unwrapped),
        coerces('createPayout', 'recipient.accountName', unwrapped),
      ),
    ),
  ),
  against(
    '| POST | /v1/wallet-links | `{ linkRef: string, walletId: string, requesterName: string, expiresInMinutes: integer 5-60 }` |',
    mutant(
      'wallet-link.field-types',
      'blind4-body-encoded-twice',
      'a link request whose body is a text that holds the JSON of an object is taken for that object',
      bodyAs('createWalletLink', (value) => (typeof value === 'string' ? (parsed(value) ?? value) : value)),
    ),
  ),
];
