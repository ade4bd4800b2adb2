import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo, createServer as createRawServer, type Socket } from 'node:net';
import { afterAll } from 'vitest';
import { freePort } from '../../engine/http/testing/free-port.ts';

export interface Asked {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

/** The answer: a status with a JSON value, or a function that writes it itself. */
export type Reply = readonly [status: number, json?: unknown] | ((response: ServerResponse) => void);

const open: { close(): Promise<void> }[] = [];

afterAll(async () => {
  await Promise.all(open.splice(0).map((server) => server.close()));
});

/** An HTTP server on a free port, closed at the end of the test file; `asked` lists the requests received. */
export async function answering(
  reply: (asked: Asked) => Reply,
): Promise<{ url: string; asked: Asked[]; close(): Promise<void> }> {
  const asked: Asked[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { method = '', url = '', headers } = request;
      const seen = { method, path: url, headers, body: Buffer.concat(chunks).toString() };
      asked.push(seen);
      const answer = reply(seen);
      if (typeof answer === 'function') return answer(response);
      const [status, json] = answer;
      response.writeHead(status, { 'content-type': 'application/json' });
      response.end(json === undefined ? '' : JSON.stringify(json));
    });
    request.on('error', () => {});
  });
  const url = await listening(server);
  const close = async () => {
    if (!server.listening) return;
    const closed = new Promise((resolve) => server.close(resolve));
    server.closeAllConnections();
    await closed;
  };
  open.push({ close });
  return { url, asked, close };
}

/** A TCP server on a free port; `behaviour` handles each connection. */
export async function connecting(behaviour: (socket: Socket) => void): Promise<string> {
  const sockets = new Set<Socket>();
  const server = createRawServer((socket) => {
    sockets.add(socket.on('error', () => {}));
    behaviour(socket);
  });
  const url = await listening(server);
  open.push({
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  });
  return url;
}

/** An address where nothing listens. */
export async function nobody(): Promise<string> {
  return `http://127.0.0.1:${await freePort()}`;
}

async function listening(server: Server | ReturnType<typeof createRawServer>): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
