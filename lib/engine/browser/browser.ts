import type { Browser as PlaywrightBrowser } from 'playwright-core';
import { directly, type NetworkSettings } from '../http/network/route.ts';
import type { BrowserSettings } from '../run/target.ts';
import { aside } from '../time/activity.ts';
import { Chromium } from './chromium.ts';

/** A browser shared by several runs, and whether screenshots are taken; they cost more than the rest of a page's work. */
export interface SharedBrowser {
  readonly chromium: Chromium;
  readonly pictures: boolean;
}

/** What a page in the browser needs from the run. */
export interface Surroundings {
  /** Base addresses of the target. */
  readonly targets: readonly string[];
  /** Hosts beside the target's that pages may call, as in PAGE_HOSTS. */
  readonly named: readonly string[];
  /** Proxy and certificates by which allowed addresses are reached. */
  readonly network: NetworkSettings;
  /** Whether screenshots are taken. */
  readonly pictures: boolean;
  /** Limits how many pages are acted on at once. */
  inTurn<T>(work: () => Promise<T>): Promise<T>;
}

/** The browser of a run, for hosted pages. */
export class Browser {
  readonly #surroundings: Pick<Surroundings, 'targets' | 'named' | 'network' | 'pictures'>;
  readonly #chromium: Chromium;
  /** Whether this run started the browser and must close it; false when several runs share one. */
  readonly #isOwn: boolean;
  readonly #openedKinds = new Set<string>();

  /** `targets`: base addresses of the target, which its pages may call. */
  constructor(
    settings: BrowserSettings,
    targets: readonly string[],
    { network = directly, chromium, pictures = true }: { network?: NetworkSettings } & Partial<SharedBrowser> = {},
  ) {
    this.#surroundings = { targets, named: settings.hosts, network, pictures };
    this.#chromium = chromium ?? new Chromium(settings.browserPath);
    this.#isOwn = chromium === undefined;
  }

  /** Opens a page by calling `open`. Throws NoBrowser, and whatever `open` throws. */
  async open<Page>(open: (browser: PlaywrightBrowser, around: Surroundings) => Promise<Page>): Promise<Page> {
    return await aside(async () => {
      const running = await this.#chromium.running;
      const around: Surroundings = {
        ...this.#surroundings,
        // Work on an open page takes precedence over opening another.
        inTurn: (work) => aside(() => this.#chromium.inTurn(work, true)),
      };
      return await this.#chromium.inTurn(() => open(running, around));
    });
  }

  /** Whether this is the first page of its kind in this run: only that one gets a screenshot of each step. */
  isFirst(kind: string): boolean {
    const known = this.#openedKinds.has(kind);
    this.#openedKinds.add(kind);
    return !known;
  }

  /** See `Chromium.sandboxFailed`. */
  get sandboxFailed(): boolean {
    return this.#chromium.sandboxFailed;
  }

  async close(): Promise<void> {
    if (this.#isOwn) await this.#chromium.close();
  }
}
