/** A limit of the proxy beside those of the fields, and a counter that is late. */
import { Refusal } from '../../../reference/engine/refusal.ts';
import type { RateLimiter } from '../../../reference/rules/records.ts';
import { functions } from '../../change.ts';
import { all, type Change, mutant } from '../../mutant.ts';
import { around, before, pause } from '../../steps.ts';
import { against, type BlindMutant } from '../against.ts';

/** 4 KB for the metadata and 256 bytes for the rest. */
const LARGEST_BODY = 4_096 + 256;
/** Real time until an answer is written, in milliseconds. */
const ANSWERING_MS = 15;

function countedOnceAnswered(): Change {
  const counts = new WeakMap<RateLimiter, (now: number) => void>();
  return all(
    functions(() => ({
      rateLimiter(limit, windowMs) {
        let counted: number[] = [];
        const limiter: RateLimiter = {
          admit(now) {
            counted = counted.filter((at) => at + windowMs > now);
            const oldest = counted.at(-limit);
            return oldest === undefined ? 0 : oldest + windowMs - now;
          },
        };
        counts.set(limiter, (now) => void counted.push(now));
        return limiter;
      },
    })),
    around('limitRate', (own) => (asked, next) => {
      const { merchant, service } = asked;
      return own(asked, async () => {
        try {
          const reply = await next();
          await pause(ANSWERING_MS);
          return reply;
        } finally {
          counts.get(merchant.rate)?.(service.clock.now());
        }
      });
    }),
  );
}

export const found: readonly BlindMutant[] = [
  against(
    'Checkout metadata | up to 4 KB. Checkout description | max 255 chars.',
    mutant(
      'checkout.metadata-largest',
      'blind12-body-of-four-kilobytes-and-a-little',
      'the proxy lets through bodies of 4 KB and 256 bytes: metadata of 4,000 bytes are accepted, and refused together with a description of 255 characters',
      before('readBody', (asked, next) => {
        const { tooLarge } = asked.service.rules.decisions;
        if (asked.raw.length > LARGEST_BODY) throw new Refusal(tooLarge, 'the body is too large');
        return next();
      }),
    ),
  ),
  against(
    'More than 120 requests per minute per API key; then 429 `rate_limited` with `Retry-After`.',
    mutant(
      'rate-limit.two-bursts-bounded',
      'blind12-counted-once-answered',
      'a request is counted when it has been answered: those that come at once all find the counter as it was before them, and more than 120 pass',
      countedOnceAnswered(),
    ),
  ),
];
