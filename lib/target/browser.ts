import { directly, type NetworkSettings, proxyFor } from '../network/route.ts';
import { Chromium } from './chromium.ts';
import { HostedPage, type Visit } from './hosted-page.ts';
import type { PageSettings } from './settings.ts';

/** A browser that runs already, and whether pictures are taken of what it shows: they cost more than the rest. */
export interface SharedBrowser {
  readonly chromium: Chromium;
  readonly pictures: boolean;
}

/** The browser of a run, for hosted pages. */
export class Browser {
  readonly #settings: PageSettings;
  readonly #hosts: readonly string[];
  readonly #network: NetworkSettings;
  readonly #chromium: Chromium;
  /** Several runs may share one program: then it is not this run's to end. */
  readonly #own: boolean;
  readonly #pictures: boolean;

  /** `hosts`: the target's own, which its pages may call. */
  constructor(
    settings: PageSettings,
    hosts: readonly string[],
    { network = directly, chromium, pictures = true }: { network?: NetworkSettings } & Partial<SharedBrowser> = {},
  ) {
    this.#network = network;
    this.#settings = settings;
    this.#hosts = [...hosts, ...settings.hosts];
    this.#chromium = chromium ?? new Chromium(settings.browserPath);
    this.#own = chromium === undefined;
    this.#pictures = pictures;
  }

  /** Opens a hosted page, in a context of its own that shares nothing with others. Throws NoBrowser or PageError. */
  async open(visit: Visit): Promise<HostedPage> {
    const running = await this.#chromium.running;
    return await this.#chromium.inTurn(() =>
      HostedPage.open(running, this.#pictures ? visit : { ...visit, onScreenshot: undefined }, {
        hosts: this.#hosts,
        settings: this.#settings,
        proxy: URL.canParse(visit.url) ? proxyFor(this.#network, visit.url) : null,
        // Who has begun goes first.
        inTurn: (work) => this.#chromium.inTurn(work, true),
      }),
    );
  }

  async close(): Promise<void> {
    if (this.#own) await this.#chromium.close();
  }
}
