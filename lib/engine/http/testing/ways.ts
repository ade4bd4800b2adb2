import { once } from 'node:events';
import { createServer, type IncomingMessage, request } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import { certificate, key } from './certificates.ts';

export interface Way {
  readonly url: string;
  /** The requests that passed: `CONNECT host:port`, or `GET http://...`; empty for TLS connections. */
  readonly passed: string[];
  close(): Promise<void>;
}

/** TLS in front of an http address, with a certificate that only the test's authority has signed. */
export async function startTls(to: string): Promise<Way> {
  const { hostname, port, pathname } = new URL(to);
  const server = createTlsServer({ cert: certificate, key }, (near) => join(near, connect(Number(port), hostname)));
  return await listening(server, 'https', pathname.replace(/\/+$/, ''), []);
}

/** A forward proxy, as in companies: CONNECT for https, the complete address in the request line for http. */
export async function startForwardProxy(credentials?: string): Promise<Way> {
  const passed: string[] = [];
  const refuses = ({ headers }: IncomingMessage) =>
    credentials !== undefined &&
    headers['proxy-authorization'] !== `Basic ${Buffer.from(credentials).toString('base64')}`;
  const server = createServer((incoming, outgoing) => {
    passed.push(`${incoming.method} ${incoming.url}`);
    if (refuses(incoming)) return void outgoing.writeHead(407, { 'proxy-authenticate': 'Basic realm="proxy"' }).end();
    const { origin } = new URL(incoming.url ?? '');
    const path = incoming.url?.slice(origin.length) ?? '/';
    const { 'proxy-authorization': _, ...headers } = incoming.headers;
    const { hostname, port } = new URL(origin);
    const onward = request({ hostname, port, path, method: incoming.method ?? 'GET', headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    });
    onward.on('error', () => outgoing.destroy());
    incoming.pipe(onward);
  });
  server.on('connect', (incoming: IncomingMessage, near: Socket) => {
    passed.push(`CONNECT ${incoming.url}`);
    if (refuses(incoming))
      return void near.end('HTTP/1.1 407 Who\r\nProxy-Authenticate: Basic realm="proxy"\r\nContent-Length: 0\r\n\r\n');
    // Every host name leads to this machine.
    const far = connect(Number(incoming.url?.split(':').at(-1)), '127.0.0.1', () => {
      near.write('HTTP/1.1 200 Established\r\n\r\n');
    });
    join(near, far);
  });
  return await listening(server, 'http', '', passed);
}

function join(near: Socket, far: Socket): void {
  for (const [one, other] of [
    [near, far],
    [far, near],
  ] as const) {
    one.on('error', () => other.destroy()).on('close', () => other.destroy());
    one.pipe(other);
  }
}

type Listening = ReturnType<typeof createServer> | ReturnType<typeof createTlsServer>;

async function listening(server: Listening, scheme: string, path: string, passed: string[]): Promise<Way> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => sockets.add(socket.on('error', () => {})));
  server.on('tlsClientError', () => {});
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `${scheme}://127.0.0.1:${(server.address() as AddressInfo).port}${path}`,
    passed,
    async close() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
