/** Wrong containers that are taken for right ones. */
import { mutant } from '../../mutant.ts';
import { coerces } from '../../steps.ts';
import { against, type BlindMutant } from '../against.ts';
import { bodyAs, parsed } from '../ways.ts';

const first = (value: unknown) => (Array.isArray(value) && value.length === 1 ? value[0] : value);

export const found: readonly BlindMutant[] = [
  against(
    '`{ linkRef: string, walletId: string, requesterName: string, expiresInMinutes: integer 5-60 }`',
    mutant(
      'wallet-link.field-types',
      'blind-link-request-in-a-list',
      'a list of one link request is taken as link request',
      bodyAs('createWalletLink', first),
    ),
  ),
  against(
    '| metadata | object | no | Up to 4 KB. Returned by GET | … | description, returnUrl, metadata | | no | Same rules as for checkouts |',
    mutant(
      'escrow.field-types',
      'blind-escrow-metadata-as-json-text',
      'a text that holds the JSON of an object is taken as metadata of an escrow',
      coerces('createEscrow', 'metadata', (value) => (typeof value === 'string' ? (parsed(value) ?? value) : value)),
    ),
  ),
  against(
    '| recipient.bankName | string | yes |',
    mutant(
      'payout.field-types',
      'blind-recipient-in-a-list',
      'a list of one object is taken as recipient',
      coerces('createPayout', 'recipient', first),
    ),
  ),
  against(
    'reason | string | no | Max 255 chars',
    mutant(
      'refund.field-types',
      'blind-reason-in-a-list',
      'a list of one text is taken as reason of a refund',
      coerces('createRefund', 'reason', first),
    ),
  ),
  against(
    'conditions | string | no | Shown to both parties',
    mutant(
      'escrow.field-types',
      'blind-conditions-as-list',
      'a list of texts is taken as conditions of an escrow',
      coerces('createEscrow', 'conditions', (value) =>
        Array.isArray(value) && value.every((each) => typeof each === 'string') ? value.join('\n') : value,
      ),
    ),
  ),
];
