import { once } from 'node:events';
import { request } from 'node:http';
import { request as requestTls } from 'node:https';
import { connect, Socket } from 'node:net';
import { connect as connectTls, getCACertificates } from 'node:tls';
import { buildConnector, type Dispatcher, Pool, ProxyAgent } from 'undici';

/** How the target is reached. Plain data, so that it can be passed to a worker. */
export interface NetworkSettings {
  /** Certificates in PEM that are trusted in addition to the usual authorities; null: none. */
  readonly ca: string | null;
  readonly proxies: {
    /** For every address, including those of this machine. */
    readonly all: string | null;
    /** For http and for https addresses of other machines. */
    readonly http: string | null;
    readonly https: string | null;
    /** Host names, separated by commas, that are reached directly, as in NO_PROXY. */
    readonly except: string;
  };
  /** Time limit of one request, in milliseconds, from connecting to the last byte of its answer. */
  readonly timeoutMs: number;
}

export const directly: NetworkSettings = {
  ca: null,
  proxies: { all: null, http: null, https: null, except: '' },
  timeoutMs: 15_000,
};

/** The proxy for an http or https address; null: none. Addresses of this machine are reached directly, unless `all` is set. */
export function proxyFor({ proxies }: NetworkSettings, address: string): URL | null {
  const { protocol, hostname, port } = new URL(address);
  if (proxies.all !== null) return new URL(proxies.all);
  const proxy = protocol === 'https:' ? proxies.https : proxies.http;
  if (proxy === null || isLoopback(hostname)) return null;
  const host = withoutBrackets(hostname).toLowerCase();
  const named = proxies.except.split(/[\s,]+/).some((entry) => {
    const [, name = '', onlyPort] = /^(?:\*?\.)?(.*?)(?::(\d+))?$/.exec(entry.toLowerCase()) ?? [];
    if (entry === '*') return true;
    if (name === '' || (onlyPort !== undefined && onlyPort !== (port || (protocol === 'https:' ? '443' : '80'))))
      return false;
    return host === withoutBrackets(name) || host.endsWith(`.${name}`);
  });
  return named ? null : new URL(proxy);
}

/** Whether the address is on this machine, and no proxy is used for it. */
export function isOnThisMachine({ proxies }: NetworkSettings, address: string): boolean {
  return proxies.all === null && isLoopback(new URL(address).hostname);
}

/** The authorities to trust, as an option of `tls.connect`; empty if the usual ones suffice. */
export function trustedAuthorities({ ca }: Pick<NetworkSettings, 'ca'>): { ca?: string[] } {
  return ca === null ? {} : { ca: [...getCACertificates('default'), ca] };
}

/**
 * Connections to one origin, direct or through a proxy. Requests name the origin, and their path is sent as it is. `sockets`: holds every
 * socket from when it begins to connect until it is closed, as a pool cannot close those that are still connecting.
 */
export function openConnections(
  network: NetworkSettings,
  origin: string,
  { sockets, ...options }: Omit<Pool.Options, 'connect'> & { sockets?: Set<Socket> } = {},
): Dispatcher {
  const timeout = Math.min(network.timeoutMs, 10_000);
  const connecting = { timeout, ...trustedAuthorities(network) };
  const proxy = proxyFor(network, origin);
  const usual = { allowH2: false, ...options };
  if (proxy === null) {
    const connect = buildConnector({ ...connecting, allowH2: false } as buildConnector.BuildOptions);
    return new Pool(origin, { ...usual, connect: noting(connect, sockets) });
  }
  const open = (to: string | URL, { connect }: { connect?: Connector }, more: Pool.Options) =>
    new Pool(to, { ...more, ...(connect === undefined ? {} : { connect: noting(connect, sockets) }) });
  return new ProxyAgent({
    uri: proxy.href,
    ...usual,
    connectTimeout: timeout,
    proxyTls: connecting as object,
    requestTls: connecting as object,
    // Otherwise a proxy could delay the tunnel for ever.
    clientFactory: (to, given) => open(to, given, { ...given, headersTimeout: timeout }),
    factory: (to, given) => open(to, given, usual),
  });
}

