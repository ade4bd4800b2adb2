import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Browser } from '../../engine/browser/browser.ts';
import { noBrowser } from '../../engine/browser/chromium.ts';
import { PageError, type Screenshot } from '../../engine/browser/page.ts';
import { readSettings } from '../target/settings.ts';
import { openHostedPage } from './hosted-page.ts';

const RETURN = 'https://shop.example.com/return?order=7';

const form = (fields: string, button = 'Pay ₦50.00') =>
  `<form method="post">${fields}<button>${button}</button></form>`;
const labelled = (label: string, attributes: string) => `<label>${label} <input ${attributes}></label>`;
const cvv = labelled('CVV', 'name="cvv"');
const number = labelled('Card number', 'name="number"');
const expiry = labelled('Expiry (MM/YY)', 'name="expiry"');
const months = Array.from(
  { length: 12 },
  (_, i) => `<option value="${i + 1}">${String(i + 1).padStart(2, '0')}</option>`,
);
const years = Array.from({ length: 15 }, (_, i) => `<option>${new Date().getFullYear() + i}</option>`);
/** Sends the fields as JSON and follows the address in the answer. */
const send = `async () => {
  const fields = Object.fromEntries([...document.querySelectorAll('input,select')].map((field) => [field.name, field.value]));
  const answer = await fetch('/json', { method: 'POST', body: JSON.stringify(fields) });
  const { next, error } = await answer.json();
  if (next) location.href = next; else document.body.append(error);
}`;

