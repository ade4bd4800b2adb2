import type { Body, CallOptions, Client, Exchange } from '../../engine/http/index.ts';

/**
 * The table of the chapter Endpoints, as calls. Each resolves with the exchange, also when the target refuses the
 * request.
 */
export interface Endpoints {
  createCheckout(body: Body, options?: CallOptions): Promise<Exchange>;
  getCheckout(reference: string, options?: CallOptions): Promise<Exchange>;
  createRefund(body: Body, options?: CallOptions): Promise<Exchange>;
  getRefund(reference: string, options?: CallOptions): Promise<Exchange>;
  createPayout(body: Body, options?: CallOptions): Promise<Exchange>;
  getPayout(reference: string, options?: CallOptions): Promise<Exchange>;
  createEscrow(body: Body, options?: CallOptions): Promise<Exchange>;
  getEscrow(reference: string, options?: CallOptions): Promise<Exchange>;
  releaseEscrow(reference: string, options?: CallOptions): Promise<Exchange>;
  /** Default body: an empty object, which asks for a full refund. */
  refundEscrow(reference: string, body?: Body, options?: CallOptions): Promise<Exchange>;
  cancelEscrow(reference: string, options?: CallOptions): Promise<Exchange>;
  getAccount(walletId: string, options?: CallOptions): Promise<Exchange>;
  listBanks(options?: CallOptions): Promise<Exchange>;
  getBalance(options?: CallOptions): Promise<Exchange>;
  createWalletLink(body: Body, options?: CallOptions): Promise<Exchange>;
  getWalletLink(linkId: string, options?: CallOptions): Promise<Exchange>;
  deleteWalletLink(linkId: string, options?: CallOptions): Promise<Exchange>;
  getWalletBalance(walletId: string, options?: CallOptions): Promise<Exchange>;
  approveWalletLink(linkId: string, options?: CallOptions): Promise<Exchange>;
  rejectWalletLink(linkId: string, options?: CallOptions): Promise<Exchange>;
}

/** A client of one merchant, with a call for each endpoint. */
export interface Api extends Client, Endpoints {
  with(...overrides: Parameters<Client['with']>): Api;
}

export function apiOf(client: Client): Api {
  return {
    request: client.request,
    with: (overrides) => apiOf(client.with(overrides)),
    ...endpoints(client.request),
  };
}

/** A client that is opened by its first request. */
export function lateClient(open: () => Promise<Client>): Client {
  let opened: Promise<Client> | undefined;
  const client = () => {
    opened ??= open();
    return opened;
  };
  return {
    request: async (options) => await (await client()).request(options),
    with: (overrides) => lateClient(async () => (await client()).with(overrides)),
  };
}

function endpoints(request: Client['request']): Endpoints {
  return {
    createCheckout: (body, options) => request({ ...options, method: 'POST', path: '/v1/checkouts', body }),
    getCheckout: (reference, options) =>
      request({ ...options, method: 'GET', path: `/v1/checkouts/${segment(reference)}` }),
    createRefund: (body, options) => request({ ...options, method: 'POST', path: '/v1/refunds', body }),
    getRefund: (reference, options) =>
      request({ ...options, method: 'GET', path: `/v1/refunds/${segment(reference)}` }),
    createPayout: (body, options) => request({ ...options, method: 'POST', path: '/v1/payouts', body }),
    getPayout: (reference, options) =>
      request({ ...options, method: 'GET', path: `/v1/payouts/${segment(reference)}` }),
    createEscrow: (body, options) => request({ ...options, method: 'POST', path: '/v1/escrows', body }),
    getEscrow: (reference, options) =>
      request({ ...options, method: 'GET', path: `/v1/escrows/${segment(reference)}` }),
    releaseEscrow: (reference, options) =>
      request({ ...options, method: 'POST', path: `/v1/escrows/${segment(reference)}/release` }),
    refundEscrow: (reference, body = {}, options) =>
      request({ ...options, method: 'POST', path: `/v1/escrows/${segment(reference)}/refund`, body }),
    cancelEscrow: (reference, options) =>
      request({ ...options, method: 'POST', path: `/v1/escrows/${segment(reference)}/cancel` }),
    getAccount: (walletId, options) =>
      request({ ...options, method: 'GET', path: `/v1/accounts/${segment(walletId)}` }),
    listBanks: (options) => request({ ...options, method: 'GET', path: '/v1/banks' }),
    getBalance: (options) => request({ ...options, method: 'GET', path: '/v1/balance' }),
    createWalletLink: (body, options) => request({ ...options, method: 'POST', path: '/v1/wallet-links', body }),
    getWalletLink: (linkId, options) =>
      request({ ...options, method: 'GET', path: `/v1/wallet-links/${segment(linkId)}` }),
    deleteWalletLink: (linkId, options) =>
      request({ ...options, method: 'DELETE', path: `/v1/wallet-links/${segment(linkId)}` }),
    getWalletBalance: (walletId, options) =>
      request({ ...options, method: 'GET', path: `/v1/wallets/${segment(walletId)}/balance` }),
    approveWalletLink: (linkId, options) =>
      request({ ...options, method: 'POST', path: `/v1/sandbox/wallet-links/${segment(linkId)}/approve` }),
    rejectWalletLink: (linkId, options) =>
      request({ ...options, method: 'POST', path: `/v1/sandbox/wallet-links/${segment(linkId)}/reject` }),
  };
}

/** `.` and `..` are not escaped: both are allowed references of a checkout. */
function segment(value: string): string {
  return encodeURIComponent(value.toWellFormed());
}
