import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Browser } from '../../engine/browser/browser.ts';
import { Chromium } from '../../engine/browser/chromium.ts';
import { directly } from '../../engine/http/network/route.ts';
import { readSettings } from '../target/settings.ts';
import { openHostedPage } from './hosted-page.ts';

/** A hosted page that tries to call another server in every possible way. That server listens on this machine and must receive nothing. */

type Way = (elsewhere: string, way: string) => string;
const script = (text: string) => `<script>${text}</script>`;
const worker = (text: string) => `new Worker(URL.createObjectURL(new Blob([${JSON.stringify(text)}])))`;

/** Each requests a path of `elsewhere` with its own name. */
const ways: Record<string, Way> = {
  fetch: (to) => script(`fetch('${to}', { mode: 'no-cors' }).catch(() => {})`),
  xhr: (to) => script(`const x = new XMLHttpRequest(); x.open('GET', '${to}'); x.send()`),
  img: (to) => `<img src="${to}">`,
  css: (to) => `<style>@import '${to}'; body { background: url('${to}') }</style>`,
  video: (to) => `<video src="${to}" autoplay muted></video><object data="${to}"></object><embed src="${to}">`,
  websocket: (to) => script(`new WebSocket('${to.replace('http', 'ws')}')`),
  eventsource: (to) => script(`new EventSource('${to}')`),
  worker: (to) => script(worker(`fetch('${to}', { mode: 'no-cors' }).catch(() => {})`)),
  'worker-websocket': (to) => script(worker(`new WebSocket('${to.replace('http', 'ws')}')`)),
  'shared-worker': (to) =>
    script(`new SharedWorker(URL.createObjectURL(new Blob(["fetch('${to}', { mode: 'no-cors' })"])))`),
  iframe: (to) => `<iframe src="${to}"></iframe>`,
  'redirected-img': (to) => `<img src="/redirect?${to}">`,
  'redirected-fetch': (to) => script(`fetch('/redirect?${to}', { mode: 'no-cors' }).catch(() => {})`),
  'redirected-iframe': (to) => `<iframe src="/redirect?${to}"></iframe>`,
  'redirected-worker': (to) => script(worker(`fetch(location.origin + '/redirect?${to}', { mode: 'no-cors' })`)),
  'redirected-page': (to) => script(`location.href = '/redirect?${to}'`),
  'meta-refresh': (to) => `<meta http-equiv="refresh" content="0;url=${to}">`,
  'window-open': (to) => script(`open('${to}')`),
  'opened-websocket': (to) => script(`open('/websocket-of?${to.replace('http', 'ws')}')`),
  navigation: (to) => script(`location.href = '${to}'`),
  prefetch: (to) => `<link rel="prefetch" href="${to}">`,
  preload: (to) => `<link rel="preload" as="image" href="${to}"><link rel="modulepreload" href="${to}">`,
  preconnect: (to) => `<link rel="preconnect" href="${to}"><link rel="dns-prefetch" href="${to}">`,
  beacon: (to) => script(`navigator.sendBeacon('${to}', 'x')`),
  form: (to) => `<form id="f" method="post" action="${to}"></form>${script('f.submit()')}`,
  'download-link': (to) => `<a id="a" href="${to}" download>x</a>${script('a.click()')}`,
};

