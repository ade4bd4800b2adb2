import type { Client } from './types.ts';

/** The table of the chapter Endpoints, as calls. */
export function endpoints(request: Client['request']): Omit<Client, 'request' | 'with'> {
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

/** `.` and `..` stay as they are: both are allowed references of a checkout. */
function segment(value: string): string {
  return encodeURIComponent(value.toWellFormed());
}
