import type { BrowserContext, Page, Route } from 'playwright-core';
import type { Bounds } from './bounds.ts';

/** The browser's return to the shop. */
export interface Redirect {
  /** The address as the browser was about to request it. */
  readonly url: string;
  /** `HTTP 303` or the like, or what caused the navigation: `script`, `link`, `form`, `refresh`. */
  readonly how: string;
}

const MAX_PAGES = 5;

/** Browser errors that mean a broken connection, as opposed to a wrong address. */
export const broken =
  /ERR_(CONNECTION_(RESET|CLOSED|ABORTED|FAILED|REFUSED|TIMED_OUT)|EMPTY_RESPONSE|SOCKET_NOT_CONNECTED|INCOMPLETE_CHUNKED_ENCODING|CONTENT_LENGTH_MISMATCH|TIMED_OUT|NETWORK_CHANGED)/;

/**
 * A page's requests, as the browser reports them. The redirect to the shop is answered here, so the shop need not exist; requests that
 * the page may not make are blocked and recorded. WebSockets, workers and redirects do not pass here and are left to the egress proxy (gate.ts).
 */
export class PageNetwork {
  readonly #context: BrowserContext;
  readonly #bounds: Bounds;
  readonly #onLost: () => void;
  readonly #busy = new Map<unknown, number>();
  readonly #blocked = new Set<string>();
  #requests = 0;
  #lastBusy = performance.now();
  #redirect: Redirect | null = null;

  constructor(context: BrowserContext, bounds: Bounds, onLost: () => void = () => {}) {
    this.#onLost = onLost;
    this.#context = context;
    this.#bounds = bounds;
  }

  /** How the browser was redirected to the shop; null until it was. */
  get redirect(): Redirect | null {
    return this.#redirect;
  }

  get requests(): number {
    return this.#requests;
  }

  /** Hosts of the requests that were blocked. */
  get blocked(): readonly string[] {
    return [...this.#blocked];
  }

  /** Milliseconds since the network was last busy. Requests under way for 5 s or more, such as event streams, do not count. */
  get quiet(): number {
    const now = performance.now();
    const busy = [...this.#busy.values()].some((since) => now - since < 5_000);
    return busy ? 0 : now - this.#lastBusy;
  }

  /** Opens a new page of the context, with requests observed before its first navigation. */
  async newPage(): Promise<Page> {
    await this.#context.route('**/*', (route) => this.#route(route));
    this.#context.on('request', (request) => {
      this.#requests++;
      this.#busy.set(request, performance.now());
    });
    const onEnd = (request: unknown) => {
      this.#busy.delete(request);
      this.#lastBusy = performance.now();
    };
    this.#context.on('requestfinished', onEnd).on('requestfailed', (request) => {
      onEnd(request);
      if (broken.test(request.failure()?.errorText ?? '')) this.#onLost();
    });
    const page = await this.#context.newPage();
    await this.#watch(page);
    this.#context.on('page', (another) => {
      // A payment may open one or two more pages; more than MAX_PAGES is not a payment.
      if (this.#context.pages().length > MAX_PAGES) void another.close().catch(() => {});
      else void this.#watch(another).catch(() => {});
    });
    return page;
  }

  /** Answers navigations to the shop here, whatever causes them: routes of the context do not see HTTP redirects. */
  async #watch(page: Page): Promise<void> {
    const session = await this.#context.newCDPSession(page);
    const { frameTree } = await session.send('Page.getFrameTree');
    const redirected = new Map<string, number>();
    const reasons = new Map<string, string>();
    session.on('Network.requestWillBeSent', ({ requestId, redirectResponse }) => {
      if (redirectResponse !== undefined) redirected.set(requestId, redirectResponse.status);
    });
    session.on('Page.frameRequestedNavigation', ({ url, reason }) => reasons.set(withoutHash(url), reason));
    session.on('Fetch.requestPaused', ({ requestId, request, frameId, networkId, redirectedRequestId }) => {
      const kind = this.#classify(request.url);
      if (kind === 'shop' && frameId === frameTree.frame.id) {
        const status = networkId === undefined ? undefined : redirected.get(networkId);
        const how =
          redirectedRequestId === undefined ? (reasons.get(request.url) ?? 'script') : `HTTP ${status ?? '3xx'}`;
        this.#redirect ??= { url: request.url + (request.urlFragment ?? ''), how: formatCause(how) };
      }
      const reply =
        kind === 'known'
          ? session.send('Fetch.continueRequest', { requestId })
          : kind === 'shop'
            ? session.send('Fetch.fulfillRequest', {
                requestId,
                responseCode: 200,
                responseHeaders: [{ name: 'content-type', value: 'text/html; charset=utf-8' }],
                body: Buffer.from(shopPage(request.url)).toString('base64'),
              })
            : session.send('Fetch.failRequest', { requestId, errorReason: 'BlockedByClient' });
      reply.catch(() => {});
    });
    await Promise.all([session.send('Page.enable'), session.send('Network.enable')]);
    const patterns = [{ urlPattern: '*', resourceType: 'Document' as const }];
    await session.send('Fetch.enable', { patterns });
  }

  async #route(route: Route): Promise<void> {
    const url = route.request().url();
    const kind = this.#classify(url);
    if (kind === 'known') await route.continue().catch(() => {});
    else if (kind === 'shop') await route.fulfill({ contentType: 'text/html', body: shopPage(url) }).catch(() => {});
    else await route.abort('blockedbyclient').catch(() => {});
  }

  #classify(address: string): ReturnType<Bounds['classify']> {
    const kind = this.#bounds.classify(address);
    if (kind === 'elsewhere') this.#blocked.add(URL.parse(address)?.hostname || address.slice(0, 100));
    return kind;
  }
}

const withoutHash = (url: string) => url.replace(/#.*$/, '');

function formatCause(how: string): string {
  if (/^HTTP/.test(how)) return how;
  if (/form/i.test(how)) return 'form';
  if (/anchor/i.test(how)) return 'link';
  return /refresh/i.test(how) ? 'refresh' : 'script';
}

function shopPage(url: string): string {
  const shown = url.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
  return `<!doctype html><meta charset="utf-8"><title>Back at the shop</title><link rel="icon" href="data:,"><p>Back at the shop, at<p><code>${shown}</code>`;
}
