/** The headers and header order that identify a kind of client, independent of what the requests say. */
export interface ClientLook {
  readonly userAgent: string;
  readonly accept: string;
  /** Further headers that such a client always sends. */
  readonly others: readonly (readonly [name: string, value: string])[];
  /** Lower-case names in the order in which they are sent; other headers follow. */
  readonly order: readonly string[];
}

/** Recognisable in the logs of a target. */
export const plainLook: ClientLook = {
  userAgent: 'merchant-payments-conformance',
  accept: 'application/json',
  others: [],
  order: ['authorization', 'x-merchant-id', 'accept', 'user-agent', 'content-type', 'idempotency-key'],
};

/** Ordinary clients. None has the order of `plainLook`. No `Accept-Encoding`: a compressed answer could not be searched for secrets. */
export const clientLooks: readonly [ClientLook, ...ClientLook[]] = [
  {
    userAgent: 'axios/1.7.9',
    accept: 'application/json, text/plain, */*',
    others: [],
    order: ['accept', 'content-type', 'authorization', 'x-merchant-id', 'idempotency-key', 'user-agent'],
  },
  {
    userAgent: 'python-requests/2.32.3',
    accept: 'application/json',
    others: [],
    order: ['user-agent', 'accept', 'x-merchant-id', 'idempotency-key', 'content-type', 'authorization'],
  },
  {
    userAgent: 'Go-http-client/1.1',
    accept: 'application/json',
    others: [],
    order: ['user-agent', 'accept', 'authorization', 'content-type', 'idempotency-key', 'x-merchant-id'],
  },
  {
    userAgent: 'GuzzleHttp/7',
    accept: 'application/json',
    others: [['Cache-Control', 'no-cache']],
    order: ['user-agent', 'content-type', 'accept', 'cache-control', 'idempotency-key', 'authorization'],
  },
  {
    userAgent: 'okhttp/4.12.0',
    accept: 'application/json',
    others: [],
    order: ['x-merchant-id', 'authorization', 'idempotency-key', 'accept', 'content-type', 'user-agent'],
  },
  {
    userAgent: 'node',
    accept: 'application/json',
    others: [
      ['Accept-Language', '*'],
      ['Sec-Fetch-Mode', 'cors'],
    ],
    order: ['content-type', 'x-merchant-id', 'idempotency-key', 'authorization', 'accept', 'accept-language'],
  },
];
