import {
  type Body,
  type CallOptions,
  type CheckContext,
  checks,
  type Exchange,
  endpointTable,
  expect,
} from '../../lib/interface/index.ts';

// "Every request sends `Authorization: Bearer <API_KEY>` and `X-Merchant-Id: <MERCHANT_ID>`": if only the body, the query, a cookie or
// another header contains them, they are missing.

/** What is sent elsewhere, under the names that libraries look for, and left out of its header. */
const lacking = [
  { what: 'the key', id: 'auth.missing-key-refused', key: true, merchantId: false },
  { what: 'the merchant id', id: 'auth.missing-merchant-refused', key: false, merchantId: true },
  { what: 'both', id: 'auth.missing-key-refused', key: true, merchantId: true },
] as const;

type Lacking = (typeof lacking)[number];

/** The headers that are left out. */
function headersFor({ key, merchantId }: Lacking): Record<string, null> {
  return { ...(key && { Authorization: null }), ...(merchantId && { 'X-Merchant-Id': null }) };
}

function elsewhere({ merchant }: CheckContext, { key, merchantId }: Lacking): Record<string, string> {
  const { access } = merchant;
  return {
    ...(key &&
      Object.fromEntries(['access_token', 'api_key', 'apiKey', 'token', 'key'].map((as) => [as, access.apiKey]))),
    ...(key && { authorization: `Bearer ${access.apiKey}` }),
    ...(merchantId &&
      Object.fromEntries(
        ['merchantId', 'merchant_id', 'merchant', 'x-merchant-id'].map((as) => [as, access.merchantId]),
      )),
  };
}

/** Places besides the body, for a GET and a POST. */
const places: readonly {
  in: string;
  path?: (names: string) => string;
  headers?(context: CheckContext, of: Lacking): CallOptions['headers'];
}[] = [
  { in: 'the query', path: (names) => `?${names}` },
  {
    in: 'cookies',
    headers: (context, of) => ({
      Cookie: Object.entries(elsewhere(context, of))
        .filter(([, value]) => !value.includes(' '))
        .map(([name, value]) => `${name}=${value}`)
        .join('; '),
    }),
  },
  {
    in: 'other headers',
    headers: ({ merchant: { access } }, { key, merchantId }) => ({
      ...(key && { 'X-Api-Key': access.apiKey, 'Api-Key': access.apiKey, 'X-Auth-Token': access.apiKey }),
      ...(key && { 'Proxy-Authorization': `Bearer ${access.apiKey}`, 'X-Authorization': `Bearer ${access.apiKey}` }),
      ...(merchantId && { 'Merchant-Id': access.merchantId, 'X-Merchant': access.merchantId }),
    }),
  },
];

checks(
  ({ of }) => of.id,
  lacking.flatMap((of) => places.map((place) => ({ of, place }))),
  ({ of, place }) => `a GET and a POST with ${of.what} in ${place.in} alone`,
  async (context, { of, place }) => {
    const { merchant, data } = context;
    await merchant.present();
    const query = place.path?.(new URLSearchParams(elsewhere(context, of)).toString()) ?? '';
    const headers = { ...place.headers?.(context, of), ...headersFor(of) };
    const body = {
      reference: data.reference('chk'),
      amount: 5_000,
      currency: 'NGN',
      customer: { email: data.email() },
      returnUrl: data.returnUrl,
    };

    expectRefused(await merchant.api.request({ method: 'GET', path: `/v1/balance${query}`, headers }));
    expectRefused(await merchant.api.request({ method: 'POST', path: `/v1/checkouts${query}`, headers, body }));
  },
);

const posts = endpointTable.filter(({ name }) => name.startsWith('POST'));

checks(
  ({ of }) => of.id,
  posts.flatMap((endpoint) => lacking.map((of) => ({ of, ...endpoint }))),
  ({ of, name }) => `${name} with ${of.what} in its body alone`,
  async (context, { of, on }) =>
    await on(context, async ({ send, body }) => {
      await context.merchant.present();
      const fields: Body = { ...body, ...elsewhere(context, of) };

      expectRefused(await send({ rawBody: JSON.stringify(fields), headers: headersFor(of) }));
    }),
  ({ needs }) => ({ needs }),
);

function expectRefused(answer: Exchange): void {
  expect(answer).toBeRefused();
  expect(answer).toHaveErrorShape();
}
