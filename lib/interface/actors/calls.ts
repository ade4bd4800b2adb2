import type { Body, CallOptions, Exchange } from '../../engine/http/index.ts';
import { expect } from '../../engine/predicates/index.ts';
import type { CheckContext } from '../context.ts';
import type { Capability } from '../register/index.ts';
import { checkoutBody, escrowBody, payoutBody, refundBody, walletLinkBody } from './bodies.ts';
import type { Api } from './endpoints.ts';
import type { Kind } from './merchant.ts';

/** A request that the service must carry out unless something other than its body and path is wrong. */
export interface Call {
  /** Sends the request: by default as the merchant, to its own address and with its own credentials. */
  send(options?: CallOptions, api?: Api): Promise<Exchange>;
  /** The JSON body; null where the request has none. */
  readonly body: Body | null;
  /** Reads, as the merchant, the resource that the request reads, creates or changes. */
  look(): Promise<Exchange>;
  /**
   * What `look` shows as long as the request has not been carried out: an HTTP status (number) or the status of the
   * record (string).
   */
  readonly untouched: number | string;
  /**
   * A text that is in the record and in no request: a response that contains it discloses the record. Null: there is
   * none.
   */
  readonly marker: string | null;
}

/** Expects that the call has changed nothing. `seen`: the exchange that `look` returned. */
export function expectUntouched({ untouched }: Pick<Call, 'untouched'>, seen: Exchange): void {
  if (typeof untouched === 'number') expect(seen, 'what the merchant sees afterwards').toHaveStatus(untouched);
  else expect(seen).toHaveField('status', untouched);
}

/** A row of the chapter Endpoints, and how to prepare a valid call of it. */
export interface Endpoint {
  readonly name: `${'GET' | 'POST' | 'DELETE'} /v1/${string}`;
  /** Whether it creates or changes something. */
  readonly acts: boolean;
  readonly needs: readonly Capability[];
  /** Prepares the resource that the call is about, and passes the call to `work`. */
  on<T>(context: CheckContext, work: (call: Call) => Promise<T>): Promise<T>;
}

export const endpointTable: readonly Endpoint[] = [
  creates('checkout', 'POST /v1/checkouts', [], async ({ data }) => checkoutBody(data, {})),
  reads('checkout', 'GET /v1/checkouts/{reference}', [], ({ merchant }, description) =>
    merchant.checkout({ description }),
  ),
  creates('refund', 'POST /v1/refunds', ['buyer'], async ({ data, buyer, merchant }) => {
    const { reference } = await buyer.paid(merchant);
    return refundBody(data, { paymentReference: reference });
  }),
  reads('refund', 'GET /v1/refunds/{reference}', ['buyer'], async ({ buyer, merchant }, reason) =>
    merchant.refund(await buyer.paid(merchant), { reason }),
  ),
  creates('payout', 'POST /v1/payouts', [], async ({ data, merchant }) =>
    payoutBody(data, await merchant.bankName(), {}),
  ),
  reads('payout', 'GET /v1/payouts/{reference}', [], ({ merchant }, narration) => merchant.payout({ narration })),
  creates('escrow', 'POST /v1/escrows', [], async ({ data }) => escrowBody(data, {})),
  reads('escrow', 'GET /v1/escrows/{reference}', [], ({ merchant }, description) => merchant.escrow({ description })),
  ...(['release', 'refund', 'cancel'] as const).map(
    (action): Endpoint => ({
      name: `POST /v1/escrows/{reference}/${action}`,
      acts: true,
      needs: action === 'cancel' ? [] : ['escrow-buyer'],
      on: async ({ merchant, buyer }, work) => {
        const escrow = action === 'cancel' ? await merchant.escrow() : await buyer.funded(merchant);
        const path = `/v1/escrows/${escrow.reference}/${action}`;
        const body = action === 'refund' ? {} : null;
        return await work({
          send: (options, api = merchant.api) =>
            api.request({ ...options, method: 'POST', path, body: body ?? undefined }),
          body,
          look: () => merchant.get(escrow),
          untouched: action === 'cancel' ? 'pending_payment' : 'funded',
          marker: null,
        });
      },
    }),
  ),
  {
    name: 'GET /v1/accounts/{walletId}',
    acts: false,
    needs: ['sandbox-wallet'],
    on: ({ merchant, wallets }, work) =>
      wallets.withLinkable(0, ({ walletId }) =>
        work(plainRead((options, api = merchant.api) => api.getAccount(walletId, options))),
      ),
  },
  {
    name: 'GET /v1/banks',
    acts: false,
    needs: [],
    on: ({ merchant }, work) => work(plainRead((options, api = merchant.api) => api.listBanks(options))),
  },
  {
    name: 'GET /v1/balance',
    acts: false,
    needs: [],
    on: ({ merchant }, work) => work(plainRead((options, api = merchant.api) => api.getBalance(options))),
  },
  {
    name: 'POST /v1/wallet-links',
    acts: true,
    needs: ['sandbox-wallet'],
    on: ({ merchant, wallets, data }, work) =>
      wallets.withLinkable(2, (wallet) => {
        const body = walletLinkBody(data, { walletId: wallet.walletId });
        return work({
          send: (options, api = merchant.api) => api.createWalletLink(body, { onRateLimited: 'return', ...options }),
          body,
          // 201: the linkRef is new. 200 would mean that the refused request created the link.
          look: () => wallets.createLink(merchant, wallet, body),
          untouched: 201,
          marker: null,
        });
      }),
  },
  linked('GET /v1/wallet-links/{linkId}', 'PENDING', (api, { linkId }, options) => api.getWalletLink(linkId, options)),
  linked('DELETE /v1/wallet-links/{linkId}', 'APPROVED', (api, { linkId }, options) =>
    api.deleteWalletLink(linkId, options),
  ),
  linked('GET /v1/wallets/{walletId}/balance', 'APPROVED', (api, { walletId }, options) =>
    api.getWalletBalance(walletId, options),
  ),
  linked('POST /v1/sandbox/wallet-links/{linkId}/approve', 'PENDING', (api, { linkId }, options) =>
    api.approveWalletLink(linkId, options),
  ),
  linked('POST /v1/sandbox/wallet-links/{linkId}/reject', 'PENDING', (api, { linkId }, options) =>
    api.rejectWalletLink(linkId, options),
  ),
];