/** Ways that stay closed even if PAGE_HOSTS names the host. */
const never: Record<string, Way> = {
  'service-worker': () => script("navigator.serviceWorker.register('/service-worker.js').catch(() => {})"),
  webrtc: (to) => {
    const { host, port } = new URL(to);
    return script(`const c = new RTCPeerConnection({ iceServers: [{ urls: ['stun:${host}', 'stun:127.0.0.1:${port}'] },
      { urls: ['turn:${host}?transport=tcp', 'turn:${host}?transport=udp'], username: 'u', credential: 'c' }] });
      c.createDataChannel('x'); c.createOffer().then((offer) => c.setLocalDescription(offer))`);
  },
  webtransport: (to) => script(`new WebTransport('${to.replace('http:', 'https:')}').ready.catch(() => {})`),
  'by-name': (to) => script(`fetch('${to.replace('127.0.0.1', 'localhost')}', { mode: 'no-cors' }).catch(() => {})`),
  'by-other-name': (to) =>
    `<img src="${to.replace('127.0.0.1', 'x.localhost')}"><img src="${to.replace('127.0.0.1', '2130706433')}">`,
  'by-sixth-version': (to) =>
    `<img src="${to.replace('127.0.0.1', '[::1]')}"><img src="${to.replace('127.0.0.1', '[::ffff:127.0.0.1]')}">`,
  metadata: () =>
    `<iframe src="http://169.254.169.254/latest/meta-data/"></iframe>${script("new WebSocket('ws://169.254.169.254/')")}`,
  ping: (to) => `<a id="a" href="#x" ping="${to}">x</a>${script('a.click()')}`,
  file: () => `<iframe src="file:///etc/passwd"></iframe>${script("open('file:///etc/passwd')")}`,
};

/** What the forbidden server received: `TCP`, `UDP`, and the paths of requests. */
const heard: string[] = [];
const settings = readSettings({}).pages;
const chromium = new Chromium(null);
const udp = createSocket('udp4');
const elsewhere = createServer((request, response) => {
  heard.push(request.url ?? '');
  response.writeHead(200, { 'access-control-allow-origin': '*' }).end('a text of another service');
})
  .on('connection', () => heard.push('TCP'))
  .on('upgrade', (request, socket) => {
    heard.push(request.url ?? '');
    socket.destroy();
  });
const target: Server = createServer((request, response) => {
  const path = request.url ?? '/';
  const query = decodeURIComponent(path.split('?')[1] ?? '');
  const html = (page: string) =>
    response.writeHead(200, { 'content-type': 'text/html' }).end(`<!doctype html><p>Pay here</p>${page}`);
  if (path.startsWith('/redirect?')) return response.writeHead(302, { location: query }).end();
  // Chromium fails a socket of a page that has only just been opened now and then, before it connects anywhere: such a page tries again.
  if (path.startsWith('/websocket-of?'))
    return html(
      script(`let left = 20; const open = () => { new WebSocket('${query}').onclose = () => left-- && setTimeout(open, 200) };
      open()`),
    );
  if (path === '/service-worker.js')
    return response
      .writeHead(200, { 'content-type': 'text/javascript' })
      .end(`oninstall = () => fetch('${there}/service-worker', { mode: 'no-cors' })`);
  if (path === '/own') {
    const { port } = target.address() as AddressInfo;
    return html(
      script(`const s = new WebSocket('ws://127.0.0.1:${port}/socket');
      s.onerror = () => document.body.append('socket reached the target')`),
    );
  }
  if (path === '/flood') {
    response.writeHead(200, { 'content-disposition': 'attachment; filename="big.bin"', 'content-type': 'x/y' });
    const more = () => {
      if (response.destroyed || flooded > 64) return void response.end();
      flooded++;
      response.write(Buffer.alloc(1 << 20), () => setTimeout(more, 2));
    };
    return more();
  }
  if (path === '/downloads')
    return html(`<iframe src="/flood"></iframe><a id="a" href="/flood" download>x</a>${script('a.click()')}`);
  const name = path.slice(1);
  return html((ways[name] ?? never[name])?.(`${there}/${name}`, name) ?? '');
});
let sockets = 0;
/** MiB that the browser took of an offered download. */
let flooded = 0;
target.on('upgrade', (_, socket) => {
  sockets++;
  socket.destroy();
});
let here = '';
let there = '';

beforeAll(async () => {
  elsewhere.listen(0, '127.0.0.1');
  target.listen(0, '127.0.0.1');
  await Promise.all([once(elsewhere, 'listening'), once(target, 'listening')]);
  const { port } = elsewhere.address() as AddressInfo;
  udp.on('message', () => heard.push('UDP')).bind(port, '127.0.0.1');
  here = `http://127.0.0.1:${(target.address() as AddressInfo).port}`;
  there = `http://127.0.0.1:${port}`;
});
afterAll(async () => {
  await chromium.close();
  udp.close();
  for (const server of [elsewhere, target]) {
    server.closeAllConnections();
    server.close();
  }
});

