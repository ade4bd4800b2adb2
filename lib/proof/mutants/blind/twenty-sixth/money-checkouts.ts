/** Checkouts: metadata that is kept in rows, and a payment that begins when its page is opened. */
import type { Checkout } from '../../../reference/rules/records.ts';
import { all, type Change, mutant } from '../../mutant.ts';
import { against, type BlindMutant } from '../against.ts';
import { also, keptAs } from '../ways.ts';
import { pages } from '../ways-of-pages.ts';

type Json = Record<string, unknown>;

/** Written as rows of a path and a value, and read back by the parts of the path. */
function throughPaths(value: unknown): unknown {
  if (!isObject(value)) return value;
  const read: Json = {};
  for (const [name, inner] of Object.entries(value)) put(read, name.split('.'), throughPaths(inner));
  return read;
}

function put(into: Json, [name = '', ...rest]: string[], value: unknown): void {
  if (rest.length === 0) {
    into[name] = value;
    return;
  }
  const known = into[name];
  const inner: Json = isObject(known) ? known : {};
  into[name] = inner;
  put(inner, rest, value);
}

function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function paidWhenOpened(): Change {
  const opened = new WeakMap<Checkout, string>();
  return all(
    pages(({ showCheckout }) => ({
      showCheckout(service, checkout, refused) {
        if (checkout.status === 'pending') opened.set(checkout, new Date(service.clock.now()).toISOString());
        return showCheckout(service, checkout, refused);
      },
    })),
    also('checkout', 'pay', (checkout, now) => {
      checkout.paidAt = opened.get(checkout) ?? now;
    }),
  );
}

export const found: readonly BlindMutant[] = [
  against(
    'metadata | object | no | Up to 4 KB. Returned by GET',
    mutant(
      'checkout.record-metadata',
      'blind26-metadata-kept-by-paths',
      'metadata is kept as rows of a path and a value, with full stops between the names of a path: a name with a full stop in it, such as `order.id`, comes back as an object within an object',
      keptAs('createCheckout', 'metadata', throughPaths),
    ),
  ),
  against(
    'pending | buyer pays | payment confirmed | succeeded | `payment.succeeded` sent; `paidAt` set; refunds become possible',
    mutant(
      'checkout.paid-at-true',
      'blind26-paid-when-the-page-was-opened',
      'opening the page begins an attempt to pay, and `paidAt` is the time of the attempt: of a buyer who leaves the page open for a while and then pays it is the time at which the page was opened',
      paidWhenOpened(),
    ),
  ),
];