/** The endpoints that create or change something. */
export const actingEndpoints = endpointTable.filter(({ acts }) => acts);

function creates(
  kind: Kind,
  name: Endpoint['name'],
  needs: Endpoint['needs'],
  bodyFor: (context: CheckContext) => Promise<Body>,
): Endpoint {
  return {
    name,
    acts: true,
    needs,
    on: async (context, work) => {
      const { merchant } = context;
      const body = await bodyFor(context);
      return await work({
        send: (options, api = merchant.api) => api.request({ ...options, method: 'POST', path: `/v1/${kind}s`, body }),
        body,
        look: () => merchant.get({ kind, reference: String(body.reference) }),
        untouched: 404,
        marker: null,
      });
    },
  };
}

function reads(
  kind: Kind,
  name: Endpoint['name'],
  needs: Endpoint['needs'],
  make: (context: CheckContext, marker: string) => Promise<{ reference: string }>,
): Endpoint {
  return {
    name,
    acts: false,
    needs,
    on: async (context, work) => {
      const marker = context.data.reference('told');
      const { reference } = await make(context, marker);
      const { api } = context.merchant;
      const send: Call['send'] = (options, as = api) =>
        as.request({ ...options, method: 'GET', path: `/v1/${kind}s/${reference}` });
      return await work({ ...plainRead(send), marker });
    },
  };
}

function linked(
  name: Endpoint['name'],
  status: 'PENDING' | 'APPROVED',
  call: (api: Api, link: { linkId: string; walletId: string }, options?: CallOptions) => Promise<Exchange>,
): Endpoint {
  return {
    name,
    acts: !name.startsWith('GET'),
    needs: ['sandbox-wallet'],
    on: ({ merchant, wallets }, work) =>
      wallets.withLinkable(1, async (wallet) => {
        const { linkId } = await (status === 'PENDING'
          ? wallets.link(merchant, wallet)
          : wallets.approvedLink(merchant, wallet));
        return await work({
          send: (options, api = merchant.api) => call(api, { linkId, walletId: wallet.walletId }, options),
          body: null,
          look: () => merchant.api.getWalletLink(linkId),
          untouched: status,
          marker: null,
        });
      }),
  };
}

function plainRead(send: Call['send']): Call {
  return { send, body: null, look: () => send(), untouched: 200, marker: null };
}
