import { createServer, type Socket } from 'node:net';
import { afterEach, beforeEach } from 'vitest';
import { type Api, apiOf } from '../../../interface/actors/endpoints.ts';
import { createClient } from '../client.ts';
import { createTransport, type Transport } from '../network/transport.ts';
import { createMask } from '../shown/mask.ts';
import type { ClientOptions, ExchangeRecord } from '../types.ts';

export type Behaviour = (socket: Socket, request: string) => void;

export const secret = 'svc_test_sk_0123456789';

export const ok = (socket: Socket): void => void socket.write('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}');
export const sends =
  (bytes: string): Behaviour =>
  (socket) =>
    void socket.write(bytes);
export const ends =
  (bytes: string): Behaviour =>
  (socket) =>
    void socket.end(bytes);

export interface RawServer {
  /** How it reacts to data. */
  behaviour: Behaviour;
  /** The open connections, and the number of all so far. */
  sockets: Set<Socket>;
  opened: number;
  requests: string[];
  records: ExchangeRecord[];
  transport: Transport;
  port: number;
  client(options?: Partial<ClientOptions>): Api;
}

/** A TCP server that sends raw bytes, and a client for it; both new for each test. */
export function useRawServer(): RawServer {
  const state: RawServer = {
    behaviour: ok,
    sockets: new Set(),
    opened: 0,
    requests: [],
    records: [],
    transport: createTransport(),
    port: 0,
    client: (options = {}) =>
      apiOf(
        createClient({
          baseUrl: `http://127.0.0.1:${state.port}`,
          credentials: { apiKey: secret, merchantId: 'mch_test_1' },
          transport: state.transport,
          mask: createMask([{ label: 'TARGET_API_KEY', value: secret }]),
          deadlineMs: 5_000,
          maxBodyBytes: 100_000,
          onExchange: (record) => state.records.push(record),
          ...options,
        }),
      ),
  };
  const server = createServer((socket) => {
    state.opened++;
    state.sockets.add(socket);
    socket.on('close', () => state.sockets.delete(socket));
    socket.on('error', () => {});
    socket.on('data', (data) => {
      state.requests.push(data.toString('latin1'));
      state.behaviour(socket, data.toString('latin1'));
    });
  });

  beforeEach(async () => {
    Object.assign(state, { behaviour: ok, opened: 0, requests: [], records: [], transport: createTransport() });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const address = server.address();
    state.port = typeof address === 'object' && address !== null ? address.port : 0;
  });
  afterEach(async () => {
    await state.transport.close();
    for (const socket of state.sockets) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  });
  return state;
}
