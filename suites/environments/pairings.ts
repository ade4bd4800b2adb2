import { type CallOptions, endpointTable, type Merchant, shared } from '../../lib/interface/index.ts';
import { liveAtSandbox, sandboxAtLive } from './support.ts';

async function idOf(merchant: Merchant): Promise<CallOptions> {
  return { credentials: { merchantId: (await merchant.present()).merchantId } };
}

/**
 * The answers of each endpoint to keys of the other environment, with their own merchant id and with one of the requested environment; to
 * its own keys with the other environment's merchant id; and what the sandbox merchant sees afterwards. Just before, each key is used in its own environment, where
 * endpoints that only read are requested themselves: neither that response nor the key's being good may be taken from a cache elsewhere.
 */
export const tried = endpointTable
  .toSorted((a, b) => Number(b.acts) - Number(a.acts))
  .map((endpoint) => ({
    ...endpoint,
    with: shared(`${endpoint.name} with keys of the other environment`, ['live'], (context) =>
      endpoint.on(context, async (call) => {
        const [sandboxId, liveId] = [await idOf(context.merchant), await idOf(context.live)];
        const [there, here] = [liveAtSandbox(context), sandboxAtLive(context)];
        if (endpoint.acts) await Promise.all([context.merchant, context.live].map(({ api }) => api.getBalance()));
        else await Promise.all([call.send(), call.send({}, context.live.api)]);
        const liveKey = [await call.send({}, there), await call.send(sandboxId, there)];
        const sandboxKey = [await call.send({}, here), await call.send(liveId, here)];
        const foreignId = [await call.send(liveId), await call.send(sandboxId, context.live.api)];
        return { call, liveKey, sandboxKey, foreignId, seen: endpoint.acts ? await call.look() : null };
      }),
    ),
  }));
