import { createTransport, type ExchangeRecord, type Transport } from '../http/index.ts';
import { openSocket } from '../http/route.ts';
import { type Advanced, ClockReading } from '../time/clock-reading.ts';
import type { ControlPort } from './control.ts';
import { Losses } from './losses.ts';
import { Silence } from './silence.ts';
import type { Target } from './target.ts';

/** The line to the target: its connections, whether anybody still answers, what gets lost on the way, and how far its clock is off. */
export class TargetConnection {
  readonly transport: Transport;
  readonly losses = new Losses(() => this.#closed || this.silence !== null);
  /** Of the sandbox. */
  readonly clock: ClockReading;
  readonly #target: Target;
  readonly #probePath: string;
  /** The beginning of each address there, as exchanges show it. */
  readonly #sandbox: string;
  #closed = false;
  readonly #silences: readonly [Silence, Silence];

  /** `probePath`: what any merchant may GET. `limit`: requests in a row without an answer, after which the rest is not tried. `advanced`: how far its clock was advanced. */
  constructor(target: Target, control: ControlPort | null, probePath: string, limit: number, advanced: () => Advanced) {
    this.#target = target;
    this.#probePath = probePath;
    const { origin, pathname } = new URL(target.baseUrl);
    this.#sandbox = `${origin}${pathname.replace(/\/+$/, '')}/`;
    this.clock = new ClockReading(advanced);
    this.transport = this.open(64);
    const patienceMs = Math.min(target.network.timeoutMs, 10_000);
    this.#silences = [
      new Silence({ who: 'the target', limit, patienceMs, probe: () => this.#answers() }),
      new Silence({ who: 'the control interface', limit, patienceMs, probe: async () => control?.answers() ?? true }),
    ];
    if (control !== null) control.onHeard = (answered) => this.#silences[1].heard(answered);
  }

  /** Connections of their own on the same way. */
  open(connections: number): Transport {
    const { keepAlive, network } = this.#target;
    return createTransport({ connections, keepAlive, network });
  }

  /** One connection for whoever writes requests by hand. */
  connect(origin: string): ReturnType<typeof openSocket> {
    const { network } = this.#target;
    return openSocket(network, origin, AbortSignal.timeout(network.timeoutMs));
  }

  /** An exchange with the target is over. */
  heard(exchange: ExchangeRecord): void {
    this.losses.heard(exchange);
    // The live environment may be there while the sandbox is gone, and have another clock.
    if (!exchange.request.url.startsWith(this.#sandbox)) return;
    this.#silences[0].heard(exchange.error === null);
    this.clock.read(exchange);
  }

  /** Why it is no use to ask any more; null while there are answers. So a target that hangs ends a run in bounded time. */
  get silence(): string | null {
    return this.#silences[0].reason ?? this.#silences[1].reason;
  }

  /** As `silence`, once it has been waited for a little that whoever is silent comes back. */
  async lastingSilence(signal: AbortSignal): Promise<string | null> {
    for (const silence of this.#silences) await silence.lasting(signal);
    return this.silence;
  }

  /** Ends all connections at once. */
  async close(): Promise<void> {
    this.#closed = true;
    await this.transport.close();
  }

  async #answers(): Promise<boolean> {
    const { origin, pathname } = new URL(this.#target.baseUrl);
    const path = `${pathname.replace(/\/+$/, '')}${this.#probePath}`;
    const deadlineMs = Math.min(this.#target.network.timeoutMs, 5_000);
    const bounds = { deadlineMs, maxBodyBytes: 64 * 1024 };
    // As the merchant: a target may well answer others.
    const { apiKey, merchantId } = this.#target.merchant;
    const headers = ['Authorization', `Bearer ${apiKey}`, 'X-Merchant-Id', merchantId];
    const arrival = await this.transport.send({ origin, method: 'GET', path, headers, body: null }, bounds);
    return arrival.failure === null;
  }
}
