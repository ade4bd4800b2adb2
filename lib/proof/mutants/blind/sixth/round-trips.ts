/** Names and texts that a convention of the house rewrites. */
import { isObject } from '../../../reference/engine/body.ts';
import { mutant } from '../../mutant.ts';
import { against, type BlindMutant } from '../against.ts';
import { deeply, keptAs } from '../ways.ts';

function inCamelCase(name: string): string {
  return name.replace(/([a-z0-9])_+([a-z0-9])/gi, (_, end: string, start: string) => end + start.toUpperCase());
}

function namesInCamelCase(value: unknown): unknown {
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [inCamelCase(name), inner]));
}

export const found: readonly BlindMutant[] = [
  against(
    '| metadata | object | no | Up to 4 KB. Returned by GET |',
    mutant(
      'checkout.record-metadata',
      'blind6-metadata-in-camel-case',
      'the names of a body are brought into camel case, those of metadata too: order_id comes back as orderId',
      keptAs('createCheckout', 'metadata', deeply(namesInCamelCase)),
    ),
  ),
  against(
    '`reason` (string or null)',
    mutant(
      'refund.record-as-sent',
      'blind6-reason-safe-for-spreadsheets',
      'texts are made safe for spreadsheets: a reason that begins with =, +, - or @ comes back with an apostrophe before it',
      keptAs('createRefund', 'reason', (reason) => String(reason).replace(/^(?=[=+\-@])/, "'")),
    ),
  ),
];
