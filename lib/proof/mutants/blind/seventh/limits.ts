/** Limits that are lengthened by what they refuse, or measured on another text. */
import type { Guard } from '../../../reference/rules/rulebook.ts';
import { functions } from '../../change.ts';
import { mutant } from '../../mutant.ts';
import { against, type BlindMutant } from '../against.ts';

const METADATA_MAX = 4_096;

/** As a common library writes JSON: a blank after each colon and comma, and all that is not ASCII escaped. */
function written(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(written).join(', ')}]`;
  if (typeof value === 'object' && value !== null)
    return `{${Object.entries(value)
      .map(([name, inner]) => `${written(name)}: ${written(inner)}`)
      .join(', ')}}`;
  return JSON.stringify(value).replace(/[^ -~]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

const metadataAsWritten: Guard = {
  id: 'metadata.written',
  at: ['createCheckout', 'createEscrow'],
  words: 'the metadata is too long as it is written',
  refuses: ({ body }) => written(body.object('metadata')).length > METADATA_MAX,
  status: 400,
  code: 'invalid_request',
  message: () => `metadata must have at most ${METADATA_MAX} bytes as JSON`,
};

export const found: readonly BlindMutant[] = [
  against(
    '120 requests per minute per API key; then 429 `rate_limited` with `Retry-After`',
    mutant(
      'rate-limit.retry-after-honest',
      'blind7-refused-requests-renew-the-minute',
      'a request beyond the rate begins a new minute in which nothing is let through: who goes on with one in ten seconds is refused for ever',
      functions(() => ({
        rateLimiter(limit, windowMs) {
          let admitted: number[] = [];
          let closedUntil = Number.NEGATIVE_INFINITY;
          return {
            admit(now) {
              admitted = admitted.filter((at) => at + windowMs > now);
              if (now < closedUntil || admitted.length >= limit) {
                closedUntil = now + windowMs;
                return windowMs;
              }
              admitted.push(now);
              return 0;
            },
          };
        },
      })),
    ),
  ),
  against(
    '| metadata | object | no | Up to 4 KB. Returned by GET |',
    mutant(
      'checkout.metadata-largest',
      'blind7-metadata-measured-as-written',
      'metadata is measured as a library writes it, with blanks between its parts and six characters for each that is not ASCII: 3,000 bytes of other letters are refused',
      (rules) => ({ ...rules, guards: [...rules.guards, metadataAsWritten] }),
    ),
  ),
];
