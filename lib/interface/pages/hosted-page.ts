import { setTimeout as pause } from 'node:timers/promises';
import type { BrowserContext, Page, Browser as PlaywrightBrowser } from 'playwright-core';
import { Bounds } from '../../engine/browser/bounds.ts';
import type { Browser, Surroundings } from '../../engine/browser/browser.ts';
import { Gate } from '../../engine/browser/gate.ts';
import { PageError, PageTooSlow, type Screenshot } from '../../engine/browser/page.ts';
import { broken, PageNetwork, type Redirect } from '../../engine/browser/page-network.ts';
import { timeOfDay } from '../../engine/time/clock.ts';
import { within } from '../../engine/time/within.ts';
import type { PageSettings } from '../target/settings.ts';
import { drive, type Ending } from './page-driver.ts';
import type { Card } from './page-fields.ts';

/** A visit to a hosted page. */
export interface Visit {
  /** checkoutUrl or payUrl. */
  readonly url: string;
  readonly goal: 'checkout' | 'escrow';
  /** Where the page must redirect the buyer after paying; null: nowhere. That host need not exist. */
  readonly returnUrl: string | null;
  /** The buyer's e-mail, for pages that ask for it. */
  readonly email: string | null;
  readonly onScreenshot?: ((screenshot: Screenshot) => void) | undefined;
  /** Whether a screenshot is taken of each step, or only of the end. Default: of each step. Screenshots take half the time of a visit. */
  readonly eachStep?: boolean;
  /** Called when a request of the page was lost on the way. */
  onLost?(): void;
  /** Upper bound of one payment, in ms. Default 30,000. */
  readonly longestMs?: number;
  /** Aborts the visit. */
  readonly signal?: AbortSignal;
}

export interface PaysHow {
  /** The buyer need not be redirected. */
  readonly stays?: boolean;
  /** "By card or bank transfer"; default `card`. */
  readonly by?: 'card' | 'transfer';
}

export interface Paid {
  readonly ending: Ending;
  readonly redirect: Redirect | null;
}

/** Endpoints, behaviour rule 9: any future expiry and any CVV are accepted. */
const testCard = (): Card => ({
  number: '4242424242424242',
  month: 12,
  year: new Date(timeOfDay()).getFullYear() + 4,
  cvv: '123',
});

/** Default upper bound of one payment, in ms. */
const MAX_PAYMENT_MS = 30_000;

/** How often an address is tried whose connection breaks. */
const MAX_ATTEMPTS = 3;

/** Upper bound in ms of an operation whose failure is tolerated: loading, a screenshot, closing. */
const MAX_HANDLING_MS = 5_000;

/**
 * Upper bound in ms of everything the browser needs to open a page, in addition to loading it. A page may keep the
 * browser busy forever.
 */
const MAX_OPENING_MS = 30_000;

/** Screenshots show that a field is filled in, not its content: reports must contain no card numbers or passwords. */
const unreadable = 'input { -webkit-text-security: disc !important; }';

interface PageSurroundings extends Surroundings {
  readonly settings: PageSettings;
}

/** Opens a hosted page in a browser context of its own, which shares nothing with others. Throws NoBrowser, PageError or PageTooSlow. */
export async function openHostedPage(browser: Browser, settings: PageSettings, visit: Visit): Promise<HostedPage> {
  return await browser.open((running, around) => HostedPage.open(running, visit, { ...around, settings }));
}

/** A hosted page in a browser, as a buyer sees it. The browser can call only the target's hosts and those in PAGE_HOSTS. */
export class HostedPage {
  readonly #context: BrowserContext;
  readonly #visit: Visit;
  readonly #around: PageSurroundings;
  readonly #texts = new Set<string>();
  readonly #network: PageNetwork;
  readonly #memory = { numberFilled: false };
  #status: number | null = null;
  readonly #onAbort = () => void this.close();

  readonly #gate: Gate;

  private constructor(context: BrowserContext, visit: Visit, around: PageSurroundings, bounds: Bounds, gate: Gate) {
    this.#context = context;
    this.#gate = gate;
    this.#visit = visit;
    this.#around = around;
    this.#network = new PageNetwork(context, bounds, () => visit.onLost?.());
  }

