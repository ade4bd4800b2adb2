/** Checkouts: how their texts are kept, how they are found, and days that end. */
import { isObject } from '../../../reference/engine/body.ts';
import { mutant } from '../../mutant.ts';
import { before } from '../../steps.ts';
import { against, type BlindMutant } from '../against.ts';
import { also, keptAs } from '../ways.ts';
import { onTime } from './timers.support.ts';

type Json = Record<string, unknown>;

function unfolded(metadata: unknown): unknown {
  const whole: Json = {};
  for (const [name, value] of Object.entries(metadata as Json)) {
    const parts = name.split('.');
    const last = parts.pop() ?? '';
    let at = whole;
    for (const part of parts) {
      const within = at[part];
      const inner = isObject(within) ? within : {};
      at[part] = inner;
      at = inner;
    }
    at[last] = value;
  }
  return whole;
}

export const found: readonly BlindMutant[] = [
  against(
    'description | string | no | Max 255 chars. Shown to the buyer',
    mutant(
      'checkout.record-as-sent',
      'blind29-description-in-single-spaces',
      'texts are tidied as they come in, so that several spaces in a row of a description are kept as one',
      keptAs('createCheckout', 'description', (text) => String(text).replace(/ {2,}/g, ' ')),
    ),
  ),
  against(
    'metadata | object | no | Up to 4 KB. Returned by GET',
    mutant(
      'checkout.record-metadata',
      'blind29-metadata-names-are-paths',
      'the store of metadata takes a full stop in a name as a step into an object: `order.id` comes back as `id` within `order`',
      keptAs('createCheckout', 'metadata', unfolded),
    ),
  ),
  against(
    'paidAt | date-time or null',
    mutant(
      'checkout.paid-at-true',
      'blind29-paid-on-the-day-of-its-creation',
      'the day of a checkout and the time of its payment are kept in two columns, so one that is made before midnight and paid after it has a paidAt of the day before',
      also('checkout', 'pay', (checkout, now) => {
        checkout.paidAt = checkout.createdAt.slice(0, 10) + now.slice(10);
      }),
    ),
  ),
  against(
    'Allowed characters: letters, digits, `.`, `_`, `:`, `-`',
    mutant(
      'checkout.reference-allowed-characters',
      'blind29-json-at-the-end-is-a-format',
      'the router takes `.json` at the end of a path as the wanted format and cuts it off, so a checkout whose reference ends in it is not found',
      before('answerKnown', (asked, next) => {
        const { reference } = asked.params;
        if (asked.endpoint.name === 'getCheckout' && reference !== undefined)
          asked.params.reference = reference.replace(/\.json$/, '');
        return next();
      }),
    ),
  ),
  against(
    'pending | 24 hours pass without payment | | failed | `failureReason` = `expired`; `payment.failed` sent',
    mutant(
      'checkout.expires',
      'blind29-no-expiry-after-the-last-of-december',
      'what expires is looked up by the day of the year, the one of the creation plus one: a checkout of 31 December is due on a day that no year has, and stays pending',
      onTime('checkout', 'pending', ({ createdAt }, plain) =>
        createdAt.slice(5, 10) === '12-31' ? 'none due' : plain,
      ),
    ),
  ),
];
