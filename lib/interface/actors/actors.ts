import type { Screenshot } from '../../engine/browser/page.ts';
import { Blocked, NotExercised } from '../../engine/checks/outcome.ts';
import { short, step, went } from '../../engine/checks/step-log.ts';
import { pathOf } from '../../engine/run/listen.ts';
import type { MerchantAccess } from '../../engine/run/merchants/merchant-access.ts';
import { timeOfDay } from '../../engine/time/clock.ts';
import type { Control, ControlEndpoint } from '../control/control.ts';
import { LIST_READ_BY_CHECK, LIST_READ_LATE, MAX_LIST_REQUEST_MS } from '../model/arrivals.ts';
import { PAGE_OPENED, type PageOpened } from '../model/events.ts';
import { type HostedPage, openHostedPage, type Paid } from '../pages/hosted-page.ts';
import type { Card } from '../pages/page-fields.ts';
import { type EventKind, isEventKind } from '../wire/index.ts';
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

/** A moment of the target's time in epoch milliseconds, exact to ± `uncertaintyMs`. */
export interface Instant {
  readonly at: number;
  readonly uncertaintyMs: number;
}

/** The merchant in the console. Every call is a step: a failure blocks the check. */
export class Console {
  readonly #run: PaymentsRun;
  readonly #sees: Sees;
  readonly #knows: (access: MerchantAccess) => void;
  /** By merchant id. Every secret that the merchant has had is expected at every address that it has had. */
  readonly #secrets = new Map<string, Set<string | null>>();
  readonly #paths = new Map<string, Set<string>>();

  /** `knows` is called with every secret that becomes known. */
  constructor(run: PaymentsRun, sees: Sees, knows: (access: MerchantAccess) => void) {
    this.#run = run;
    this.#sees = sees;
    this.#knows = knows;
  }

  /** The list, without events of kinds that the document does not name: whether there are such is not stated. */
  async deliveries(merchant: Merchant) {
    const { merchantId } = await merchant.present();
    const asked = performance.now();
    const deliveries = await this.#do('looks at the list of deliveries', (control) => control.deliveries(merchantId));
    // If the answer took long, or this machine stood still, it is unknown when the target read its list.
    const isLate = performance.now() - asked >= MAX_LIST_REQUEST_MS;
    const named = deliveries.filter(({ event }) => isEventKind(event));
    return this.#sees(`${isLate ? LIST_READ_LATE : LIST_READ_BY_CHECK}${merchantId}`, named);
  }

  async resend(merchant: Merchant, deliveryId: string) {
    const { merchantId } = await merchant.present();
    return await this.#do('presses Resend', (control) => control.resend(merchantId, deliveryId));
  }

  /** Presses Resend at a delivery of this event. */
  async resendEvent(merchant: Merchant, event: EventKind, reference: string) {
    const deliveries = await this.deliveries(merchant);
    const entry = deliveries.find((each) => each.event === event && each.reference === reference);
    if (entry === undefined) throw new Blocked(`the console does not list the ${event} for ${reference}`);
    await this.resend(merchant, entry.id);
  }

  /** Changes settings of a merchant that the check has for itself. `webhookUrl: null` clears it. */
  async change(merchant: Merchant, change: { webhookUrl?: string | null; requireLinkedWallets?: boolean }) {
    const { own, merchantId } = await merchant.present();
    if (!own) throw new NotExercised("the standing merchant's settings are left alone");
    if (change.webhookUrl) this.#expects(merchant, { path: pathOf(change.webhookUrl) });
    return await this.#do(`changes settings: ${short(change)}`, (control) =>
      control.updateMerchant(merchantId, change),
    );
  }

  async rotateWebhookSecret(merchant: Merchant): Promise<string> {
    const access = await merchant.present();
    if (!access.own) throw new NotExercised("the standing merchant's secret is left alone");
    const webhookSecret = await this.#do('rotates the webhook secret', (control) =>
      control.rotateWebhookSecret(access.merchantId),
    );
    this.#expects(merchant, { secret: webhookSecret });
    this.#knows({ ...access, webhookSecret });
    return webhookSecret;
  }

  #expects({ access }: Merchant, { path = access.hookPath, secret = access.webhookSecret }): void {
    const { merchantId } = access;
    const paths = this.#paths.get(merchantId) ?? new Set([access.hookPath]);
    const secrets = this.#secrets.get(merchantId) ?? new Set([access.webhookSecret]);
    this.#paths.set(merchantId, paths.add(path));
    this.#secrets.set(merchantId, secrets.add(secret));
    for (const each of paths) for (const own of secrets) this.#run.deliveryRoutes.expect(each, own);
  }

  /** Each later POST of this merchant takes `milliseconds` longer, in real time; 0 ends the delay. */
  async delayProcessing(merchant: Merchant, milliseconds: number) {
    const { merchantId } = await merchant.present();
    return await this.#do(`has requests take ${milliseconds} ms longer`, (control) =>
      control.processingDelay(merchantId, milliseconds),
    );
  }

  /**
   * The target's time now: from control where it reports one, else from the `Date` header of the target's answers;
   * undefined where neither is known.
   */
  async now(): Promise<Instant | undefined> {
    const { clock } = this.#run.target;
    const began = performance.now();
    const said = clock ? await this.#run.conductor.standing(() => this.#run.advance(0)) : Number.NaN;
    // The target may have read its clock at any moment of the call, and may show it in whole seconds.
    if (!Number.isNaN(said)) return { at: said, uncertaintyMs: 1_000 + performance.now() - began };
    const offset = clock ? null : this.#run.connection.clock.offset;
    return offset === null ? undefined : { at: timeOfDay() + offset.skewMs, uncertaintyMs: offset.uncertaintyMs };
  }

  #do<T>(words: string, call: (control: Control) => Promise<T>): Promise<T> {
    const { control } = this.#run;
    if (control === null) throw new NotExercised('no control over the console');
    return step(`the merchant, in the console, ${words}`, () => this.#run.steered(() => call(control)));
  }
}