interface Visit {
  readonly hosts?: readonly string[];
  readonly targets?: readonly string[];
  /** The page stays open until this resolves. */
  readonly until?: () => Promise<unknown>;
}

/** Opens a page of the target, whose hosts are `targets`, and waits until it is still. */
async function visit(address: string, { hosts = [], targets = [here], until }: Visit = {}) {
  const browser = new Browser({ ...settings, hosts }, targets, { network: directly, chromium });
  const page = await openHostedPage(browser, settings, {
    url: address,
    goal: 'checkout',
    returnUrl: null,
    email: null,
  });
  await (until === undefined ? page.shows('socket reached the target', 4_000) : until());
  await page.close();
  return page.texts.join('\n');
}

describe('a page that may call nobody else', () => {
  describe.concurrent('tries', () => {
    test.each(Object.keys({ ...ways, ...never }))('%s', async (way) => {
      expect(await visit(`${here}/${way}`)).not.toMatch(/another service|root:/);
    });
  });

  test('and nothing is heard', () => {
    expect(heard).toEqual([]);
  });

  test('and reaches its own service all the same', async () => {
    expect(await visit(`${here}/own`)).toContain('socket reached the target');
    expect(sockets).toBe(1);
  });

  test('nor did the browser itself ask for anything', () => {
    expect(chromium.refused).toEqual([]);
  });
});

describe.concurrent('the ways are ways: where PAGE_HOSTS names the host,', () => {
  test.for(Object.keys(ways).filter((way) => way !== 'preconnect'))('%s is heard', async (way, { expect }) => {
    const until = () => expect.poll(() => heard).toContain(`/${way}`);
    await visit(`${here}/${way}`, { hosts: [new URL(there).host], until });
  });
});

describe('an address of a hosted page', () => {
  test.each([
    ['on this machine, of a target elsewhere', () => `${there}/img`],
    ['by name', () => there.replace('127.0.0.1', 'localhost')],
    ['on the link', () => 'http://169.254.169.254/latest/meta-data/'],
    ['in a private network', () => 'http://10.0.0.1/'],
  ])('%s is not opened', async (_, address) => {
    heard.length = 0;
    await expect(visit(address(), { targets: ['https://203.0.113.7/api'] })).rejects.toThrow(
      /not a public address, nor the target's own.*PAGE_HOSTS/,
    );
    expect(heard).toEqual([]);
  });
});

test.runIf(process.platform === 'linux')(
  'the browser knows no secret of this process, and its folder goes with it',
  async () => {
    process.env.TARGET_API_KEY_OF_A_TEST = 'svc_test_sk_secret';
    const own = new Chromium(null);
    try {
      await own.running;
      const environments = readdirSync('/proc')
        .filter((name) => /^\d+$/.test(name))
        .flatMap((id) => {
          try {
            const of = (file: string) => readFileSync(`/proc/${id}/${file}`, 'utf8');
            return of('cmdline').includes('--headless')
              ? [
                  of('environ')
                    .split('\0')
                    .map((each) => each.split('=')[0]),
                ]
              : [];
          } catch {
            return [];
          }
        });
      expect(environments.length).toBeGreaterThan(0);
      expect(environments.flat()).not.toContain('TARGET_API_KEY_OF_A_TEST');
      expect(readdirSync(tmpdir()).some((name) => name.startsWith('hosted-pages-'))).toBe(true);
    } finally {
      delete process.env.TARGET_API_KEY_OF_A_TEST;
      await own.close();
    }
  },
);

test('downloads are refused: what is offered without end is not taken', async () => {
  await visit(`${here}/downloads`);
  expect(flooded).toBeLessThan(16);
});