  /** Opens the page. Throws PageError where it cannot be opened. */
  static async open(browser: PlaywrightBrowser, visit: Visit, around: PageSurroundings): Promise<HostedPage> {
    if (!URL.canParse(visit.url) || !/^https?:/.test(visit.url)) {
      throw new PageError(`the hosted page's address is no http or https address: ${JSON.stringify(visit.url)}`);
    }
    visit.signal?.throwIfAborted();
    const late = (what: string) => (): never => {
      throw new PageTooSlow(`the ${visit.goal} page ${visit.url}: the browser ${what}`);
    };
    const page = new URL(visit.url);
    const shop = visit.returnUrl === null ? null : URL.parse(visit.returnUrl);
    const bounds = new Bounds({ page, shop, targets: around.targets, named: around.named });
    const gate = await Gate.open(bounds, around.network);
    const making = browser.newContext({
      viewport: { width: 800, height: 720 },
      locale: 'en-NG',
      // A sandbox may have a self-signed certificate; only a test card is entered there.
      ignoreHTTPSErrors: true,
      serviceWorkers: 'block',
      acceptDownloads: false,
      proxy: { server: gate.address },
    });
    const context = await within(MAX_OPENING_MS, making, late('opens no page')).catch((error: unknown) => {
      gate.close();
      throw error;
    });
    const opened = new HostedPage(context, visit, around, bounds, gate);
    try {
      await within(MAX_OPENING_MS, gate.mayReach(page), late('cannot find out where it leads'));
      await within(
        MAX_ATTEMPTS * opened.#turnMs + MAX_OPENING_MS,
        opened.#prepare(),
        late('was not done with opening it'),
      );
      return opened;
    } catch (error) {
      await opened.close();
      throw visit.signal?.aborted || error instanceof PageError || error instanceof PageTooSlow
        ? error
        : opened.#problem(error);
    }
  }

  /** Waits until the page shows this text, at most `longestMs`. White space and letter case are ignored. */
  async shows(text: string, longestMs = 5_000): Promise<boolean> {
    const deadline = performance.now() + longestMs;
    for (;;) {
      if (this.#hasRead(text)) return true;
      const quiet = this.#network.quiet > 1_000;
      const reading = this.#frames().map((frame) => frame.evaluate('document.body?.innerText ?? ""').catch(() => ''));
      const texts = await within(deadline - performance.now(), Promise.all(reading), () => []);
      for (const read of texts) this.#texts.add(String(read));
      if (this.#hasRead(text)) return true;
      if (quiet || performance.now() > deadline) return false;
      await pause(50);
    }
  }

  /** Fills in all that the page asks for, and stops before Pay. */
  async fills(card: Partial<Card> = {}): Promise<void> {
    await this.#drive(card, 'filled');
    await this.#stepScreenshot('filled in');
  }

  /** All texts that the page has shown so far. */
  get texts(): readonly string[] {
    return [...this.#texts];
  }

  /**
   * Pays, as far as the page permits; the API tells the result. Throws PageError where the page shows no way to pay.
   * Resolves when the buyer was redirected, or when nothing more happens; with `stays`, as soon as the page stands
   * still.
   */
  async pays(card: Partial<Card> = {}, { stays = false, by = 'card' }: PaysHow = {}): Promise<Paid> {
    const ending = await this.#drive(card, 'paid', stays, by);
    await this.#screenshot(ending.how === 'returned' ? 'back at the shop' : 'after Pay');
    return { ending, redirect: this.#network.redirect };
  }

  /** The HTTP status of the answer that the page itself was; null: there was none. */
  get status(): number | null {
    return this.#status;
  }

  async close(): Promise<void> {
    this.#visit.signal?.removeEventListener('abort', this.#onAbort);
    const closing = this.#context.close().catch(() => {});
    await within(MAX_HANDLING_MS, closing, () => {});
    this.#gate.close();
  }

  async #drive(
    card: Partial<Card>,
    until: 'filled' | 'paid',
    stays = false,
    by: PaysHow['by'] = 'card',
  ): Promise<Ending> {
    const { settings } = this.#around;
    const longestMs = this.#visit.longestMs ?? MAX_PAYMENT_MS;
    return await this.#around.inTurn(async () => {
      const driven = drive(
        {
          goal: by === 'transfer' ? by : this.#visit.goal,
          card: { ...testCard(), ...card },
          person: {
            email: settings.buyerEmail ?? this.#visit.email ?? 'buyer@example.com',
            password: settings.buyerPassword ?? 'test-password-1',
          },
          selectors: settings.selectors,
          returns: this.#visit.returnUrl !== null && !stays,
          memory: this.#memory,
          pages: () => this.#context.pages(),
          returned: () => this.#network.redirect !== null,
          quiet: () => this.#network.quiet,
          requests: () => this.#network.requests,
          reads: (text) => this.#texts.add(text),
          step: (words) => this.#stepScreenshot(`before "${words}"`),
        },
        until,
        performance.now() + longestMs,
      );
      try {
        return await within(longestMs + 3_000, driven, () => {
          throw new PageTooSlow(`the page was not done within ${longestMs / 1000} s`);
        });
      } catch (error) {
        this.#visit.signal?.throwIfAborted();
        await this.#screenshot('no way on');
        throw this.#problem(error);
      }
    });
  }

  async #prepare(): Promise<void> {
    this.#visit.signal?.addEventListener('abort', this.#onAbort);
    this.#context.on('dialog', (dialog) => void dialog.accept().catch(() => {}));
    const page = await this.#network.newPage();
    const response = await this.#goTo(page);
    await page.waitForLoadState('load', { timeout: MAX_HANDLING_MS }).catch(() => {});
    this.#status = response?.status() ?? null;
    await this.#stepScreenshot(`opened${this.#status === null ? '' : `, HTTP ${this.#status}`}`);
  }

