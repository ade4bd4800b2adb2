import { Blocked } from '../../engine/checks/outcome.ts';
import { short, step, tell } from '../../engine/checks/step-log.ts';
import { arrivals, expect, surely, Traced } from '../../engine/predicates/index.ts';
import type { Time } from '../../engine/time/time.ts';
import type { Answer, Capture, Delivery, Match } from '../../engine/webhooks/server.ts';
import { type Received, type Verification, verify } from '../../engine/webhooks/signature.ts';
import type { EventKind } from '../wire/index.ts';

/** The verdicts on both signatures of a webhook, v1 first. */
export function signatures({ delivery, verification, setting }: Received): Traced<string>[] {
  const scheme = (name: 'v1' | 'v2') =>
    new Traced<string>(verification[name], { signature: name, of: delivery.seq, secret: setting });
  return [scheme('v1'), scheme('v2')];
}

/** Every webhook of the run so far that matches, of any merchant. */
export function captured(
  { capture }: { capture: Pick<Capture, 'find' | 'stats'> },
  match: Match,
): Traced<readonly Delivery[]> {
  return arrivals(capture.find(match), { ...match, after: 0, upTo: capture.stats.received });
}

/** The webhooks of one merchant, as the capture server received them. */
export class Webhooks {
  readonly #capture: Capture;
  /** Path at the capture server. */
  readonly path: string;
  readonly #time: Time;
  readonly #secret: () => string | null;
  readonly #setting: () => string | null;
  /** Target time, in seconds, within which a first attempt must arrive. The interface names no bound. */
  readonly arrival: number;
  readonly #seen: (received: Received) => void;

  constructor(options: {
    capture: Capture;
    path: string;
    time: Time;
    secret: () => string | null;
    setting?: () => string | null;
    arrival?: number;
    seen: (received: Received) => void;
  }) {
    this.#capture = options.capture;
    this.path = options.path;
    this.#time = options.time;
    this.#secret = options.secret;
    this.#setting = options.setting ?? (() => null);
    this.arrival = options.arrival ?? 60;
    this.#seen = options.seen;
  }

