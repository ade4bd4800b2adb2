import type { Screenshot } from '../../engine/browser/page.ts';
import { Blocked, NotExercised } from '../../engine/checks/outcome.ts';
import { step, went } from '../../engine/checks/step-log.ts';
import type { Control, ControlEndpoint } from '../control/control.ts';
import { PAGE_OPENED, type PageOpened } from '../model/events.ts';
import { type HostedPage, openHostedPage, type Paid } from '../pages/hosted-page.ts';
import type { Card } from '../pages/page-fields.ts';
import { type Created, field, type Merchant, summary } from './merchant.ts';
import { oncePaid, openPage, type Page } from './pages.ts';
import type { PaymentsRun } from './run.ts';
import { shopOf } from './shop.ts';

/** As `CheckContext.sees`. */
type Sees = <T extends object>(what: string, seen: T) => T;

/** A buyer of a merchant's checkouts and escrows. Every call is a step: a failure blocks the check. */
export class Buyer {
  readonly #run: PaymentsRun;
  readonly #seen: (screenshot: Screenshot) => void;
  readonly #sees: Sees;
  readonly #signal: AbortSignal;
  readonly #onLost: () => void;

  /** `onLost` is called when a request of a hosted page was lost on the way. */
  constructor(
    run: PaymentsRun,
    options: { seen: (screenshot: Screenshot) => void; sees: Sees; signal: AbortSignal; onLost: () => void },
  ) {
    const { seen, sees, signal, onLost } = options;
    this.#onLost = onLost;
    this.#run = run;
    this.#seen = seen;
    this.#sees = sees;
    this.#signal = signal;
  }

  /** Pays a checkout and waits until it is `succeeded`. */
  async pays(merchant: Merchant, checkout: Created): Promise<Created> {
    await this.tries(merchant, checkout, 'succeeded');
    return await this.#now(merchant, checkout, 'succeeded');
  }

  /** Makes the payment of a checkout fail and waits until it is `failed`. */
  async fails(merchant: Merchant, checkout: Created): Promise<Created> {
    await this.tries(merchant, checkout, 'failed');
    return await this.#now(merchant, checkout, 'failed');
  }

  /** Creates a checkout and pays it. */
  async paid(merchant: Merchant, fields: Record<string, unknown> = {}): Promise<Created> {
    return await this.pays(merchant, await merchant.checkout(fields));
  }

  /** Pays an escrow and waits until it is `funded`. */
  async funds(merchant: Merchant, escrow: Created, buyerEmail?: string): Promise<Created> {
    await this.paysEscrow(merchant, escrow, buyerEmail);
    return await this.#now(merchant, escrow, 'funded');
  }

  /** Translates a buyer's e-mail address to the mail host of this run's shop. */
  #local(email: string | undefined): string | undefined {
    return shopOf(this.#run.assignment.appearance).local(email);
  }

  /** Creates an escrow and pays it. */
  async funded(merchant: Merchant, fields: Record<string, unknown> = {}): Promise<Created> {
    return await this.funds(merchant, await merchant.escrow(fields));
  }

  /** Only presses Pay; the check itself looks at the status of the escrow. */
  async paysEscrow(merchant: Merchant, escrow: Created, email?: string): Promise<void> {
    const { merchantId } = await merchant.present();
    const buyerEmail = this.#local(email);
    const byControl = () => this.#act((control) => control.payEscrow(merchantId, escrow.reference, buyerEmail));
    const endpoint = 'POST /merchants/{merchantId}/escrows/{reference}/pay';
    await step(`${buyerEmail ?? 'the buyer'} pays the escrow ${escrow.reference}`, () =>
      // Only control can choose the paying account: a page may have the buyer's e-mail filled in.
      buyerEmail === undefined
        ? this.#byControlOr(merchant, endpoint, byControl, () => this.#paysUnlessPaid(merchant, escrow))
        : byControl(),
    );
  }

