/** Limits that measure or count something else than the document says. */
import { Refusal } from '../../../reference/engine/refusal.ts';
import type { EndpointName } from '../../../reference/rules/requests.ts';
import { type Change, mutant } from '../../mutant.ts';
import { isReplay } from '../../on-replay.ts';
import { answers, before, isAt } from '../../steps.ts';
import { against, type BlindMutant } from '../against.ts';

const FOUR_KILOBYTES = 4_096;
const DEEPEST = 64;

function escaped(value: unknown): string {
  return JSON.stringify(value).replace(
    /[^\0-\x7f]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

function depthOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  return 1 + Math.max(0, ...Object.values(value).map(depthOf));
}

function refusesMetadata(at: EndpointName, wrong: (metadata: object) => string | null): Change {
  return before('checkFields', (asked, next) => {
    const metadata = asked.body.object('metadata');
    const problem = isAt(asked, at) && metadata !== null ? wrong(metadata) : null;
    if (problem !== null) throw new Refusal(asked.service.rules.refusals.invalid, problem);
    return next();
  });
}

export const found: readonly BlindMutant[] = [
  against(
    '120 requests per minute per API key; then 429 `rate_limited` with `Retry-After`.',
    mutant(
      'rate-limit.steady-pace-passes',
      'blind13-replay-counts-twice',
      'what replays an answer sends the request through the service once more, past the counter: a replay counts as two requests, and a key that repeats its requests is refused before it has sent 120',
      answers('everywhere', (reply, { merchant, service }) => {
        if (isReplay(reply)) merchant.rate.admit(service.clock.now());
        return reply;
      }),
    ),
  ),
  against(
    'metadata | object | no | Up to 4 KB. Returned by GET.',
    mutant(
      'checkout.metadata-largest',
      'blind13-metadata-measured-with-escapes',
      'metadata is measured as a JSON writer of ASCII writes it: 1,000 signs of three bytes, which are 3,000 bytes, count as 6,000, and are refused with 400',
      refusesMetadata('createCheckout', (metadata) =>
        escaped(metadata).length > FOUR_KILOBYTES ? 'metadata must have at most 4096 bytes' : null,
      ),
    ),
  ),
  against(
    'metadata | object | no | Up to 4 KB. Returned by GET.',
    mutant(
      'checkout.record-metadata',
      'blind13-json-of-64-levels',
      'the JSON reader stops at a depth of 64: metadata that is nested more deeply is refused with 400, however small it is',
      refusesMetadata('createCheckout', (metadata) =>
        depthOf(metadata) >= DEEPEST ? 'the body is nested too deeply' : null,
      ),
    ),
  ),
];
