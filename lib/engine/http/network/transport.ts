import { setMaxListeners } from 'node:events';
import type { Dispatcher } from 'undici';
import { Arrival, type Arrived } from './arrival.ts';
import { directly, type NetworkSettings, openConnections } from './route.ts';

export interface Outgoing {
  /** `http://host:port` */
  origin: string;
  method: string;
  /** Written to the request line as it is. */
  path: string;
  /** Name, value, name, value, ... */
  headers: string[];
  body: Buffer | null;
}

export interface Bounds {
  /** From the call to the last byte. */
  deadlineMs: number;
  maxBodyBytes: number;
  signal?: AbortSignal | undefined;
}

export interface Transport {
  /** Never rejects: an arrival says what came, or how it failed. */
  send(request: Outgoing, bounds: Bounds): Promise<Arrived>;
  /** Ends it at once; what is under way fails. */
  close(): Promise<void>;
}

/**
 * Owns the connections per origin. `connections` per origin: default 256. `keepAlive`: default true; false opens one for each request,
 * for servers that close them unannounced. `network`: the way there; default: directly.
 */
export function createTransport(
  options: { connections?: number; keepAlive?: boolean; network?: NetworkSettings } = {},
): Transport {
  const pools = new Map<string, Dispatcher>();
  const closing = new AbortController();
  setMaxListeners(0, closing.signal);

  function openPool(origin: string): Dispatcher {
    const pool = openConnections(options.network ?? directly, origin, {
      connections: options.connections ?? 256,
      pipelining: options.keepAlive === false ? 0 : 1,
      // The deadline of each request covers all of it, without the coarse timers of the parser.
      headersTimeout: 0,
      bodyTimeout: 0,
      maxHeaderSize: 64 * 1024,
      // Shorter than servers close idle connections, so that no request is lost to that race.
      keepAliveTimeout: 700,
      signal: closing.signal,
    });
    pools.set(origin, pool);
    return pool;
  }

  return {
    send(request, bounds) {
      const arrival = new Arrival(bounds.maxBodyBytes);
      if (closing.signal.aborted) {
        arrival.fail('unreachable', 'the client was closed');
        return arrival.whole;
      }
      arrival.watch(bounds.deadlineMs, bounds.signal);
      if (arrival.failure === null) {
        const pool = pools.get(request.origin) ?? openPool(request.origin);
        pool.dispatch(request as Dispatcher.DispatchOptions, arrival);
      }
      return arrival.whole;
    },
    async close() {
      const ended = [...pools.values()].map((pool) => pool.destroy());
      pools.clear();
      closing.abort();
      await Promise.all(ended);
    },
  };
}