  /**
   * Opens the hosted page of a checkout or an escrow in a browser for the duration of `stay`. Needs `browser`. Acting
   * on the page holds the target's clock, as a request does. `buyerEmail`: what the buyer signs in with; default: the
   * e-mail in the create request.
   */
  async atPage<T>(resource: Created, stay: (page: Page) => Promise<T>, buyerEmail?: string): Promise<T> {
    const words = `the buyer is on the page of the ${resource.kind} ${resource.reference}`;
    return await step(words, () => this.#atPage(resource, stay, buyerEmail));
  }

  async #atPage<T>(resource: Created, stay: (page: Page) => Promise<T>, buyerEmail?: string): Promise<T> {
    const page = await openPage(() => this.#open(resource, this.#seen, buyerEmail));
    try {
      return await stay(page);
    } finally {
      await page.close();
    }
  }

  /**
   * Opens the hosted page and pays there with the test card, with `card` replacing its fields. The check itself looks
   * at the outcome. `open`: whether the resource can still be paid, asked when an interruption left unknown whether the
   * buyer has paid.
   */
  async paysOnPage(
    resource: Created,
    card: Partial<Card> = {},
    buyerEmail?: string,
    open = async () => true,
  ): Promise<Paid> {
    const words = `the buyer is on the page of the ${resource.kind} ${resource.reference}`;
    const visit = async (seen: (screenshot: Screenshot) => void) => {
      const page = await this.#open(resource, seen, buyerEmail);
      try {
        return await page.pays(card);
      } finally {
        await page.close();
      }
    };
    const paid = await step(words, () => oncePaid(this.#seen, open, visit));
    return this.#sees(`the ${resource.kind} page of ${resource.reference}, after Pay`, { ...paid });
  }

  /** All texts of the hosted page, read as soon as `text` is shown, at the latest after paying. */
  async reads(resource: Created, text: string): Promise<{ readonly texts: readonly string[] }> {
    const texts = await this.atPage(resource, async (page) => {
      if (await page.shows(text)) return await page.reads();
      // The text may be on a later step of the page.
      await page.pays();
      await page.shows(text, 0);
      return await page.reads();
    });
    return this.#sees(`what the ${resource.kind} page of ${resource.reference} says`, { texts });
  }

  async #open(resource: Created, seen: (screenshot: Screenshot) => void, buyerEmail?: string): Promise<HostedPage> {
    const { body } = resource.exchange.sent;
    const sent: unknown = body === null ? {} : JSON.parse(body);
    const text = (path: string) => {
      const value = field(sent, path);
      return typeof value === 'string' ? value : null;
    };
    went({ page: resource.url });
    this.#sees(PAGE_OPENED, { kind: resource.kind, reference: resource.reference } satisfies PageOpened);
    const goal = resource.kind === 'escrow' ? 'escrow' : 'checkout';
    return await openHostedPage(this.#run.browser, this.#run.target.pages, {
      url: resource.url,
      goal,
      eachStep: this.#run.browser.isFirst(goal),
      returnUrl: text('returnUrl'),
      email:
        this.#local(buyerEmail) ??
        text('buyer.email') ??
        text('customer.email') ??
        this.#local('buyer@example.com') ??
        null,
      onScreenshot: seen,
      onLost: this.#onLost,
      signal: this.#signal,
    });
  }

  /** The buyer asks for a refund of a funded escrow. */
  async disputes(merchant: Merchant, escrow: Created): Promise<void> {
    const { merchantId } = await merchant.present();
    await step(`the buyer asks for a refund of the escrow ${escrow.reference}`, () =>
      this.#act((control) => control.disputeEscrow(merchantId, escrow.reference)),
    );
  }

  async releases(merchant: Merchant, escrow: Created): Promise<void> {
    const { merchantId } = await merchant.present();
    await step(`the buyer releases the escrow ${escrow.reference}`, () =>
      this.#act((control) => control.buyerReleasesEscrow(merchantId, escrow.reference)),
    );
  }

  /** Only acts: the buyer pays, or the payment fails. The check itself looks at the status of the checkout. */
  async tries(merchant: Merchant, checkout: Created, outcome: 'succeeded' | 'failed'): Promise<void> {
    const { merchantId } = await merchant.present();
    const byControl = () => this.#act((control) => control.settleCheckout(merchantId, checkout.reference, outcome));
    const endpoint = 'POST /merchants/{merchantId}/checkouts/{reference}/settle';
    await step(
      outcome === 'failed'
        ? `the payment of the checkout ${checkout.reference} fails`
        : `the buyer pays the checkout ${checkout.reference}`,
      () =>
        outcome === 'failed'
          ? byControl()
          : this.#byControlOr(merchant, endpoint, byControl, () => this.#paysUnlessPaid(merchant, checkout)),
    );
  }

  async #paysUnlessPaid(merchant: Merchant, resource: Created): Promise<void> {
    await this.paysOnPage(resource, {}, undefined, async () =>
      String(field((await merchant.get(resource)).json, 'status')).startsWith('pending'),
    );
  }

  /**
   * By control where it offers the endpoint; else on the hosted page, as a buyer would, and in sandbox only: a live
   * page takes real money and no test card (Endpoints, behaviour rules 8 and 9).
   */
  async #byControlOr(
    merchant: Merchant,
    endpoint: ControlEndpoint,
    byControl: () => Promise<void>,
    byPage: () => Promise<unknown>,
  ) {
    const { environment } = await merchant.present();
    if (environment === 'live' || this.#run.target.missing.browser !== undefined) return await byControl();
    const offers = () => this.#run.control?.offers(endpoint) === true;
    if (!offers()) return void (await byPage());
    try {
      await byControl();
    } catch (error) {
      // A missing control endpoint may be discovered only by calling it.
      if (!(error instanceof NotExercised) || offers()) throw error;
      await byPage();
    }
  }

  async #now(merchant: Merchant, resource: Created, status: string): Promise<Created> {
    const exchange = await merchant.confirms(resource, status);
    if (field(exchange.json, 'status') !== status) {
      throw new Blocked(`the ${resource.kind} should now be ${status}: GET shows ${summary(exchange)}`);
    }
    return { ...resource, exchange };
  }

  async #act(call: (control: Control) => Promise<void>): Promise<void> {
    const { control } = this.#run;
    if (control === null) throw new NotExercised('no control over the buyer');
    await this.#run.steered(() => call(control));
  }
}
