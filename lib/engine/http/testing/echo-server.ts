import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { afterEach, beforeEach } from 'vitest';
import { type Api, apiOf } from '../../../interface/actors/endpoints.ts';
import { createClient } from '../client.ts';
import { createTransport, type Transport } from '../network/transport.ts';
import { createMask } from '../shown/mask.ts';
import type { ClientOptions, ExchangeRecord } from '../types.ts';

export const apiKey = 'svc_test_sk_0123456789';

export interface Seen {
  method: string | undefined;
  url: string | undefined;
  headers: IncomingMessage['headers'];
  /** As Latin-1. */
  body: string;
}

export interface EchoServer {
  answer: (response: ServerResponse) => void;
  seen: Seen[];
  records: ExchangeRecord[];
  origin: string;
  client(options?: Partial<ClientOptions>): Api;
}

/** An HTTP server that records the requests it gets, and a client for it; both new for each test. */
export function useEchoServer(): EchoServer {
  let transport: Transport;
  const empty = (response: ServerResponse) => response.end('{}');
  const state: EchoServer = {
    answer: empty,
    seen: [],
    records: [],
    origin: '',
    client: (options = {}) =>
      apiOf(
        createClient({
          baseUrl: state.origin,
          credentials: { apiKey, merchantId: 'mch_test_1' },
          transport,
          mask: createMask([{ label: 'TARGET_API_KEY', value: apiKey }]),
          onExchange: (record) => state.records.push(record),
          ...options,
        }),
      ),
  };
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { method, url, headers } = request;
      state.seen.push({ method, url, headers, body: Buffer.concat(chunks).toString('latin1') });
      state.answer(response);
    });
  });

  beforeEach(async () => {
    Object.assign(state, { answer: empty, seen: [], records: [] });
    transport = createTransport();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const address = server.address();
    state.origin = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`;
  });
  afterEach(async () => {
    await transport.close();
    await new Promise((resolve) => server.close(resolve));
  });
  return state;
}
