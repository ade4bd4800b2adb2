import {
  type CheckContext,
  type Endpoint,
  type Exchange,
  endpointTable,
  expect,
  type Merchant,
  part,
  type RequirementId,
} from '../../../lib/interface/index.ts';
import { liveAtSandbox } from '../../environments/support.ts';
import type { Row } from '../alike/groups.ts';

// A service answers each request for its own merchant. A refusal to another merchant, an unknown key or the live environment does not change
// what the merchant gets at the same path afterwards.

/** The endpoints at which those others are refused, and what the merchant's own request shows. */
const served: Readonly<Partial<Record<Endpoint['name'], RequirementId>>> = {
  'GET /v1/checkouts/{reference}': 'checkout.record-found',
  'GET /v1/refunds/{reference}': 'refund.record-found',
  'GET /v1/payouts/{reference}': 'payout.record-found',
  'GET /v1/escrows/{reference}': 'escrow.record-found',
  'GET /v1/wallet-links/{linkId}': 'wallet-link.status-read',
  'GET /v1/wallets/{walletId}/balance': 'wallet.balance-when-approved',
  'GET /v1/banks': 'bank.has-code',
  'POST /v1/checkouts': 'checkout.created',
  'POST /v1/refunds': 'refund.created',
  'POST /v1/escrows/{reference}/release': 'escrow.released',
  'POST /v1/escrows/{reference}/refund': 'escrow.refunded',
  'POST /v1/escrows/{reference}/cancel': 'escrow.cancelled',
  'DELETE /v1/wallet-links/{linkId}': 'wallet-link.revoked',
  'POST /v1/sandbox/wallet-links/{linkId}/approve': 'wallet-link.approved',
  'POST /v1/sandbox/wallet-links/{linkId}/reject': 'wallet-link.rejected',
};

// Not in the form of a real one: a script that replays a failed check holds none.
const unknownKey = 'an-unknown-api-key-000000000000000000';

type Api = Merchant['api'];
interface Asker {
  readonly who: string;
  readonly needs: Row['needs'];
  /** Sends it as others do, in turn. Whether they are refused is a requirement of its own. */
  ask(context: CheckContext, send: (options?: object, api?: Api) => Promise<Exchange>): Promise<unknown>;
}

const askers: readonly Asker[] = [
  {
    who: 'another merchant and a key that nobody has',
    needs: ['other-merchant'],
    async ask({ merchant, other }, send) {
      await send({}, other.api);
      const { merchantId } = await merchant.present();
      await send({ credentials: { apiKey: unknownKey, merchantId } });
    },
  },
  {
    who: 'a live merchant, in live and with its key in sandbox',
    needs: ['live'],
    async ask(context, send) {
      await send({}, context.live.api);
      await send({}, liveAtSandbox(context));
    },
  },
];

/** Checks for several chapters: see `table`. */
export const refusedToOthers: readonly Row[] = askers.flatMap(({ who, needs, ask }) =>
  endpointTable.flatMap((endpoint): Row[] => {
    const id = served[endpoint.name];
    if (id === undefined) return [];
    return [
      {
        id,
        title: `${endpoint.name} is answered to its merchant, after ${who} asked the same`,
        needs: [...new Set([...endpoint.needs, ...needs])],
        check: (context) =>
          endpoint.on(context, async ({ send }) => {
            await ask(context, send);
            const own = await send();

            // The status of DELETE, approve and reject is not shown beyond that they succeed.
            if (/^GET/.test(endpoint.name)) expect(own).toHaveStatus(200);
            else expect(part(own, 'status'), 'status of its own request').toBeLessThan(300);
          }),
      },
    ];
  }),
);