/** Checkout pages as other implementations might write them. */
const checkouts: Record<string, string> = {
  'one page': form(number + expiry + cvv),
  'a link above it that speaks of paying': `<a href="/elsewhere">Pay with Example</a>${form(number + expiry + cvv)}`,
  'a link that pays': `${number}${expiry}${cvv}<button>Apply</button><a href="#" id="pay">Pay</a><script>pay.onclick = ${send}</script>`,
  'autocomplete attributes alone': form(
    '<input name="number" autocomplete="cc-number"><input name="expiry" autocomplete="cc-exp"><input name="cvv" autocomplete="cc-csc">',
  ),
  'placeholders alone': form(
    '<input name="number" placeholder="4242 4242 4242 4242" maxlength="19"><input name="expiry" placeholder="MM / YY"><input name="cvv" placeholder="CVC" type="password">',
    'Continue',
  ),
  'labels without for': form(
    '<div><label>Card number</label><input name="number"></div><div><label>Valid until</label><input name="expiry"></div><table><tr><td>Security code<td><input name="cvv" maxlength="3"></table>',
    'Submit',
  ),
  'expiry in two fields': form(
    `${number}<fieldset><legend>Expiry date</legend><input name="month" placeholder="MM" maxlength="2"> / <input name="year" placeholder="YY" maxlength="2"></fieldset>${cvv}`,
  ),
  'expiry in two fields with one label': form(
    `${number}<p>Expiry date <input name="month" maxlength="2"> / <input name="year" maxlength="4"></p>${cvv}`,
  ),
  'expiry in two lists': form(
    `${number}Expires <select name="month"><option value="">Month</option>${months.join('')}</select><select name="year"><option value="">Year</option>${years.join('')}</select>${cvv}`,
  ),
  'expiry in lists of names': form(
    `${number}<select name="month">${['January', 'February', 'March', 'April', 'May', 'June', 'July', 'August', 'September', 'October', 'November', 'December'].map((name, i) => `<option value="${i + 1}">${name}</option>`).join('')}</select><select name="year">${years.join('')}</select>${cvv}`,
  ),
  'expiry as a month': form(`${number}<label for="e">Expiry</label><input id="e" type="month" name="expiry">${cvv}`),
  'expiry with four digits of the year': form(
    `${number}${labelled('Expiry', 'name="expiry" placeholder="MM/YYYY" pattern="\\d\\d/\\d{4}"')}${cvv}`,
  ),
  'number that may have no spaces': form(
    `${labelled('Card number', 'name="number" maxlength="16" pattern="\\d{16}" required')}${expiry}${cvv}`,
  ),
  'number that must have spaces': form(
    `${labelled('Card number', 'name="number" pattern="\\d{4} \\d{4} \\d{4} \\d{4}" required')}${expiry}${cvv}`,
  ),
  'name, e-mail, phone and terms': form(
    `${labelled('Name on card', 'name="name" required')}${labelled('E-mail', 'type="email" required')}${labelled('Phone', 'type="tel" required')}${number}${expiry}${cvv}${labelled('Promo code (optional)', 'name="promo" pattern="never"')}<label><input type="checkbox" required> I agree to the terms</label><a href="/cancel">Cancel</a>`,
  ),
  'method choice by radio': `<form method="post"><label><input type="radio" name="method" value="transfer" checked> Bank transfer</label><label><input type="radio" name="method" value="card"> Card</label>
    <div id="card" hidden>${number}${expiry}${cvv}</div><button>Pay</button></form>
    <script>document.querySelectorAll('[name=method]').forEach((each) => each.onchange = () => { document.getElementById('card').hidden = each.value !== 'card' })</script>`,
  'method choice by tab': `<div role="tablist"><button role="tab" aria-selected="true">Bank transfer</button><button role="tab" id="tab">Card</button></div><p id="transfer">Transfer to 0123456789 <button>I have sent the money</button></p>
    <div id="card" hidden>${form(number + expiry + cvv, 'Pay now')}</div><script>tab.onclick = () => { card.hidden = false; transfer.hidden = true }</script>`,
  'method choice by link':
    '<h1>How would you like to pay?</h1><a href="/one page">Pay with card</a> <a href="/transfer">Pay by bank transfer</a>',
  'two steps of one document': `<div id="one">${labelled('Your e-mail', 'type="email"')}<button id="next">Next</button></div><div id="two" hidden>${form(number + expiry + cvv, 'Confirm')}</div>
    <script>next.onclick = () => { one.hidden = true; two.hidden = false }</script>`,
  'a page for each step': `<h1>Order</h1><form action="/one page"><button>Continue</button></form>`,
  'card fields in an iframe': `<h1>Pay</h1><iframe src="/inner" title="Secure card details" width="600" height="200"></iframe><button onclick="frames[0].postMessage('pay', '*')">Pay now</button>`,
  'script that makes the fields later': `<h1>Checkout</h1><div id="root">Loading…</div><script>setTimeout(() => {
    root.innerHTML = '${number}${expiry}${cvv}<button id="pay" disabled>Pay</button>';
    root.addEventListener('input', () => { pay.disabled = [...root.querySelectorAll('input')].some((field) => !field.value) });
    pay.onclick = ${send};
  }, 700)</script>`,
  'script that formats what is typed': `${labelled('Card number', 'name="number" id="number" maxlength="19" inputmode="numeric"')}${labelled('Expiry', 'name="expiry" id="expiry" maxlength="5" placeholder="MM/YY"')}${cvv}<div role="button" id="pay">Pay</div><script>
    number.oninput = () => { number.value = number.value.replace(/\\D/g, '').replace(/(.{4})(?=.)/g, '$1 ') };
    expiry.oninput = () => { expiry.value = expiry.value.replace(/\\D/g, '').slice(0, 4).replace(/(..)(?=.)/, '$1/') };
    pay.onclick = ${send};</script>`,
  'a question to confirm': `${number}${expiry}${cvv}<button id="pay">Pay</button><script>pay.onclick = async () => { if (confirm('Pay now?')) await (${send})() }</script>`,
  'a shadow root': `<card-form></card-form><script>customElements.define('card-form', class extends HTMLElement { connectedCallback() {
    this.attachShadow({ mode: 'open' }).innerHTML = \`${form(number + expiry + cvv)}\` } })</script>`,
  'a slow way back': `${number}${expiry}${cvv}<button id="pay">Pay</button><p id="said"></p><script>pay.onclick = async () => {
    pay.disabled = true; said.textContent = 'Paid. You will be taken back in 2 seconds'; setTimeout(${send}, 2000) }</script>`,
};

const inner = `${labelled('Card number', 'name="number"')}${expiry}${cvv}<script>onmessage = async () => {
  const fields = Object.fromEntries([...document.querySelectorAll('input')].map((field) => [field.name, field.value]));
  const answer = await (await fetch('/json', { method: 'POST', body: JSON.stringify(fields) })).json();
  if (answer.next) top.location.href = answer.next }</script>`;

const escrows: Record<string, string> = {
  'a link above it that speaks of paying':
    '<a href="/elsewhere">Pay with Example</a><form method="post" action="/fund"><button>Pay from wallet</button></form>',
  'one button':
    '<p>Shoes, size 42</p><form method="post" action="/fund"><button>Pay from wallet</button><button name="no">Cancel</button></form>',
  'sign-in first': `<form action="/escrow/one button">${labelled('E-mail', 'type="email" required')}${labelled('Password', 'type="password" required')}<button>Sign in</button></form>`,
  'a question and a second button': `<button id="pay">Pay</button><script>pay.onclick = () => { if (confirm('Sure?')) document.body.innerHTML = '<form method="post" action="/fund"><button>Confirm payment</button></form>' }</script>`,
};

/** Buttons for a buyer who has paid; the driver must not press them. */
const afterwards =
  '<form method="post" action="/fund"><button>Confirm that it came</button><button>Release</button><button>Ask for my money back</button></form>';

