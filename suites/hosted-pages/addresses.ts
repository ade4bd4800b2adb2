import {
  Blocked,
  type CheckContext,
  checks,
  created,
  derivation,
  expect,
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

/**
 * Kobo, for visits that need no certain amount. The test card pays whatever the amount is, while simulators of card networks decline by its last
 * two digits: these are response codes of ISO 8583, such as 51 for "not sufficient funds".
 */
const amountsOf = (...codes: readonly number[]) => codes.map((code) => 27_100 + code);
export const declinedElsewhere = {
  addresses: amountsOf(51, 5, 54, 14, 61, 91),
  parameters: amountsOf(41, 43, 57, 65, 96),
  cards: amountsOf(12, 4, 1, 7, 30, 33, 34, 55, 62, 63, 75, 93),
  visits: amountsOf(94, 68, 13, 99),
};

/** The buyer's visit to the page of a checkout, and the record afterwards. `meanwhile`: before. */
export async function visit(
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
  const record = await merchant.confirms(checkout, 'succeeded');
  return { merchant, checkout, redirect: after.redirect, after, record };
}

type Visited = Awaited<ReturnType<typeof visit>>;

/** A step: it was paid on this visit. That the test card pays is a requirement of its own. */
export function whenPaid(visited: Visited): Visited {
  const { ending } = visited.after;
  if (field(visited.record.json, 'status') !== 'succeeded') {
    throw new Blocked(
      `the checkout should have been paid on its page: ${'reason' in ending ? ending.reason : summary(visited.record)}`,
    );
  }
  return visited;
}

/** A step: a checkout that was paid on its page, and the address that the buyer was then sent to. */
export async function paid(...asked: Parameters<typeof visit>): Promise<Visited> {
  return whenPaid(await visit(...asked));
}

/** Visits that several requirements look at, each paying with the test card an amount of its own. */
export function payVisits(
  rows: readonly { readonly visited: (context: CheckContext) => Promise<Visited>; readonly amount: number }[],
): void {
  checks(
    'page.test-card-pays',
    rows,
    ({ amount }) => `the test card pays ${amount} kobo`,
    async (context, { visited }) => {
      expect((await visited(context)).record).toHaveField('status', 'succeeded');
    },
    { drawn: 2 },
  );
}

/** A step: the address at which the buyer arrived. */
export function arrived({ redirect, after }: Visited): Traced<unknown> {
  if (redirect === null) throw new Blocked('the buyer was not sent to the returnUrl after the payment');
  return of(after, 'redirect.url');
}
