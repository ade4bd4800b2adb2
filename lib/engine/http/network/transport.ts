import type { Socket } from 'node:net';
import type { Dispatcher } from 'undici';
import { AnswerReceiver, type RawAnswer } from './answer-receiver.ts';
import { directly, type NetworkSettings, openConnections } from './route.ts';

export interface Outgoing {
  /** `http://host:port` */
  origin: string;
  method: string;
  /** Written to the request line as it is. */
  path: string;
  /** Names and values alternate. */
  headers: string[];
  body: Buffer | null;
}

export interface RequestLimits {
  /** Milliseconds from the call to the last byte. */
  deadlineMs: number;
  maxBodyBytes: number;
  signal?: AbortSignal | undefined;
}

export interface Transport {
  /** Never rejects: the result says what arrived, or how the request failed. */
  send(request: Outgoing, limits: RequestLimits): Promise<RawAnswer>;
  /** Closes all connections at once; requests under way fail. */
  close(): Promise<void>;
}

/**
 * Owns the connections to each origin. `connections`: maximum per origin, default 256. `keepAlive`: default true; false opens a
 * connection for each request, for servers that close idle ones without notice. `network`: the route; default: direct.
 */
export function createTransport(
  options: { connections?: number; keepAlive?: boolean; network?: NetworkSettings } = {},
): Transport {
  const pools = new Map<string, Dispatcher>();
  const sockets = new Set<Socket>();
  let closed = false;

  function openPool(origin: string): Dispatcher {
    const pool = openConnections(options.network ?? directly, origin, {
      connections: options.connections ?? 256,
      pipelining: options.keepAlive === false ? 0 : 1,
      // Each request's deadline covers it entirely, without the parser's coarse timers.
      headersTimeout: 0,
      bodyTimeout: 0,
      maxHeaderSize: 64 * 1024,
      // In milliseconds; shorter than the time after which servers close idle connections, so that no request is lost in that race.
      keepAliveTimeout: 700,
      sockets,
    });
    pools.set(origin, pool);
    return pool;
  }

  return {
    send(request, limits) {
      const receiver = new AnswerReceiver(limits.maxBodyBytes);
      if (closed) {
        receiver.fail('closed', 'the client was closed');
        return receiver.answer;
      }
      receiver.watch(limits.deadlineMs, limits.signal);
      if (receiver.failure === null) {
        const pool = pools.get(request.origin) ?? openPool(request.origin);
        pool.dispatch(request as Dispatcher.DispatchOptions, receiver);
      }
      return receiver.answer;
    },
    async close() {
      closed = true;
      const ended = [...pools.values()].map((pool) => pool.destroy());
      pools.clear();
      for (const socket of sockets) socket.destroy(new Error('the client was closed'));
      await Promise.all(ended);
    },
  };
}
