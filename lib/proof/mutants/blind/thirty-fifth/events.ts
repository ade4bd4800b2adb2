/** Events: cells of the tables of headers, payload and kinds, for a value or a history that few tests have. */
import { createHmac } from 'node:crypto';
import type { Refund } from '../../../reference/rules/records.ts';
import { addedTransition, event, functions, timer } from '../../change.ts';
import { all, mutant } from '../../mutant.ts';
import { against, type BlindMutant } from '../against.ts';

const SILENTLY = 'settlement succeeds silently';

/** Each half of a pair of surrogates by itself, in three bytes. */
function bytesOfHalves(text: string): Buffer {
  const bytes: number[] = [];
  for (let index = 0; index < text.length; index += 1) {
    const unit = text.charCodeAt(index);
    if (unit < 0x80) bytes.push(unit);
    else if (unit < 0x800) bytes.push(0xc0 | (unit >> 6), 0x80 | (unit & 0x3f));
    else bytes.push(0xe0 | (unit >> 12), 0x80 | ((unit >> 6) & 0x3f), 0x80 | (unit & 0x3f));
  }
  return Buffer.from(bytes);
}

function signedOverHalves(secret: string, text: string): string {
  return createHmac('sha256', secret).update(bytesOfHalves(text)).digest('hex');
}

function fails({ merchant, reason }: Refund): boolean {
  return merchant.environment.name === 'sandbox' && reason === 'sandbox_fail';
}

function successIsTold({ merchant, reference }: Refund): boolean {
  return merchant.deliveries.some((each) => each.reference === reference && each.event.endsWith('.succeeded'));
}

export const found: readonly BlindMutant[] = [
  against(
    'x-service-signature | Lowercase hex HMAC-SHA256 of the raw request body, keyed with the webhook secret',
    mutant(
      'webhook.signature-over-raw-bytes',
      'blind35-signature-over-halves-of-letters',
      'what is signed is written in the modified UTF-8 of its language, and sent in the true one: both differ beyond the first 65,536 characters, so that the event of a holder whose name is in Adlam has two wrong signatures',
      functions(() => ({
        signV1: (secret, rawBody) => signedOverHalves(secret, rawBody),
        signV2: (secret, timestamp, rawBody) => signedOverHalves(secret, `${timestamp}.${rawBody}`),
      })),
    ),
  ),
  against(
    "reference | string | The merchant's reference of the checkout, refund or payout",
    mutant(
      'webhook.payload-reference',
      'blind35-reference-of-digits-is-a-number',
      'the payload is written by a template that puts no quotes around what looks like a number: the reference 2026001 is a number in the event, and 007 is 7',
      functions(({ payload }) => ({
        payload: (told) =>
          payload(/^[0-9]{1,15}$/.test(String(told.reference)) ? { ...told, reference: Number(told.reference) } : told),
      })),
    ),
  ),
  against(
    'amountMinor | integer | kobo',
    mutant(
      'webhook.payout-succeeded-amount',
      'blind35-amount-by-way-of-naira',
      'the event is made from an amount in naira, which is multiplied by 100 and cut: of some amounts, such as 12,814 and 12,817 kobo, one kobo is missing in payout.succeeded',
      event('payout.succeeded', (carried) => ({
        ...carried,
        amountMinor: Math.trunc((Number(carried.amountMinor) / 100) * 100),
      })),
    ),
  ),
  against(
    'refund.succeeded | A refund completed',
    mutant(
      'webhook.refund-succeeded',
      'blind35-one-success-for-a-reference',
      'events are kept apart by merchant, reference and outcome: a refund that has the reference of the checkout, as many shops do it, sends no refund.succeeded, because there was a success of that reference already',
      all(
        addedTransition('refund', { from: 'pending', on: SILENTLY, to: 'succeeded', sends: null }),
        timer('refund', 'pending', {
          on: (refund: Refund) => {
            if (fails(refund)) return 'settlement fails';
            return successIsTold(refund) ? SILENTLY : 'settlement succeeds';
          },
        }),
      ),
    ),
  ),
  against(
    'escrow.cancelled | Escrow cancelled or not paid in time',
    mutant(
      'webhook.escrow-payload',
      'blind35-nothing-paid-is-no-amount',
      'escrow.cancelled of an escrow that was not paid in time has null as amountMinor, since nothing was paid; cancelled by the merchant it has its amount',
      event('escrow.cancelled', (carried, { status }) =>
        status === 'expired' ? { ...carried, amountMinor: null } : carried,
      ),
    ),
  ),
];
