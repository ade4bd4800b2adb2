import {
  Blocked,
  type CheckContext,
  created,
  derivation,
  field,
  of,
  summary,
  type Traced,
} from '../../lib/interface/index.ts';
import { mayRefuse } from '../support/attempts.ts';

export const withoutQuery = derivation('address without its query', (url: string) => {
  const { origin, pathname } = new URL(url);
  return origin + pathname;
});

/** All values of a query parameter. */
export const queryOf = derivation('query parameter', (url: string, name: string) =>
  new URL(url).searchParams.getAll(name),
);

/** A step: a checkout that was paid on its page, and the address that the buyer was then sent to. `meanwhile`: before. */
export async function paid(
  { merchant, buyer }: CheckContext,
  fields: Record<string, unknown>,
  meanwhile: () => Promise<unknown> = async () => {},
) {
  const answer = await merchant.createCheckout(fields);
  // How long a returnUrl may be is not shown.
  if (String(fields.returnUrl).length > 255) mayRefuse(answer, 'a returnUrl of more than 255 characters is not taken');
  const checkout = created('checkout', answer);
  await meanwhile();
  const after = await buyer.paysOnPage(checkout);
  const { redirect, ending } = after;
  const now = await merchant.confirms(checkout, 'succeeded');
  if (field(now.json, 'status') !== 'succeeded') {
    throw new Blocked(
      `the checkout should have been paid on its page: ${'reason' in ending ? ending.reason : summary(now)}`,
    );
  }
  return { merchant, checkout, redirect, after };
}

/** A step: the address at which the buyer arrived. */
export function arrived({ redirect, after }: Awaited<ReturnType<typeof paid>>): Traced<unknown> {
  if (redirect === null) throw new Blocked('the buyer was not sent to the returnUrl after the payment');
  return of(after, 'redirect.url');
}
