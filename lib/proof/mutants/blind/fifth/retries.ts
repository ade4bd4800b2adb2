/** A late retry that is not like the early ones. */
import { mutant } from '../../mutant.ts';
import { against, type BlindMutant } from '../against.ts';
import { headersOf } from '../ways-of-delivery.ts';

/** Attempts before the one that comes 12 hours after the last. */
const BEFORE_THE_LONG_GAP = 5;

export const found: readonly BlindMutant[] = [
  against(
    '| x-service-timestamp | Unix seconds at which this attempt was sent |',
    mutant(
      'delivery.retry-signed-afresh',
      'blind5-headers-kept-over-the-long-gap',
      'what waits for 12 hours is stored with its headers: the attempt after them has the timestamp of the one before',
      headersOf(
        ({ attempts }) => attempts.length >= BEFORE_THE_LONG_GAP,
        ({ rules, secret, body, delivery }) => {
          const before = delivery.attempts[BEFORE_THE_LONG_GAP - 1];
          const timestamp = String(Math.floor(Date.parse(before?.at ?? '') / 1_000));
          return {
            'x-service-timestamp': timestamp,
            'x-service-signature-v2': rules.functions.signV2(secret, timestamp, body),
          };
        },
      ),
    ),
  ),
];
