import {
  type Body,
  type Capability,
  type CheckContext,
  checks,
  type Exchange,
  expect,
} from '../../lib/interface/index.ts';
import { refused } from '../support/requests/refusals.ts';
import { checkoutBody, liveAtSandbox, sandboxAtLive } from './support.ts';

// "Two fully separate environments": what was sent to the other one by mistake is not remembered in its own, neither as done nor as refused. Sent
// where it belongs, as it was and with its Idempotency-Key, it is carried out.

type Api = ReturnType<typeof liveAtSandbox>;

interface Row {
  readonly what: string;
  readonly environment: 'sandbox' | 'live';
  readonly needs: readonly Capability[];
  /** A step: prepares the request, and returns how it is sent. */
  ready(context: CheckContext): Promise<(api: Api, idempotencyKey: string) => Promise<Exchange>>;
}

const sellers = async ({ wallets, data }: CheckContext, environment: 'sandbox' | 'live'): Promise<Body> => {
  const { walletId } = await wallets.make({ environment });
  return { reference: data.reference('esc'), amount: 30_011, currency: 'NGN', seller: { walletId } };
};

const both = ['sandbox', 'live'] as const;

const rows: readonly Row[] = [
  ...both.map(
    (environment): Row => ({
      what: 'a checkout',
      environment,
      needs: [],
      async ready({ data }) {
        const body = checkoutBody(data.reference('chk'));
        return (api, idempotencyKey) => api.createCheckout(body, { idempotencyKey });
      },
    }),
  ),
  ...both.map(
    (environment): Row => ({
      what: 'an escrow',
      environment,
      needs: ['wallets'],
      async ready(context) {
        const body = await sellers(context, environment);
        return (api, idempotencyKey) => api.createEscrow(body, { idempotencyKey });
      },
    }),
  ),
  {
    what: 'a payout',
    environment: 'sandbox',
    needs: [],
    async ready({ merchant, data }) {
      const recipient = {
        bankName: await merchant.bankName(),
        accountNumber: '0123456789',
        accountName: 'Ada Obi',
      };
      const body = { reference: data.reference('pay'), amount: 20_003, currency: 'NGN', recipient };
      return (api, idempotencyKey) => api.createPayout(body, { idempotencyKey });
    },
  },
  {
    what: 'a refund',
    environment: 'sandbox',
    needs: ['buyer'],
    async ready({ merchant, buyer, data }) {
      const { reference: paymentReference } = await buyer.paid(merchant, { amount: 5_003 });
      const body = { reference: data.reference('rfd'), paymentReference, amount: 1_009 };
      return (api, idempotencyKey) => api.createRefund(body, { idempotencyKey });
    },
  },
  {
    what: 'a link request',
    environment: 'sandbox',
    needs: ['wallets'],
    async ready({ wallets, data }) {
      const { walletId } = await wallets.make();
      const body = { linkRef: data.reference('lnk'), walletId, requesterName: 'Harbour Books', expiresInMinutes: 30 };
      return (api, idempotencyKey) => api.createWalletLink(body, { idempotencyKey });
    },
  },
  {
    what: 'the cancellation of an escrow',
    environment: 'sandbox',
    needs: [],
    async ready({ merchant }) {
      const { reference } = await merchant.escrow();
      return (api, idempotencyKey) => api.cancelEscrow(reference, { idempotencyKey });
    },
  },
];

checks(
  'environment.wrong-key-has-no-effect',
  rows,
  ({ what, environment }) =>
    `${what} of ${environment} that was sent to the other environment is accepted in its own, with its key`,
  async (context, { what, environment, ready }) => {
    const { merchant, live, data } = context;
    const send = await ready(context);
    const key = data.reference('key');
    refused(await send(environment === 'live' ? liveAtSandbox(context) : sandboxAtLive(context), key));
    const answer = await send(environment === 'live' ? live.api : merchant.api, key);

    expect(answer).toHaveStatus(what.startsWith('the cancellation') ? 200 : 201);
  },
  ({ needs }) => ({ needs, drawn: 2 }),
);