  /** Opens the address, and tries again where the connection breaks, as a buyer would. */
  async #goTo(page: Page) {
    for (let turn = 1; ; turn++) {
      try {
        return await page.goto(this.#visit.url, { waitUntil: 'domcontentloaded', timeout: this.#turnMs });
      } catch (error) {
        if (turn === MAX_ATTEMPTS || !broken.test(this.#line(error))) throw error;
        await pause(300 * turn);
      }
    }
  }

  /** Upper bound of one attempt at the address, in ms. */
  get #turnMs(): number {
    return Math.min(this.#visit.longestMs ?? MAX_PAYMENT_MS, 15_000);
  }

  #frames() {
    return this.#context.pages().flatMap((page) => page.frames());
  }

  #hasRead(text: string): boolean {
    const plain = (words: string) => words.replace(/\s+/g, ' ').trim().toLowerCase();
    return [...this.#texts].some((read) => plain(read).includes(plain(text)));
  }

  async #stepScreenshot(name: string): Promise<void> {
    if (this.#visit.eachStep ?? true) await this.#screenshot(name);
  }

  async #screenshot(name: string): Promise<void> {
    const page = this.#context.pages().findLast((each) => !each.isClosed());
    if (this.#visit.onScreenshot === undefined || !this.#around.pictures || page === undefined) return;
    const at = timeOfDay();
    const taking = page.screenshot({ timeout: MAX_HANDLING_MS, fullPage: true, style: unreadable }).catch(() => null);
    const png = await within(MAX_HANDLING_MS, taking, () => null);
    if (png !== null) this.#visit.onScreenshot({ name, at, png: png.toString('base64') });
  }

  #problem(error: unknown): Error {
    const late = error instanceof PageTooSlow || (error instanceof Error && error.name === 'TimeoutError');
    return late ? new PageTooSlow(this.#line(error)) : new PageError(this.#line(error));
  }

  #line(error: unknown): string {
    const words = error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error);
    const hosts = [...new Set([...this.#network.blocked, ...this.#gate.refused])];
    const blocked = hosts.length === 0 ? '' : `; it was not allowed to call ${hosts.join(', ')} (PAGE_HOSTS allows it)`;
    const trouble = this.#gate.trouble === null ? '' : ` (${this.#gate.trouble})`;
    const answered = (this.#status ?? 0) < 400 ? '' : ` (answered with HTTP ${this.#status})`;
    return `the ${this.#visit.goal} page ${this.#visit.url}${answered}: ${words}${trouble}${blocked}`;
  }
}
