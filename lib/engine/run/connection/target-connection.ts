import { createTransport, type ExchangeRecord, type Transport } from '../../http/index.ts';
import { openSocket } from '../../http/network/route.ts';
import { type Advanced, ClockReading } from '../../time/clock-reading.ts';
import type { ControlPort } from '../merchants/control.ts';
import type { Environment, Target } from '../target.ts';
import { LostResponses } from './lost-responses.ts';
import { OutageDetector } from './outage-detector.ts';
import { RefusalDetector } from './refusal-detector.ts';

interface TargetTime {
  now(): number;
  readonly target: { readonly ahead: Advanced };
}

/** The connections to the target: whether it still answers and serves, which answers were lost, and how far its clock is off. */
export class TargetConnection {
  readonly transport: Transport;
  readonly lostResponses = new LostResponses(() => this.#closed || this.outage !== null);
  /** The clock of the sandbox. */
  readonly clock: ClockReading;
  readonly #target: Target;
  readonly #probePath: string;
  /** The beginning of the sandbox's addresses, as exchanges show them. */
  readonly #sandbox: string;
  #closed = false;
  readonly #detectors: readonly [OutageDetector, OutageDetector];
  readonly refusals: Readonly<Record<Environment, RefusalDetector>>;

  /**
   * `probePath`: a path that any merchant may GET. `limit`: requests in a row without an answer that are an outage. `time`: the target's
   * time, and how far its clock was advanced.
   */
  constructor(target: Target, control: ControlPort | null, probePath: string, limit: number, time: TargetTime) {
    this.#target = target;
    this.#probePath = probePath;
    const { origin, pathname } = new URL(target.baseUrl);
    this.#sandbox = `${origin}${pathname.replace(/\/+$/, '')}/`;
    this.clock = new ClockReading(() => time.target.ahead);
    this.refusals = {
      sandbox: new RefusalDetector('the target', () => time.now()),
      live: new RefusalDetector('the live environment', () => time.now()),
    };
    this.transport = this.open(64);
    const patienceMs = Math.min(target.network.timeoutMs, 10_000);
    this.#detectors = [
      new OutageDetector({ side: 'the target', limit, patienceMs, probe: () => this.#answers() }),
      new OutageDetector({
        side: 'the control interface',
        limit,
        patienceMs,
        probe: async () => control?.answers() ?? true,
      }),
    ];
    if (control !== null) control.onHeard = (answered) => this.#detectors[1].noteAnswer(answered);
  }

  /** Another transport with its own connections, by the same route. */
  open(connections: number): Transport {
    const { keepAlive, network } = this.#target;
    return createTransport({ connections, keepAlive, network });
  }

  /** A socket for a request that is written byte by byte. */
  connect(origin: string): ReturnType<typeof openSocket> {
    const { network } = this.#target;
    return openSocket(network, origin, AbortSignal.timeout(network.timeoutMs));
  }

  /** To be called when an exchange with the target has ended. */
  noteExchange(exchange: ExchangeRecord, environment: Environment): void {
    this.lostResponses.noteExchange(exchange);
    this.refusals[environment].noteExchange(exchange);
    // The live environment may answer while the sandbox does not, and have another clock.
    if (!exchange.request.url.startsWith(this.#sandbox)) return;
    const { request, sentMono: began = 0, id } = exchange;
    const name = `${request.method} ${new URL(request.url).pathname} (exchange ${id})`;
    this.#detectors[0].noteAnswer(exchange.error === null, { name, began });
    this.clock.read(exchange);
  }

  /**
   * Why it is useless to send more requests; null while there are answers. So a target that hangs, or refuses everything, ends a run in
   * bounded time. The live environment is left out: only requests there are then useless, and they end by `refusals`.
   */
  get outage(): string | null {
    return this.#detectors[0].reason ?? this.#detectors[1].reason ?? this.refusals.sandbox.reason;
  }

  /** As `outage`, after waiting for the side that does not answer to come back. */
  async lastingOutage(signal: AbortSignal): Promise<string | null> {
    for (const detector of this.#detectors) await detector.lastingReason(signal);
    return this.outage;
  }

  /** Closes all connections at once. */
  async close(): Promise<void> {
    this.#closed = true;
    await this.transport.close();
  }

  async #answers(): Promise<boolean> {
    const { origin, pathname } = new URL(this.#target.baseUrl);
    const path = `${pathname.replace(/\/+$/, '')}${this.#probePath}`;
    const deadlineMs = Math.min(this.#target.network.timeoutMs, 5_000);
    const limits = { deadlineMs, maxBodyBytes: 64 * 1024 };
    // Sent with the merchant's credentials: a target may answer only those.
    const { apiKey, merchantId } = this.#target.merchant;
    const headers = ['Authorization', `Bearer ${apiKey}`, 'X-Merchant-Id', merchantId];
    const answer = await this.transport.send({ origin, method: 'GET', path, headers, body: null }, limits);
    return answer.failure === null;
  }
}
