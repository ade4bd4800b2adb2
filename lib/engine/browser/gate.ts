import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from 'node:http';
import { request as requestTls } from 'node:https';
import { type AddressInfo, connect, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { bare, credentialsOf, type NetworkSettings, proxyFor, trusted, tunnel } from '../http/network/route.ts';
import { type Bounds, OutOfBounds, portOf } from './bounds.ts';

/** The longest that connecting may take, in ms. */
const CONNECTING = 15_000;

/**
 * The only way out of the browser: a proxy on this machine that resolves names itself, connects to what is within bounds, and goes on
 * through the user's own proxy where there is one.
 */
export class Gate {
  readonly #bounds: Bounds | null;
  readonly #network: NetworkSettings;
  readonly #server: Server;
  readonly #open = new Set<Duplex>();
  readonly #ending = new AbortController();
  readonly #refused = new Set<string>();
  #trouble: string | null = null;

  private constructor(bounds: Bounds | null, network: NetworkSettings) {
    this.#bounds = bounds;
    this.#network = network;
    this.#server = createServer({
      keepAliveTimeout: 0,
      headersTimeout: 0,
      requestTimeout: 0,
      maxHeaderSize: 256 * 1024,
    });
    this.#server.on('connection', (socket) => this.#hold(socket));
    this.#server.on('request', (incoming, outgoing) => void this.#forward(incoming, outgoing));
    this.#server.on('connect', (incoming, near) => void this.#tunnel(incoming, near));
    this.#server.on('upgrade', (_, near) => near.destroy());
  }

  /** Opens one on a free port of this machine. `bounds`: null lets nothing through. */
  static async open(bounds: Bounds | null, network: NetworkSettings): Promise<Gate> {
    const gate = new Gate(bounds, network);
    gate.#server.listen(0, '127.0.0.1');
    await once(gate.#server, 'listening');
    // What is under way in the browser keeps the process; the gate alone does not.
    gate.#server.unref();
    return gate;
  }

  /** As a browser takes it. */
  get address(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** `host:port` of what was asked for and refused. */
  get refused(): readonly string[] {
    return [...this.#refused];
  }

  /** What went wrong last on the way to what may be called; null: nothing did. */
  get trouble(): string | null {
    return this.#trouble;
  }

  /** Throws OutOfBounds where an address may not be called, and what the lookup throws where it leads nowhere. */
  async mayReach(url: URL): Promise<void> {
    await this.#way(url.hostname, portOf(url)).catch((error: unknown) => {
      this.#note(error, url.hostname, portOf(url));
      throw error;
    });
  }

  close(): void {
    this.#ending.abort();
    this.#server.close();
    for (const stream of this.#open) stream.destroy();
  }

  /** What is https, and WebSockets: bytes that are not looked at. */
  async #tunnel(incoming: IncomingMessage, near: Duplex): Promise<void> {
    const url = URL.parse(`any://${incoming.url}`);
    const [hostname, port] = [url?.hostname ?? '', Number(url?.port)];
    try {
      const far = this.#hold(await this.#connect(hostname, port));
      near.write('HTTP/1.1 200 OK\r\n\r\n');
      join(near, far);
    } catch (error) {
      const refused = this.#note(error, hostname, port);
      // Answered with a refusal, it is the page's fault; cut off, the network's.
      if (refused) near.end('HTTP/1.1 403 Forbidden\r\nContent-Length: 0\r\n\r\n');
      else near.destroy();
    }
  }

  /** A request by http. */
  async #forward(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const url = URL.parse(incoming.url ?? '');
    const [hostname, port] = [url?.hostname ?? '', Number(url?.port || 80)];
    try {
      if (url?.protocol !== 'http:') throw new OutOfBounds('no http address');
      const path = incoming.url?.slice(url.origin.length) ?? '/';
      const onward = await this.#request(url, port, path.startsWith('/') ? path : `/${path}`, incoming);
      onward.on('response', (answer) => {
        outgoing.writeHead(answer.statusCode ?? 502, answer.statusMessage, passedOn(answer.rawHeaders));
        answer.on('close', () => answer.complete || outgoing.destroy());
        answer.pipe(outgoing);
      });
      onward.on('error', (error) => {
        this.#note(error, hostname, port);
        outgoing.destroy();
      });
      outgoing.on('close', () => onward.destroy());
      incoming.pipe(onward);
    } catch (error) {
      if (this.#note(error, hostname, port)) outgoing.writeHead(403).end();
      else outgoing.destroy();
    }
  }

  async #request(url: URL, port: number, path: string, { method = 'GET', rawHeaders }: IncomingMessage) {
    const { addresses, proxy } = await this.#way(url.hostname, port);
    // One connection for each: a POST must not meet one that is just being closed.
    const common = { method, agent: false, signal: this.#ending.signal } as const;
    const headers = [...passedOn(rawHeaders), 'Connection', 'close'];
    if (proxy === null) return request({ ...common, ...to(addresses, port), path, headers });
    const credentials = credentialsOf(proxy).flatMap((line) => line.split(': '));
    return (proxy.protocol === 'https:' ? requestTls : request)({
      ...common,
      ...trusted(this.#network),
      host: bare(proxy.hostname),
      port: proxy.port || (proxy.protocol === 'https:' ? 443 : 80),
      path: url.origin + path,
      headers: [...headers, ...credentials],
    });
  }

  async #connect(hostname: string, port: number): Promise<Socket> {
    const { addresses, proxy } = await this.#way(hostname, port);
    const signal = AbortSignal.any([this.#ending.signal, AbortSignal.timeout(CONNECTING)]);
    if (proxy !== null) return await tunnel(proxy, { host: bare(hostname), port }, this.#network, signal);
    const socket = connect(to(addresses, port));
    try {
      await once(socket, 'connect', { signal });
      return socket;
    } catch (error) {
      socket.on('error', () => {}).destroy();
      throw error;
    }
  }

  /** Throws OutOfBounds. */
  async #way(hostname: string, port: number): Promise<{ addresses: readonly string[]; proxy: URL | null }> {
    const bounds = this.#bounds;
    if (bounds === null || !(port > 0)) throw new OutOfBounds('nothing may be called');
    const proxy = proxyFor(this.#network, `${bounds.schemeOf(hostname, port)}//${hostname}:${port}`);
    const addresses = await bounds.addresses(hostname, port).catch((error: unknown) => {
      // Behind a proxy, names of the world outside may be known to it alone.
      if (proxy === null || error instanceof OutOfBounds) throw error;
      return [];
    });
    return { addresses, proxy };
  }

  /** Returns whether it was refused. */
  #note(error: unknown, hostname: string, port: number): boolean {
    if (error instanceof OutOfBounds) {
      this.#refused.add(`${hostname}:${port}`);
      return true;
    }
    if (!this.#ending.signal.aborted) this.#trouble = error instanceof Error ? error.message : String(error);
    return false;
  }

  #hold<T extends Duplex>(stream: T): T {
    if (this.#ending.signal.aborted) stream.destroy();
    this.#open.add(stream);
    stream.on('error', () => {}).on('close', () => this.#open.delete(stream));
    return stream;
  }
}

/** The addresses that were judged, and no others: the name is not looked up again. */
function to(addresses: readonly string[], port: number) {
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

/** All but what is said to the next hop alone. */
function passedOn(rawHeaders: readonly string[]): string[] {
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
