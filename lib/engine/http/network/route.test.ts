import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, createServer as createTcpServer, type Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { apiOf } from '../../../interface/actors/endpoints.ts';
import { Control } from '../../../interface/control/control.ts';
import { createClient } from '../client.ts';
import { noMask } from '../shown/mask.ts';
import { authority } from '../testing/certificates.ts';
import { startForwardProxy, startTls, type Way } from '../testing/ways.ts';
import { directly, type NetworkSettings, openSocket, proxyFor } from './route.ts';
import { createTransport } from './transport.ts';

const ways: Way[] = [];
const paths: string[] = [];
const server = createServer((request, response) => {
  paths.push(request.url ?? '');
  response.writeHead(200, { 'content-type': 'application/json' }).end('{"supports":[]}');
});
let plain = '';

beforeEach(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  plain = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterEach(async () => {
  for (const way of ways.splice(0)) await way.close();
  server.closeAllConnections();
  server.close();
  await once(server, 'close');
  paths.length = 0;
});

async function opened(way: Promise<Way>): Promise<Way> {
  ways.push(await way);
  return await way;
}

const through = (all: string, change: Partial<NetworkSettings> = {}): NetworkSettings => ({
  ...directly,
  ...change,
  proxies: { ...directly.proxies, all },
});

async function get(baseUrl: string, network: NetworkSettings, reference = 'a'): Promise<number> {
  const transport = createTransport({ network });
  const client = apiOf(createClient({ baseUrl, credentials: null, transport, mask: noMask, deadlineMs: 5_000 }));
  try {
    return (await client.getCheckout(reference)).status;
  } finally {
    await transport.close();
  }
}

describe('TLS with a private authority', () => {
  test('is not trusted unless one is told', async () => {
    const { url } = await opened(startTls(plain));
    await expect(get(url, directly)).rejects.toThrow(/certificate/);
    await expect(get(url, { ...directly, ca: authority })).resolves.toBe(200);
  });

  test('control, and requests written by hand, trust it as well', async () => {
    const { url } = await opened(startTls(plain));
    const control = new Control(url, null, { ...directly, ca: authority });
    await control.discover();
    await control.close();
    const { socket } = await openSocket({ ...directly, ca: authority }, url, AbortSignal.timeout(5_000));
    socket.destroy();
    await expect(openSocket(directly, url, AbortSignal.timeout(5_000))).rejects.toThrow(/certificate/);
  });
});

describe('a proxy in between', () => {
  test('is asked for http by the whole address, with the path as it is', async () => {
    const proxy = await opened(startForwardProxy());
    expect(await get(`${plain}/base/`, through(proxy.url), '..')).toBe(200);
    expect(proxy.passed).toEqual([`GET ${plain}/base/v1/checkouts/..`]);
    expect(paths).toEqual(['/base/v1/checkouts/..']);
  });

  test('makes a tunnel for https, to a name that only it knows', async () => {
    const proxy = await opened(startForwardProxy());
    const { port } = new URL((await opened(startTls(plain))).url);
    const there = `https://sandbox.example.com:${port}`;
    expect(await get(there, through(proxy.url, { ca: authority }))).toBe(200);
    const { socket, shown } = await openSocket(
      through(proxy.url, { ca: authority }),
      there,
      AbortSignal.timeout(5_000),
    );
    socket.destroy();
    expect(shown('/x')).toBe('/x');
    expect(proxy.passed).toEqual([`CONNECT sandbox.example.com:${port}`, `CONNECT sandbox.example.com:${port}`]);
  });

  test('is left at once, also in the middle of TLS', async () => {
    const proxy = await opened(startForwardProxy());
    const open = new Set<Socket>();
    const silent = createTcpServer((socket) => {
      open.add(socket);
      socket.on('error', () => {}).resume();
      socket.on('close', () => open.delete(socket));
    }).listen(0, '127.0.0.1');
    await once(silent, 'listening');
    const transport = createTransport({ network: through(proxy.url, { ca: authority }) });
    const origin = `https://127.0.0.1:${(silent.address() as AddressInfo).port}`;
    const request = { origin, method: 'GET', path: '/', headers: [], body: null };
    const answer = transport.send(request, { deadlineMs: 60_000, maxBodyBytes: 1_024 });
    await expect.poll(() => open.size, { interval: 5 }).toBe(1);
    const before = performance.now();
    await transport.close();
    expect((await answer).failure).not.toBeNull();
    await expect.poll(() => open.size, { interval: 5, timeout: 20_000 }).toBe(0);
    // The remaining 10 s that connecting may take are not waited for.
    expect(performance.now() - before).toBeLessThan(8_000);
    silent.close();
  });

  test('may want credentials, and says so', async () => {
    const proxy = await opened(startForwardProxy('ada:s3cret'));
    const known = proxy.url.replace('//', '//ada:s3cret@');
    const { url } = await opened(startTls(plain));
    expect(await get(plain, through(known))).toBe(200);
    expect(await get(url, through(known, { ca: authority }))).toBe(200);
    await expect(get(plain, through(proxy.url))).rejects.toThrow('the proxy wants other credentials');
    await expect(get(url, through(proxy.url, { ca: authority }))).rejects.toThrow('the proxy wants other credentials');
  });

  test('that is not there is told', async () => {
    const proxy = await opened(startForwardProxy());
    await ways.pop()?.close();
    await expect(get(plain, through(proxy.url))).rejects.toThrow('the connection was refused');
    await expect(get(plain.replace('http:', 'https:'), through(proxy.url))).rejects.toThrow(
      'the connection was refused',
    );
  });

  test.each([
    ['https://sandbox.example.com', '', 'http://s/'],
    ['http://sandbox.example.com', '', 'http://p/'],
    ['https://sandbox.example.com', 'other.com, example.com', null],
    ['https://sandbox.example.com', '.example.com', null],
    ['https://sandbox.example.com', '*.example.com', null],
    ['https://sandbox.example.com', 'ample.com', 'http://s/'],
    ['https://sandbox.example.com:8443', 'sandbox.example.com:443', 'http://s/'],
    ['https://sandbox.example.com', 'sandbox.example.com:443', null],
    ['https://sandbox.example.com', '*', null],
    ['http://127.0.0.1:80', '', null],
    ['https://localhost', '', null],
    ['http://[::1]:80', '', null],
  ])('on the way to %s, except %j: %s', (address, except, proxy) => {
    const proxies = { all: null, http: 'http://p/', https: 'http://s/', except };
    expect(proxyFor({ ...directly, proxies }, address)?.href ?? null).toBe(proxy);
    expect(proxyFor({ ...directly, proxies: { ...proxies, all: 'http://a/' } }, address)?.href).toBe('http://a/');
  });
});
