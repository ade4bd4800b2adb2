import { Blocked, type CheckContext, derivation, field, of, summary, type Traced } from '../../lib/interface/index.ts';

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
  const checkout = await merchant.checkout(fields);
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
