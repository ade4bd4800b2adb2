import { directly, type NetworkSettings, proxyFor } from '../network/route.ts';
import { Chromium } from './chromium.ts';
import { HostedPage, type Visit } from './hosted-page.ts';
import type { PageSettings } from './settings.ts';

/** How many pages are acted on at the same moment. */
const AT_ONCE = 4;

/** The browser of a run, for hosted pages. */
export class Browser {
  readonly #settings: PageSettings;
  readonly #hosts: readonly string[];
  readonly #network: NetworkSettings;
  readonly #chromium: Chromium;
  /** Several runs may share one program: then it is not this run's to end. */
  readonly #own: boolean;
  readonly #waiting: (() => void)[] = [];
  #acting = 0;

  /** `hosts`: the target's own, which its pages may call. `chromium`: one that runs already. */
  constructor(
    settings: PageSettings,
    hosts: readonly string[],
    { network = directly, chromium }: { network?: NetworkSettings; chromium?: Chromium | undefined } = {},
  ) {
    this.#network = network;
    this.#settings = settings;
    this.#hosts = [...hosts, ...settings.hosts];
    this.#chromium = chromium ?? new Chromium(settings.browserPath);
    this.#own = chromium === undefined;
  }

  /** Opens a hosted page, in a context of its own that shares nothing with others. Throws NoBrowser or PageError. */
  async open(visit: Visit): Promise<HostedPage> {
    const running = await this.#chromium.running;
    return await this.#inTurn(() =>
      HostedPage.open(running, visit, {
        hosts: this.#hosts,
        settings: this.#settings,
        proxy: URL.canParse(visit.url) ? proxyFor(this.#network, visit.url) : null,
        // Who has begun goes first.
        inTurn: (work) => this.#inTurn(work, true),
      }),
    );
  }

  async close(): Promise<void> {
    if (this.#own) await this.#chromium.close();
  }

  async #inTurn<T>(work: () => Promise<T>, first = false): Promise<T> {
    if (this.#acting < AT_ONCE) this.#acting++;
    else await new Promise<void>((go) => this.#waiting.splice(first ? 0 : this.#waiting.length, 0, go));
    try {
      return await work();
    } finally {
      const next = this.#waiting.shift();
      if (next === undefined) this.#acting--;
      else next();
    }
  }
}