  /** A check: a genuine delivery of this event arrives within `within` seconds. Fails where none does. */
  async arrives(event: EventKind, reference: string, within = this.arrival): Promise<Received> {
    const received = await this.#await(event, reference, within);
    expect(this.came(event, reference)).toHaveCome(this.#absence(event, reference, within));
    if (received === undefined) throw new Blocked(`suite fault: ${event} came and was not seen`);
    const genuine = this.#genuine(received);
    expect(signatures(genuine)).toContain('valid');
    return genuine;
  }

  /** A step: as `arrives`, but a missing or badly signed delivery blocks the check. */
  async given(event: EventKind, reference: string, within = this.arrival): Promise<Received> {
    return this.#genuine(await this.any(event, reference, within));
  }

  /** For checks of the signatures: a genuine delivery if one arrives in time, else a badly signed one. */
  async any(event: EventKind, reference: string, within = this.arrival): Promise<Received> {
    const received = await this.#await(event, reference, within);
    if (received === undefined) throw new Blocked(this.#absence(event, reference, within));
    return received;
  }

  /**
   * The deliveries of this event so far that certainly are the target's, oldest first. Exact copies are left out, and
   * badly signed ones as soon as a well signed one has arrived: neither a forger nor a replayer can add an attempt. If
   * none is well signed, all but the copies are returned.
   */
  all(event: EventKind, reference: string): Received[] {
    const sure = surely(
      this.#find(event, reference),
      ({ delivery }) => delivery.standing === 'repeated',
      (each) => this.#isGenuine(each),
    );
    for (const received of sure) this.#seen(received);
    return sure;
  }

  /** As `all`, for expectations: deliveries with `seq` above `after` and up to `upTo`. */
  surely(event: EventKind, reference: string, after = 0, upTo?: number): Traced<readonly Delivery[]> {
    const found = this.all(event, reference).map(({ delivery }) => delivery);
    return this.#arrivals(event, reference, { after, upTo }, found, true);
  }

  /** For expectations: all deliveries of this event, badly signed or not, with `seq` above `after` and up to `upTo`. */
  came(event: EventKind, reference: string, after = 0, upTo?: number): Traced<readonly Delivery[]> {
    const found = this.#find(event, reference).map(({ delivery }) => delivery);
    return this.#arrivals(event, reference, { after, upTo }, found, false);
  }

  /** All deliveries of this event, badly signed or not, oldest first, without copies. */
  each(event: EventKind, reference: string): Received[] {
    const found = this.#find(event, reference).filter(({ delivery }) => delivery.standing !== 'repeated');
    for (const received of found) this.#seen(received);
    return found;
  }

  /**
   * Exact copies of earlier deliveries, timestamp and signatures included: duplicates by the target, which are legal,
   * or replays.
   */
  copies(event: EventKind, reference: string): Received[] {
    return this.#find(event, reference).filter(({ delivery }) => delivery.standing === 'repeated');
  }

  /** The `seq` of the latest delivery of this event, 0 where there is none; for `another`. */
  latest(event: EventKind, reference: string): number {
    return this.#find(event, reference).at(-1)?.delivery.seq ?? 0;
  }

  /**
   * Waits up to `within` seconds for another delivery of this event, with `seq` above `after`; undefined where none
   * arrives. If none is certainly the target's, returns one that is badly signed or a copy, so that the check can say
   * what is wrong with it.
   */
  async another(
    what: string,
    event: EventKind,
    reference: string,
    { after, within }: { after: number; within: number },
  ): Promise<Received | undefined> {
    const later = ({ delivery }: Received) => delivery.seq > after;
    const sure = await this.#time.until(what, within, () => this.all(event, reference).find(later));
    const received = sure ?? this.#find(event, reference).find(later);
    if (received !== undefined) this.#seen(received);
    return received;
  }

  /** When this attempt was sent, on the scale of `time.now`: see `Time.sentAt`. */
  sentAt({ delivery, verification }: Received): number {
    return this.#time.sentAt({ timestamp: verification.timestamp, mono: delivery.mono });
  }

  /**
   * Waits for an attempt due between two moments (`time.now`). The signed send time of an attempt counts, not when the
   * check reads it. Ends when such an attempt has arrived, or when the target's clock has certainly passed `to`. If
   * none is certainly the target's, returns one that is badly signed or a copy. `after`: the `seq` after which such
   * attempts begin, for `surely` and `came`.
   */
  async due(
    what: string,
    event: EventKind,
    reference: string,
    { from, to }: { from: number; to: number },
  ): Promise<{ received: Received | undefined; after: number }> {
    const isDue = (received: Received) => {
      const sentAt = this.sentAt(received);
      return sentAt >= from && sentAt <= to;
    };
    await this.#time.past(from, `${what} falls due`);
    const sure = await this.#time.untilPast(what, to, () => this.all(event, reference).find(isDue));
    const received = sure ?? this.#find(event, reference).find(isDue);
    if (received !== undefined) this.#seen(received);
    return { received, after: received === undefined ? this.latest(event, reference) : received.delivery.seq - 1 };
  }

  /** Waits `seconds` of the target's time and returns the deliveries of this event. For checks that none arrives. */
  async after(seconds: number, event: EventKind, reference: string): Promise<Traced<readonly Delivery[]>> {
    await this.#time.listen(seconds, `no ${event} comes`);
    return this.surely(event, reference);
  }

  /** Attempt number `count` (from 1) of this event; undefined where it does not arrive within `within` seconds. */
  async attempt(count: number, event: EventKind, reference: string, within: number): Promise<Received | undefined> {
    await this.#time.until(`attempt ${count} of ${event}`, within, () =>
      this.all(event, reference).length >= count ? true : undefined,
    );
    const received = this.all(event, reference)[count - 1] ?? this.#find(event, reference)[count - 1];
    if (received !== undefined) this.#seen(received);
    return received;
  }

  /** How the capture server answers these deliveries: one answer per attempt, the last one repeats. Default 200. */
  answer(match: { event?: EventKind; reference?: string }, answers: Answer | readonly Answer[]): void {
    const { event = 'webhooks', reference = '' } = match;
    tell(
      `the receiver answers ${event} ${reference && `for ${reference} `}with ${[answers].flat().map(inShort).join(', then ')}`,
    );
    this.#capture.script({ path: this.path, ...match }, answers);
  }

  async #await(event: EventKind, reference: string, within: number): Promise<Received | undefined> {
    const words = `the webhook ${event} for ${reference}`;
    return await step(
      words,
      () => this.#arriving(event, reference, within),
      (received) => (received === undefined ? ` does not come within ${within} s` : ' arrives'),
    );
  }

