import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Browser } from '../../engine/browser/browser.ts';
import { noBrowser } from '../../engine/browser/chromium.ts';
import { PageError, PageTooSlow } from '../../engine/browser/page.ts';
import { readSettings } from '../target/settings.ts';
import { openHostedPage } from './hosted-page.ts';

/** Hosted pages that would keep a buyer busy forever: each visit ends in bounded time, with a reason. */

const script = (text: string) => `<!doctype html><title>Pay</title><p>Pay here</p><script>${text}</script>`;

const pages: Record<string, string | ((response: ServerResponse) => void)> = {
  'never answers': () => {},
  'never ends to load': (response) => void response.write('<p>Pay here</p>'),
  'waits for a picture for ever': '<p>Pay here</p><img src="/never answers">',
  'asks and asks': script('for (;;) alert("Really?")'),
  'asks again and again': script('setInterval(() => confirm("Really?"), 10)'),
  'opens more and more pages': script('setInterval(() => open("/opens more and more pages"), 50)'),
  'reloads for ever': script('location.reload()'),
  'goes elsewhere': script('setInterval(() => { location.href = "http://elsewhere.example.net/" }, 50)'),
  'redirects to itself': (response) => void response.writeHead(302, { location: '/redirects to itself' }).end(),
  'keeps busy': script('setTimeout(() => { for (;;); }, 100)'),
  'holds back whoever leaves': script(
    'onbeforeunload = () => "Stay!"; setInterval(() => history.pushState(1, "", "#" + Math.random()), 20)',
  ),
  'grows and grows': script(
    'setInterval(() => { for (let i = 0; i < 200; i++) document.body.append(document.createElement("input")) }, 20)',
  ),
  'is a bomb': (response) =>
    void response
      .writeHead(200, { 'content-type': 'text/html', 'content-encoding': 'gzip' })
      .end(gzipSync(Buffer.alloc(20 * 1024 * 1024, '<b>'))),
  'cuts the connection': (response) => void response.destroy(),
  'counts down': script(
    'let left = 1e6; setInterval(() => { document.querySelector("p").textContent = "Expired " + left-- + " s ago" }, 50)',
  ),
  'signs nobody in':
    '<form method="post"><label>E-mail <input name="email"></label><label>Password <input name="password" type="password"></label><button>Sign in</button></form>',
};

const server = createServer((request, response) => {
  const page = pages[decodeURIComponent((request.url ?? '/').slice(1))];
  response.on('error', () => {});
  if (typeof page === 'function') page(response);
  else response.writeHead(page === undefined ? 404 : 200, { 'content-type': 'text/html' }).end(page);
});
let origin = '';
let browser: Browser;

beforeAll(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  browser = new Browser(readSettings({}).pages, [origin]);
});
afterAll(async () => {
  await browser.close();
  server.closeAllConnections();
  server.close();
});

describe.skipIf(noBrowser(readSettings({}).pages) !== null).concurrent('a page that', () => {
  test.each(Object.keys(pages))('%s', async (name) => {
    const pay = async () => {
      const visit = { goal: 'checkout', returnUrl: null, email: null, longestMs: 3_000 } as const;
      const page = await openHostedPage(browser, readSettings({}).pages, {
        ...visit,
        url: `${origin}/${encodeURIComponent(name)}`,
        onScreenshot: () => {},
      });
      try {
        return await page.pays();
      } finally {
        await page.close();
      }
    };
    const ended = await pay().catch((error: unknown) => error);
    expect([PageError, PageTooSlow]).toContain(Object(ended).constructor);
    expect((ended as Error).message).toMatch(
      /^the checkout page http.*: (page\.goto: |no way to pay was found: |the page was not done )/,
    );
  });

  test.each([
    ['signs nobody in', 300_000, 'it asks for the same again and again'],
    // Long enough that the browser itself is not slow, also where other tests keep this machine busy.
    ['counts down', 10_000, 'it took too long'],
  ])('%s refuses: it was not the browser that was slow', async (name, longestMs, words) => {
    const visit = { goal: 'escrow', returnUrl: null, email: 'ada@example.com' } as const;
    const page = await openHostedPage(browser, readSettings({}).pages, {
      ...visit,
      url: `${origin}/${encodeURIComponent(name)}`,
      longestMs,
    });
    const ended = await page.pays().catch((error: unknown) => error);
    await page.close();
    expect(ended).toBeInstanceOf(PageError);
    expect((ended as Error).message).toContain(words);
  });
});
