import { Blocked, NotExercised } from '../../engine/checks/outcome.ts';
import { short, step } from '../../engine/checks/step-log.ts';
import { pathOf } from '../../engine/run/listen.ts';
import type { MerchantAccess } from '../../engine/run/merchants/merchant-access.ts';
import { timeOfDay } from '../../engine/time/clock.ts';
import type { Time } from '../../engine/time/time.ts';
import type { Control } from '../control/control.ts';
import { LIST_READ_BY_CHECK, LIST_READ_LATE, MAX_LIST_REQUEST_MS } from '../model/arrivals.ts';
import { type EventKind, isEventKind } from '../wire/index.ts';
import type { Merchant } from './merchant.ts';
import type { PaymentsRun } from './run.ts';

/** As `CheckContext.sees`. */
type Sees = <T extends object>(what: string, seen: T) => T;

/** A moment of the target's time in epoch milliseconds, exact to ± `uncertaintyMs`. */
export interface Instant {
  readonly at: number;
  readonly uncertaintyMs: number;
}

/** The merchant in the console. Every call is a step: a failure blocks the check. */
export class Console {
  readonly #run: PaymentsRun;
  readonly #sees: Sees;
  readonly #time: Time;
  readonly #knows: (access: MerchantAccess) => void;
  /** By merchant id. Every secret that the merchant has had is expected at every address that it has had. */
  readonly #secrets = new Map<string, Set<string | null>>();
  readonly #paths = new Map<string, Set<string>>();

  /** `knows` is called with every secret that becomes known. */
  constructor(run: PaymentsRun, sees: Sees, time: Time, knows: (access: MerchantAccess) => void) {
    this.#run = run;
    this.#sees = sees;
    this.#time = time;
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
    // How soon a delivery is sent is not shown, nor whether it is listed before.
    const entry = await this.#time.until('the console lists it', merchant.webhooks.arrival, async () =>
      (await this.deliveries(merchant)).find((each) => each.event === event && each.reference === reference),
    );
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
