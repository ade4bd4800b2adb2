/** Keys and bodies that are made equal before they are compared. */
import { functions } from '../../change.ts';
import { type Change, mutant } from '../../mutant.ts';
import { before } from '../../steps.ts';
import { against, type BlindMutant } from '../against.ts';

function decoded(key: string): string {
  try {
    return decodeURIComponent(key.replaceAll('+', ' '));
  } catch {
    return key;
  }
}

function keysDecoded(): Change {
  return before('keepKey', (asked, next) => {
    const { header } = asked;
    asked.header = (name) => {
      const value = header(name);
      return name === 'idempotency-key' && value !== undefined ? decoded(value) : value;
    };
    return next();
  });
}

export const found: readonly BlindMutant[] = [
  against(
    'Same key and a different body: `409 idempotency_key_reused`.',
    mutant(
      'idempotency.checkout-key-reused',
      'blind13-blanks-taken-out-of-bodies',
      'white space is taken out of a body before it is compared, within its texts too: under one key a description "Two chairs" and a description "Twochairs" are the same body, and the second is answered with a replay',
      functions(() => ({
        sameRequest: ({ endpoint, path, raw }) =>
          `${endpoint.method} ${path} ${raw.toString('utf8').replace(/\s/g, '')}`,
      })),
    ),
  ),
  against(
    'Every POST sends `Idempotency-Key: <unique string>` (max 255 chars).',
    mutant(
      'idempotency.keys-differ',
      'blind13-keys-decoded-like-a-form',
      'the gateway decodes the value of the header like that of a form: the keys order%3A1 and order:1, or a+1 and a 1, are one key',
      keysDecoded(),
    ),
  ),
];
