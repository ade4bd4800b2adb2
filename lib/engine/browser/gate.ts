import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from 'node:http';
import { request as requestTls } from 'node:https';
import { type AddressInfo, connect, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import {
  credentialsOf,
  type NetworkSettings,
  proxyFor,
  trustedAuthorities,
  tunnel,
  withoutBrackets,
} from '../http/network/route.ts';
import { type Bounds, OutOfBounds, portOf } from './bounds.ts';

/** Time limit for connecting, in milliseconds. */
const CONNECT_TIMEOUT_MS = 15_000;

/**
 * The browser's only way to the network: a local proxy that resolves names itself, connects only to allowed addresses, and goes through
 * the user's proxy when one is set.
 */
export class Gate {
  readonly #bounds: Bounds | null;
  readonly #network: NetworkSettings;
  readonly #server: Server;
  readonly #open = new Set<Duplex>();
  readonly #closing = new AbortController();
  readonly #refused = new Set<string>();
  #lastError: string | null = null;

  private constructor(bounds: Bounds | null, network: NetworkSettings) {
    this.#bounds = bounds;
    this.#network = network;
    this.#server = createServer({
      keepAliveTimeout: 0,
      headersTimeout: 0,
      requestTimeout: 0,
      maxHeaderSize: 256 * 1024,
    });
    this.#server.on('connection', (socket) => this.#track(socket));
    this.#server.on('request', (incoming, outgoing) => void this.#forward(incoming, outgoing));
    this.#server.on('connect', (incoming, near) => void this.#tunnel(incoming, near));
    this.#server.on('upgrade', (_, near) => near.destroy());
  }

  /** Opens the proxy on a free loopback port. `bounds`: null refuses everything. */
  static async open(bounds: Bounds | null, network: NetworkSettings): Promise<Gate> {
    const proxy = new Gate(bounds, network);
    proxy.#server.listen(0, '127.0.0.1');
    await once(proxy.#server, 'listening');
    // The browser's own activity keeps the process alive; the proxy alone must not.
    proxy.#server.unref();
    return proxy;
  }

  /** In the form of the browser's `--proxy-server` option. */
  get address(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** `host:port` of every refused request. */
  get refused(): readonly string[] {
    return [...this.#refused];
  }

  /** The last error on the way to an allowed address; null if there was none. */
  get trouble(): string | null {
    return this.#lastError;
  }

  /** Throws OutOfBounds when the address may not be called, and the lookup's error when it cannot be resolved. */
  async mayReach(url: URL): Promise<void> {
    await this.#routeTo(url.hostname, portOf(url)).catch((error: unknown) => {
      this.#recordFailure(error, url.hostname, portOf(url));
      throw error;
    });
  }

  close(): void {
    this.#closing.abort();
    this.#server.close();
    for (const stream of this.#open) stream.destroy();
  }

  /** HTTPS and WebSockets: bytes are passed on without being read. */
  async #tunnel(incoming: IncomingMessage, near: Duplex): Promise<void> {
    const url = URL.parse(`any://${incoming.url}`);
    const [hostname, port] = [url?.hostname ?? '', Number(url?.port)];
    try {
      const far = this.#track(await this.#connect(hostname, port));
      near.write('HTTP/1.1 200 OK\r\n\r\n');
      join(near, far);
    } catch (error) {
      const refused = this.#recordFailure(error, hostname, port);
      // A 403 tells the browser that the page asked for a forbidden address; a dropped connection reads as a network failure.
      if (refused) near.end('HTTP/1.1 403 Forbidden\r\nContent-Length: 0\r\n\r\n');
      else near.destroy();
    }
  }

  /** A plain HTTP request. */
  async #forward(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const url = URL.parse(incoming.url ?? '');
    const [hostname, port] = [url?.hostname ?? '', Number(url?.port || 80)];
    try {
      if (url?.protocol !== 'http:') throw new OutOfBounds('no http address');
      const path = incoming.url?.slice(url.origin.length) ?? '/';
      const onward = await this.#request(url, port, path.startsWith('/') ? path : `/${path}`, incoming);
      onward.on('response', (answer) => {
        outgoing.writeHead(answer.statusCode ?? 502, answer.statusMessage, withoutHopByHop(answer.rawHeaders));
        answer.on('close', () => answer.complete || outgoing.destroy());
        answer.pipe(outgoing);
      });
      onward.on('error', (error) => {
        this.#recordFailure(error, hostname, port);
        outgoing.destroy();
      });
      outgoing.on('close', () => onward.destroy());
      incoming.pipe(onward);
    } catch (error) {
      if (this.#recordFailure(error, hostname, port)) outgoing.writeHead(403).end();
      else outgoing.destroy();
    }
  }

  async #request(url: URL, port: number, path: string, { method = 'GET', rawHeaders }: IncomingMessage) {
    const { addresses, proxy } = await this.#routeTo(url.hostname, port);
    // A new connection for each request: a POST must not be sent on a connection that is being closed.
    const common = { method, agent: false, signal: this.#closing.signal } as const;
    const headers = [...withoutHopByHop(rawHeaders), 'Connection', 'close'];
    if (proxy === null) return request({ ...common, ...connectOptions(addresses, port), path, headers });
    const credentials = credentialsOf(proxy).flatMap((line) => line.split(': '));
    return (proxy.protocol === 'https:' ? requestTls : request)({
      ...common,
      ...trustedAuthorities(this.#network),
      host: withoutBrackets(proxy.hostname),
      port: proxy.port || (proxy.protocol === 'https:' ? 443 : 80),
      path: url.origin + path,
      headers: [...headers, ...credentials],
    });
  }

  async #connect(hostname: string, port: number): Promise<Socket> {
    const { addresses, proxy } = await this.#routeTo(hostname, port);
    const signal = AbortSignal.any([this.#closing.signal, AbortSignal.timeout(CONNECT_TIMEOUT_MS)]);
    if (proxy !== null) return await tunnel(proxy, { host: withoutBrackets(hostname), port }, this.#network, signal);
    const socket = connect(connectOptions(addresses, port));
    try {
      await once(socket, 'connect', { signal });
      return socket;
    } catch (error) {
      socket.on('error', () => {}).destroy();
      throw error;
    }
  }

  /** Throws OutOfBounds. */
  async #routeTo(hostname: string, port: number): Promise<{ addresses: readonly string[]; proxy: URL | null }> {
    const bounds = this.#bounds;
    if (bounds === null || !(port > 0)) throw new OutOfBounds('nothing may be called');
    const proxy = proxyFor(this.#network, `${bounds.schemeOf(hostname, port)}//${hostname}:${port}`);
    const addresses = await bounds.addresses(hostname, port).catch((error: unknown) => {
      // Behind a proxy, external names may be resolvable only by the proxy.
      if (proxy === null || error instanceof OutOfBounds) throw error;
      return [];
    });
    return { addresses, proxy };
  }

  /** Returns whether the request was refused. */
  #recordFailure(error: unknown, hostname: string, port: number): boolean {
    if (error instanceof OutOfBounds) {
      this.#refused.add(`${hostname}:${port}`);
      return true;
    }
    if (!this.#closing.signal.aborted) this.#lastError = error instanceof Error ? error.message : String(error);
    return false;
  }

  #track<T extends Duplex>(stream: T): T {
    if (this.#closing.signal.aborted) stream.destroy();
    this.#open.add(stream);
    stream.on('error', () => {}).on('close', () => this.#open.delete(stream));
    return stream;
  }
}

/** Connects to the addresses that were checked: a second lookup of the name could give others. */
function connectOptions(addresses: readonly string[], port: number) {
  const [first = ''] = addresses;
  const all = addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
  type Found = (error: null, address: string | typeof all, family?: number) => void;
  return {
    host: addresses.length === 1 ? first : 'judged',
    port,
    noDelay: true,
    lookup: (_: string, options: { all?: boolean }, found: Found) =>
      options.all ? found(null, all) : found(null, first, first.includes(':') ? 6 : 4),
  };
}

/** All headers except hop-by-hop ones. */
function withoutHopByHop(rawHeaders: readonly string[]): string[] {
  const kept: string[] = [];
  for (let at = 0; at + 1 < rawHeaders.length; at += 2) {
    const [name = '', value = ''] = rawHeaders.slice(at, at + 2);
    if (!/^(connection|keep-alive|proxy-.*|transfer-encoding|upgrade)$/i.test(name)) kept.push(name, value);
  }
  return kept;
}

function join(near: Duplex, far: Duplex): void {
  for (const [one, other] of [
    [near, far],
    [far, near],
  ] as const) {
    one.on('error', () => other.destroy()).on('close', () => other.destroy());
    one.pipe(other);
  }
}