type Connector = (...call: Parameters<buildConnector.connector>) => unknown;

/**
 * Notes each socket until it is closed. An AbortSignal that all share would not do: Node leaves a listener there for each socket that was
 * ever opened, and looks through all of them to add another.
 */
function noting(connect: Connector, sockets: Set<Socket> | undefined): buildConnector.connector {
  return (to, callback) => {
    // undici's types conceal that it returns the socket. That of TLS in a tunnel is not known here: it ends with the one to the proxy.
    const socket = connect(to, callback);
    if (!(socket instanceof Socket)) return;
    sockets?.add(socket);
    socket.once('close', () => sockets?.delete(socket));
  };
}

/** A connection for requests written byte by byte. `shown`: a path as the request line needs it. `headers`: lines for the proxy. */
export async function openSocket(
  network: NetworkSettings,
  origin: string,
  signal: AbortSignal,
): Promise<{ socket: Socket; shown(path: string): string; headers: readonly string[] }> {
  const { protocol, hostname, port } = new URL(origin);
  const secure = protocol === 'https:';
  const to = { host: withoutBrackets(hostname), port: Number(port || (secure ? 443 : 80)) };
  const proxy = proxyFor(network, origin);
  const options = { servername: isName(to.host) ? to.host : undefined, ...trustedAuthorities(network) };
  let socket: Socket;
  if (proxy === null) socket = secure ? connectTls({ ...to, ...options }) : connect(to);
  else if (secure) socket = connectTls({ socket: await tunnel(proxy, to, network, signal), ...options });
  else {
    const proxyAddress = {
      host: withoutBrackets(proxy.hostname),
      port: Number(proxy.port || (proxy.protocol === 'https:' ? 443 : 80)),
    };
    socket =
      proxy.protocol === 'https:'
        ? connectTls({ ...proxyAddress, ...trustedAuthorities(network) })
        : connect(proxyAddress);
  }
  try {
    await once(socket, 'encrypted' in socket ? 'secureConnect' : 'connect', { signal });
  } catch (error) {
    socket.on('error', () => {}).destroy();
    throw error;
  }
  const forwarded = proxy !== null && !secure;
  return {
    socket,
    shown: (path) => (forwarded ? origin + path : path),
    headers: forwarded ? credentialsOf(proxy) : [],
  };
}

/** A tunnel through a proxy, made with CONNECT as browsers do for https. */
export async function tunnel(
  proxy: URL,
  to: { host: string; port: number },
  network: NetworkSettings,
  signal: AbortSignal,
): Promise<Socket> {
  const connectRequest = (proxy.protocol === 'https:' ? requestTls : request)({
    method: 'CONNECT',
    host: withoutBrackets(proxy.hostname),
    port: proxy.port || (proxy.protocol === 'https:' ? 443 : 80),
    path: `${to.host.includes(':') ? `[${to.host}]` : to.host}:${to.port}`,
    headers: Object.fromEntries(credentialsOf(proxy).map((line) => line.split(': ') as [string, string])),
    signal,
    ...trustedAuthorities(network),
  }).end();
  const [answer, socket] = (await once(connectRequest, 'connect', { signal })) as [{ statusCode: number }, Socket];
  if (answer.statusCode === 200) return socket;
  socket.destroy();
  throw new Error(`the proxy answered CONNECT with ${answer.statusCode}`);
}

export function credentialsOf({ username, password }: URL): string[] {
  if (username === '') return [];
  const pair = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  return [`Proxy-Authorization: Basic ${Buffer.from(pair).toString('base64')}`];
}

function isLoopback(hostname: string): boolean {
  return /^(localhost|.*\.localhost|127\.[\d.]+|\[::1\])$/i.test(hostname);
}

function isName(host: string): boolean {
  return !/^[\d.]+$|:/.test(host);
}

/** Removes the brackets that an IPv6 address has only within a URL. */
export function withoutBrackets(hostname: string): string {
  return hostname.replace(/^\[|\]$/g, '');
}
