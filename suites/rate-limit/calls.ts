import {
  type Call,
  type CallOptions,
  type CheckContext,
  type Endpoint,
  type Exchange,
  endpointTable,
} from '../../lib/interface/index.ts';
import type { Api } from './support.ts';

export interface Tried {
  readonly endpoint: Endpoint;
  readonly call: Call;
  readonly options: CallOptions;
  readonly answer: Exchange;
}

/** Wallet links are left out if link requests are scarce. */
export function usable({ can, wallets }: CheckContext): Endpoint[] {
  return endpointTable.filter(
    ({ needs }) => needs.every((need) => can(need)) && (wallets.canBeMade || !needs.includes('sandbox-wallet')),
  );
}

type Prepared = Call & { readonly name: string; readonly endpoint: Endpoint };

export function withCalls<T>(
  context: CheckContext,
  endpoints: readonly Endpoint[],
  work: (calls: readonly Prepared[]) => Promise<T>,
): Promise<T> {
  const [endpoint, ...others] = endpoints;
  if (endpoint === undefined) return work([]);
  return endpoint.on(context, (call) =>
    withCalls(context, others, (calls) => work([{ ...call, name: endpoint.name, endpoint }, ...calls])),
  );
}

export async function attempt({ data }: CheckContext, api: Api, call: Prepared): Promise<Tried> {
  const key = call.name.startsWith('POST') ? { idempotencyKey: data.reference('key') } : {};
  const options: CallOptions = { ...key, onRateLimited: 'return' };
  return { endpoint: call.endpoint, call, options, answer: await call.send(options, api) };
}