  async #arriving(event: EventKind, reference: string, within: number): Promise<Received | undefined> {
    const query = { path: this.path, event, reference };
    const valid = await this.#time.race(`${event} for ${reference}`, within, (signal) =>
      this.#capture.next({ ...query, where: (delivery) => isGenuine(this.#verify(delivery)) }, signal),
    );
    const delivery = valid ?? this.#capture.find(query)[0] ?? this.#unreadable(event, reference);
    if (delivery === undefined) return undefined;
    const received = this.#received(delivery);
    this.#seen(received);
    return received;
  }

  /** A delivery that names it and is not JSON, as one whose end is missing: no signature holds over what arrived of it. */
  #unreadable(kind: EventKind, reference: string): Delivery | undefined {
    const tells = ({ event, body }: Delivery) => event === undefined && body.includes(kind) && body.includes(reference);
    return this.#capture.find({ path: this.path }).find(tells);
  }

  #genuine(received: Received): Received {
    if (isGenuine(received.verification)) return received;
    const { event, reference } = received.delivery;
    throw new Blocked(`${event} for ${reference} came badly signed only: ${received.verification.problems.join('; ')}`);
  }

  #absence(event: EventKind, reference: string, within: number): string {
    const others = this.#capture
      .find({ path: this.path })
      .map((other) => `${other.event ?? 'unreadable'} for ${other.reference ?? '?'}`);
    const instead =
      others.length === 0 ? 'nothing came' : `what came instead: ${[...new Set(others)].slice(0, 5).join(', ')}`;
    return `expected a webhook ${event} for ${reference} within ${within} s; ${instead}`;
  }

  #arrivals(
    event: EventKind,
    reference: string,
    { after, upTo = this.#capture.stats.received }: { after: number; upTo?: number | undefined },
    found: readonly Delivery[],
    sure: boolean,
  ): Traced<readonly Delivery[]> {
    const later = found.filter(({ seq }) => seq > after && seq <= upTo);
    return arrivals(later, { path: this.path, event, reference, after, upTo, ...(sure && { sure }) });
  }

  #find(event: EventKind, reference: string): Received[] {
    return this.#capture.find({ path: this.path, event, reference }).map((delivery) => this.#received(delivery));
  }

  /**
   * `standing` was judged on arrival, with every secret that the merchant has had; `#verify` knows only the current
   * one. A valid v1 is not enough: it does not cover the timestamp, so an altered replay has it too.
   */
  #isGenuine({ delivery, verification }: Received): boolean {
    return delivery.standing === 'genuine' || verification.v2 === 'valid';
  }

  #received(delivery: Delivery): Received {
    const { json } = delivery;
    const payload = typeof json === 'object' && json !== null ? (json as Record<string, unknown>) : {};
    return { delivery, payload, verification: this.#verify(delivery), setting: this.#setting() };
  }

  #verify(delivery: Delivery): Verification {
    const secret = this.#secret();
    if (secret === null) throw new Blocked('suite fault: webhooks were read for a merchant without a webhook secret');
    return verify(delivery, secret);
  }
}

/** One valid signature shows that the target sent it. That both are valid is a requirement of its own. */
function isGenuine(verification: Verification): boolean {
  return verification.v1 === 'valid' || verification.v2 === 'valid';
}

function inShort(answer: Answer): string {
  if (answer === 'hang') return 'nothing: it keeps the sender waiting';
  if (answer === 'cut' || answer === 'cut-midway') return 'a cut connection';
  if (typeof answer === 'number') return String(answer);
  return `${answer.status}${answer.delayMs === undefined ? '' : ` after ${answer.delayMs} ms`}${answer.headers === undefined ? '' : ` and ${short(answer.headers)}`}`;
}
