/** Values in a container of another kind. */
import { mutant } from '../../mutant.ts';
import { coerces } from '../../steps.ts';
import { against, type BlindMutant } from '../against.ts';
import { parsed } from '../ways.ts';

export const found: readonly BlindMutant[] = [
  against(
    "| recipient.accountName | string | yes | Account holder's name |",
    mutant(
      'payout.field-types',
      'blind8-recipient-as-json-text',
      'a recipient that is no object but a string with the JSON text of one is read as that object, and paid',
      coerces('createPayout', 'recipient', (value) => (typeof value === 'string' ? (parsed(value) ?? value) : value)),
    ),
  ),
];
