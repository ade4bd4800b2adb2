import { type CallOptions, endpointTable, type Merchant, shared } from '../../lib/interface/index.ts';
import { liveAtSandbox, sandboxAtLive } from './support.ts';

/** Call options with this merchant's id. */
async function idOf(merchant: Merchant): Promise<CallOptions> {
  return { credentials: { merchantId: (await merchant.present()).merchantId } };
}

/**
 * What each endpoint answered to the other environment's keys, with the merchant id that is theirs and with one of the environment that was
 * asked; to keys of its own with the other environment's merchant id; and what the sandbox merchant saw afterwards.
 * What is read alone has just been answered to the sandbox merchant itself.
 */
export const tried = endpointTable
  .toSorted((a, b) => Number(b.acts) - Number(a.acts))
  .map((endpoint) => ({
    ...endpoint,
    with: shared(`${endpoint.name} with keys of the other environment`, ['live'], (context) =>
      endpoint.on(context, async (call) => {
        const [sandboxId, liveId] = [await idOf(context.merchant), await idOf(context.live)];
        const [there, here] = [liveAtSandbox(context), sandboxAtLive(context)];
        if (!endpoint.acts) await call.send();
        const liveKey = [await call.send({}, there), await call.send(sandboxId, there)];
        const sandboxKey = [await call.send({}, here), await call.send(liveId, here)];
        const foreignId = [await call.send(liveId), await call.send(sandboxId, context.live.api)];
        return { call, liveKey, sandboxKey, foreignId, seen: endpoint.acts ? await call.look() : null };
      }),
    ),
  }));
