/** Payloads that a JSON writer changes after they were signed, or that say something else than text. */
import { functions } from '../../change.ts';
import { mutant, onTheWay } from '../../mutant.ts';
import { against, type BlindMutant } from '../against.ts';

/** As a JSON writer does that may be put into a page. */
function withoutMarkup(json: string): string {
  return json.replace(/[<>&]/g, (sign) => `\\u00${sign.charCodeAt(0).toString(16)}`);
}

export const found: readonly BlindMutant[] = [
  against(
    'The signature covers the exact raw bytes, not re-serialised JSON.',
    onTheWay(
      'webhook.signature-over-raw-bytes',
      'blind13-signed-before-signs-are-escaped',
      'the writer that sends events writes &, < and > as escapes, and the signatures were made over the text before: those of a wallet-link event with one of these in the linkRef or the name of the holder do not hold',
      ({ send, close }) => ({ close, send: (request) => send({ ...request, body: withoutMarkup(request.body) }) }),
    ),
  ),
  against(
    "reference | string | The merchant's reference of the checkout, refund or payout.",
    mutant(
      'webhook.payload-reference',
      'blind13-digits-in-events-are-numbers',
      'the payload is written by a library that guesses types: a reference of digits alone, such as 1042, is a number in the events',
      functions(({ payload }) => ({
        payload(event) {
          const { reference } = event;
          const isNumber = typeof reference === 'string' && /^[1-9][0-9]{0,14}$/.test(reference);
          return payload(isNumber ? { ...event, reference: Number(reference) } : event);
        },
      })),
    ),
  ),
];
