import type { Browser as PlaywrightBrowser } from 'playwright-core';
import { directly, type NetworkSettings } from '../http/network/route.ts';
import type { BrowserSettings } from '../run/target.ts';
import { aside } from '../time/activity.ts';
import { Chromium } from './chromium.ts';

/** A browser that runs already, and whether pictures are taken of what it shows: they cost more than the rest. */
export interface SharedBrowser {
  readonly chromium: Chromium;
  readonly pictures: boolean;
}

/** What a page in a browser has to know of what is around it. */
export interface Surroundings {
  /** Base addresses of the target. */
  readonly targets: readonly string[];
  /** Hosts beside the target's that pages may call, as in PAGE_HOSTS. */
  readonly named: readonly string[];
  /** How what may be called is reached. */
  readonly network: NetworkSettings;
  /** Whether pictures are taken. */
  readonly pictures: boolean;
  /** Bounds how many pages work at once. */
  inTurn<T>(work: () => Promise<T>): Promise<T>;
}

/** The browser of a run, for hosted pages. */
export class Browser {
  readonly #around: Pick<Surroundings, 'targets' | 'named' | 'network' | 'pictures'>;
  readonly #chromium: Chromium;
  /** Several runs may share one program: then it is not this run's to end. */
  readonly #own: boolean;
  readonly #kinds = new Set<string>();

  /** `targets`: base addresses of the target, which its pages may call. */
  constructor(
    settings: BrowserSettings,
    targets: readonly string[],
    { network = directly, chromium, pictures = true }: { network?: NetworkSettings } & Partial<SharedBrowser> = {},
  ) {
    this.#around = { targets, named: settings.hosts, network, pictures };
    this.#chromium = chromium ?? new Chromium(settings.browserPath);
    this.#own = chromium === undefined;
  }

  /** Opens a page as `open` does it. Throws NoBrowser, and what `open` throws. */
  async open<Page>(open: (browser: PlaywrightBrowser, around: Surroundings) => Promise<Page>): Promise<Page> {
    return await aside(async () => {
      const running = await this.#chromium.running;
      const around: Surroundings = {
        ...this.#around,
        // Work on a page that is open goes before opening another.
        inTurn: (work) => aside(() => this.#chromium.inTurn(work, true)),
      };
      return await this.#chromium.inTurn(() => open(running, around));
    });
  }

  /** Whether this run has opened no page of this kind yet: a picture is taken of each step of the first one. */
  isFirst(kind: string): boolean {
    const known = this.#kinds.has(kind);
    this.#kinds.add(kind);
    return !known;
  }

  /** As of Chromium. */
  get sandboxFailed(): boolean {
    return this.#chromium.sandboxFailed;
  }

  async close(): Promise<void> {
    if (this.#own) await this.#chromium.close();
  }
}