/** Whether the card was entered as it should be; otherwise the page refuses it. */
function accepts(fields: Record<string, string | undefined>): boolean {
  const digits = (text = '') => text.replace(/\D/g, '');
  const end = digits(fields.expiry);
  const iso = /^(\d{4})-(\d\d)$/.exec(fields.expiry ?? '');
  const month = Number(iso?.[2] ?? fields.month ?? end.slice(0, 2));
  const year = Number((iso?.[1] ?? fields.year ?? end.slice(2)).slice(-2));
  const good = month >= 1 && month <= 12 && year > 20 && year < 50;
  return good && digits(fields.number) === '4242424242424242' && /^\d{3}$/.test(fields.cvv ?? '');
}

let server: Server;
let base = '';
let funded = 0;
const settings = readSettings({});
let browser: Browser;
const open = (path: string, more: object = {}) =>
  openHostedPage(browser, settings.pages, {
    url: base + encodeURI(path),
    goal: 'checkout',
    returnUrl: RETURN,
    email: null,
    ...more,
  });

beforeAll(async () => {
  server = createServer(async (request, response) => {
    const path = decodeURIComponent(request.url ?? '').replace(/\?.*$/, '');
    let body = '';
    for await (const chunk of request) body += chunk;
    const html = (page: string, status = 200) =>
      response.writeHead(status, { 'content-type': 'text/html; charset=utf-8' }).end(page);
    const next = `${RETURN}&reference=r-1&status=succeeded`;
    if (path === '/json')
      return response.end(JSON.stringify(accepts(JSON.parse(body)) ? { next } : { error: 'Declined' }));
    if (path === '/fund') return html(`<h1>It is yours soon</h1>${++funded}${afterwards}`);
    if (path === '/inner') return html(inner);
    if (path.startsWith('/escrow/')) return html(escrows[path.slice(8)] ?? '', 200);
    if (path === '/by-transfer') return html(`${transferred}I have sent the money</button></form>`);
    const page = checkouts[path.slice(1)] ?? extra[path.slice(1)] ?? byTransfer[path.slice('/transfer/'.length)];
    if (page === undefined) return html('nothing here', 404);
    if (request.method !== 'POST') return html(page);
    if (body === 'transfer=sent' || accepts(Object.fromEntries(new URLSearchParams(body))))
      return response.writeHead(303, { location: next }).end();
    return html(`<p>Declined</p>${page}`);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  browser = new Browser(settings.pages, [base]);
});

afterAll(async () => {
  await browser.close();
  server.closeAllConnections();
  server.close();
});

/** Pages that cannot be paid on, and other special pages. */
const extra: Record<string, string> = {
  expired: '<h1>This checkout has expired</h1><a href="https://shop.example.com/">Shop</a>',
  broken: form(`${number}${expiry}${cvv}<input type="hidden" name="cvv" value="x">`).replace(
    'name="cvv"',
    'name="other"',
  ),
  elsewhere: `<iframe src="https://cards.elsewhere.example/"></iframe>`,
  strange:
    '<form method="post"><p>Zahl <input class="a" name="number"> <input class="b" name="expiry"> <input class="c" name="cvv"><button class="d">Los</button></form>',
  markup: '<p>&lt;b&gt;Shoes&lt;/b&gt; &amp;   socks</p>',
};

describe('a checkout page is paid on:', { concurrent: true }, () => {
  for (const name of Object.keys(checkouts)) {
    test(name, async () => {
      const page = await open(name);
      const { redirect, ending } = await page.pays();
      await page.close();
      expect(ending).toEqual({ how: 'returned' });
      expect(redirect?.url).toBe(`${RETURN}&reference=r-1&status=succeeded`);
    });
  }
});

const transferred =
  '<form method="post" action="/transfer/a%20form%20below%20that%20of%20the%20card"><input type="hidden" name="transfer" value="sent"><button>';

/** Pages that also offer payment by bank transfer. */
const byTransfer: Record<string, string> = {
  'a form below that of the card': `${form(number + expiry + cvv)}<h2>Bank transfer</h2>${transferred}I have made the transfer</button></form>`,
  'a choice before it': `<form action="/by-transfer"><label><input type="radio" name="by" value="card" checked> Card</label>
    <label><input type="radio" name="by" value="transfer"> Bank transfer</label><button>Continue</button></form>`,
  'a button that leads to it':
    '<a href="/card"><button>Pay by card</button></a><a href="/by-transfer"><button>Bank transfer</button></a>',
};

describe('a checkout page is paid on by bank transfer:', () => {
  for (const name of Object.keys(byTransfer)) {
    test(name, async () => {
      const page = await open(`transfer/${name}`);
      const { ending, redirect } = await page.pays({}, { by: 'transfer' });
      await page.close();
      expect(ending).toEqual({ how: 'returned' });
      expect(redirect?.url).toBe(`${RETURN}&reference=r-1&status=succeeded`);
    });
  }

  test('not where a card is all that it takes', async () => {
    const page = await open('one page');
    const refusal = await page.pays({}, { by: 'transfer' }).catch((error: unknown) => error);
    await page.close();
    expect(String(refusal)).toContain('no way to pay was found');
  });
});

describe('an escrow page is paid on:', () => {
  for (const name of Object.keys(escrows)) {
    test(name, async () => {
      const before = funded;
      const page = await open(`escrow/${name}`, { goal: 'escrow', returnUrl: null });
      const { ending } = await page.pays();
      await page.close();
      expect(ending).toEqual({ how: 'pressed' });
      expect(funded).toBe(before + 1);
    });
  }
});

describe('what was seen', { concurrent: true }, () => {
  test('tells how the buyer was sent back', async () => {
    const how = async (name: string) => {
      const page = await open(name);
      const { redirect } = await page.pays();
      await page.close();
      return redirect?.how;
    };
    expect(await how('one page')).toBe('HTTP 303');
    expect(await how('a question to confirm')).toBe('script');
  });

  test('is kept as pictures', async () => {
    const shots: Screenshot[] = [];
    const page = await open('one page', { onScreenshot: (shot: Screenshot) => shots.push(shot) });
    await page.pays();
    await page.close();
    expect(shots.map(({ name }) => name)).toEqual(['opened, HTTP 200', 'before "Pay ₦50.00"', 'back at the shop']);
    for (const { png } of shots) expect(Buffer.from(png, 'base64').subarray(1, 4).toString()).toBe('PNG');
  });

  test('is text, whatever it looks like', async () => {
    const page = await open('markup');
    expect(await page.shows('<b>Shoes</b> & socks')).toBe(true);
    expect(await page.shows('hats', 1_000)).toBe(false);
    await page.close();
  });

  test('can be filled in first and paid later', async () => {
    const page = await open('one page');
    await page.fills();
    expect((await page.pays()).ending.how).toBe('returned');
    await page.close();
  });
});

describe('a page that cannot be paid on', { concurrent: true }, () => {
  const refusal = async (name: string) => {
    const page = await open(name);
    const began = performance.now();
    const error = await page.pays().catch((reason: unknown) => reason);
    await page.close();
    expect(performance.now() - began).toBeLessThan(120_000);
    expect(error).toBeInstanceOf(PageError);
    return (error as PageError).message;
  };

  test('says so in one line', async () => {
    expect(await refusal('expired')).toMatch(/^the checkout page .*\/expired: no way to pay .* has expired/);
    expect(await refusal('nowhere')).toMatch(
      /^the checkout page .*\/nowhere \(answered with HTTP 404\): .* nothing here$/,
    );
  });

  test('calls nobody else, and says whom it would have called', async () => {
    expect(await refusal('elsewhere')).toMatch(/not allowed to call cards\.elsewhere\.example \(PAGE_HOSTS/);
  });

  test('is a page that asks again: the card was entered, and what became of it is told', async () => {
    const page = await open('broken');
    const { ending, redirect } = await page.pays();
    await page.close();
    expect(redirect).toBeNull();
    expect(ending).toMatchObject({ how: 'stuck', reason: expect.stringContaining('Declined') });
  });

  test('has no address at all', async () => {
    await expect(
      openHostedPage(browser, settings.pages, { url: 'pay/1', goal: 'checkout', returnUrl: null, email: null }),
    ).rejects.toThrow(/no http or https address/);
    await expect(
      openHostedPage(browser, settings.pages, {
        url: 'http://127.0.0.1:1/',
        goal: 'checkout',
        returnUrl: null,
        email: null,
      }),
    ).rejects.toThrow(PageError);
  });
});

describe('settings', () => {
  test('name what cannot be found', async () => {
    const { pages } = readSettings({
      PAGE_CARD_NUMBER: '.a',
      PAGE_CARD_EXPIRY: '.b',
      PAGE_CARD_CVV: '.c',
      PAGE_PAY_BUTTON: '.d',
    });
    const own = new Browser(pages, [base]);
    const page = await openHostedPage(own, pages, {
      url: `${base}strange`,
      goal: 'checkout',
      returnUrl: RETURN,
      email: null,
    });
    expect((await page.pays()).ending.how).toBe('returned');
    await own.close();
  });

  test('name the browser', () => {
    expect(noBrowser(settings.pages)).toBeNull();
    expect(() => noBrowser({ ...settings.pages, browserPath: '/nowhere/chrome' })).toThrow(/BROWSER_PATH/);
  });
});
