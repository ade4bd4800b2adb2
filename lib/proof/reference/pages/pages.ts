/** The hosted pages, at the same address as the interface. They need no key. */

import type { Hono } from 'hono';
import { html } from 'hono/html';
import type { Environment } from '../rules/records.ts';
import type { Service } from '../rules/rulebook.ts';
import { type Env, readRaw, type Web } from '../wire/listener.ts';
import type { PageAnswer } from './layout.ts';
import { page, summary } from './layout.ts';

/** More than any form of these pages needs. */
const LARGEST_FORM_BYTES = 65_536;

export function addPages(app: Hono<Env>, service: Service, environment: Environment): void {
  const { pages } = service.rules;
  app.get('/pay/:id', (web) => {
    const checkout = environment.checkouts.get(web.req.param('id'));
    return checkout ? answer(web, pages.showCheckout(service, checkout)) : missing(web);
  });
  app.post('/pay/:id', async (web) => {
    const checkout = environment.checkouts.get(web.req.param('id'));
    return checkout ? answer(web, pages.payCheckout(service, checkout, await formOf(service, web))) : missing(web);
  });
  // A page that can serve as returnUrl before the merchant has one.
  app.get('/thank-you', (web) => answer(web, thanks(environment, web.req.query())));
  app.get('/escrow/:id', (web) => {
    const escrow = environment.escrows.get(web.req.param('id'));
    return escrow ? answer(web, pages.showEscrow(service, escrow)) : missing(web);
  });
  app.post('/escrow/:id', async (web) => {
    const escrow = environment.escrows.get(web.req.param('id'));
    return escrow ? answer(web, pages.actOnEscrow(service, escrow, await formOf(service, web))) : missing(web);
  });
}

function thanks(environment: Environment, { reference, status }: Record<string, string | undefined>): PageAnswer {
  const rows = [
    { label: 'Order', value: reference ?? 'not said' },
    { label: 'Status', value: status ?? 'not said' },
  ];
  const content = html`${summary(rows)}
<p class="hint">Here the shop thanks its buyer. Anybody can write such an address: the shop waits for the webhook, or asks for the record.</p>`;
  return { status: 200, markup: page('Thank you', environment.name === 'sandbox', content) };
}

async function formOf(service: Service, web: Web): Promise<URLSearchParams> {
  const raw = await readRaw(web.env.incoming, LARGEST_FORM_BYTES, service.rules.decisions);
  return new URLSearchParams(raw.toString('utf8'));
}

function answer(web: Web, { status, markup, location, headers }: PageAnswer): Response | Promise<Response> {
  for (const [name, value] of Object.entries({ ...HEADERS, ...headers })) web.header(name, value);
  if (location !== undefined) return web.body(null, status, { location });
  return web.html(markup ?? '', status);
}

function missing(web: Web): Response | Promise<Response> {
  const markup = page('There is no such page', false, html`<p>Check the address, or ask the shop for a new one.</p>`);
  return web.html(markup, 404);
}

const HEADERS = {
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
};
