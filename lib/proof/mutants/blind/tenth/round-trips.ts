/** What comes back otherwise than it went in, for how it was written or what it was called. */
import { mutant } from '../../mutant.ts';
import { before } from '../../steps.ts';
import { against, type BlindMutant } from '../against.ts';
import { deeply, keptAs } from '../ways.ts';

/** A letter beyond 16 bits, written with JSON's own escapes: two of them. */
const ESCAPED_PAIR = /(?<!\\)((?:\\\\)*)\\u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}/g;

/** Two signs for what cannot be shown. */
const REPLACEMENTS = '$1\\ufffd\\ufffd';

function withoutPrototypes(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).filter(([name]) => name !== '__proto__'));
}

export const found: readonly BlindMutant[] = [
  against(
    'metadata: object, up to 4 KB. Returned by GET.',
    mutant(
      'checkout.record-metadata',
      'blind10-proto-removed',
      'the JSON reader guards against polluted prototypes by removing what has the name __proto__: metadata with such a name comes back without it',
      keptAs('createCheckout', 'metadata', deeply(withoutPrototypes)),
    ),
  ),
  against(
    'description: string, max 255 chars. Request and response bodies are JSON.',
    mutant(
      'checkout.record-as-sent',
      'blind10-escaped-pairs-halved',
      'the JSON reader decodes each \\u escape by itself: a sign such as an emoji is kept where it is sent as UTF-8, and comes back as two replacement characters where it is sent as two escapes',
      before('readBody', (asked, next) => {
        const text = asked.raw.toString('utf8');
        const read = text.replace(ESCAPED_PAIR, REPLACEMENTS);
        if (read !== text) asked.raw = Buffer.from(read, 'utf8');
        return next();
      }),
    ),
  ),
];
