import { Blocked } from '../../engine/checks/outcome.ts';
import { short, step, tell } from '../../engine/checks/step-log.ts';
import { arrivals, expect, surely, Traced } from '../../engine/predicates/index.ts';
import type { Run } from '../../engine/run/run.ts';
import type { Time } from '../../engine/time/time.ts';
import type { Answer, Capture, Delivery, Match } from '../../engine/webhooks/server.ts';
import { type Received, type Verification, verify } from '../../engine/webhooks/signature.ts';
import type { EventKind } from '../wire/index.ts';

/** What both signatures are worth, v1 first. */
export function signatures({ delivery, verification, setting }: Received): Traced<string>[] {
  const scheme = (name: 'v1' | 'v2') =>
    new Traced<string>(verification[name], { signature: name, of: delivery.seq, secret: setting });
  return [scheme('v1'), scheme('v2')];
}

/** Every webhook of the run so far that fits, whoever it was meant for. */
export function captured({ capture }: Pick<Run, 'capture'>, match: Match): Traced<readonly Delivery[]> {
  return arrivals(capture.find(match), { ...match, after: 0, upTo: capture.stats.received });
}

/** The webhooks of one merchant, as the capture server saw them. */
export class Webhooks {
  readonly #capture: Capture;
  /** At the capture server. */
  readonly path: string;
  readonly #time: Time;
  readonly #secret: () => string | null;
  readonly #setting: () => string | null;
  /** Target time, in seconds, within which a first attempt must have come. The interface names no bound. */
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

  /** The check itself: a genuine delivery of this event comes. Fails where none does. */
  async arrives(event: EventKind, reference: string, within = this.arrival): Promise<Received> {
    const received = await this.#await(event, reference, within);
    expect(this.came(event, reference)).toHaveCome(this.#absence(event, reference, within));
    if (received === undefined) throw new Blocked(`suite fault: ${event} came and was not seen`);
    const genuine = this.#genuine(received);
    expect(signatures(genuine)).toContain('valid');
    return genuine;
  }

  /** A step that leads to a check: as `arrives`, but what goes wrong blocks the check. */
  async given(event: EventKind, reference: string, within = this.arrival): Promise<Received> {
    return this.#genuine(await this.any(event, reference, within));
  }

  /** For checks of the signatures themselves: a genuine delivery where one comes in time, else a badly signed one. */
  async any(event: EventKind, reference: string, within = this.arrival): Promise<Received> {
    const received = await this.#await(event, reference, within);
    if (received === undefined) throw new Blocked(this.#absence(event, reference, within));
    return received;
  }

  /**
   * What has come of this event so far and is surely the target's, oldest first. Copies are not in it, and nothing badly signed is as
   * soon as something well signed is: whoever forges cannot make an attempt, nor whoever replays. Of a target that signs nothing well,
   * it is all that came.
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

  /** As `all`, for expectations; of those that came after the webhook with one `seq`, and up to that with another. */
  surely(event: EventKind, reference: string, after = 0, upTo?: number): Traced<readonly Delivery[]> {
    const found = this.all(event, reference).map(({ delivery }) => delivery);
    return this.#arrivals(event, reference, { after, upTo }, found, true);
  }

  /** For expectations: whatever came of this event, badly signed or not, between the webhooks with these `seq`. */
  came(event: EventKind, reference: string, after = 0, upTo?: number): Traced<readonly Delivery[]> {
    const found = this.#find(event, reference).map(({ delivery }) => delivery);
    return this.#arrivals(event, reference, { after, upTo }, found, false);
  }

  /** Whatever came of this event, badly signed or not, oldest first, without copies. */
  each(event: EventKind, reference: string): Received[] {
    const found = this.#find(event, reference).filter(({ delivery }) => delivery.standing !== 'repeated');
    for (const received of found) this.#seen(received);
    return found;
  }

  /** What came again as it was, timestamp and signatures included: the target's duplicates, which are legal, or replays. */
  copies(event: EventKind, reference: string): Received[] {
    return this.#find(event, reference).filter(({ delivery }) => delivery.standing === 'repeated');
  }

  /** Where the deliveries of this event end now: for `another`. */
  latest(event: EventKind, reference: string): number {
    return this.#find(event, reference).at(-1)?.delivery.seq ?? 0;
  }

  /**
   * Waits for one more delivery of this event, after the one where they ended; undefined where none comes. Where none comes that is
   * surely the target's, one that is badly signed or a copy will do: that is then what is wrong with it.
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

  /** When this attempt was sent, as `time.now` counts: see `Time.sentAt`. */
  sentAt({ delivery, verification }: Received): number {
    return this.#time.sentAt({ timestamp: verification.timestamp, mono: delivery.mono });
  }

  /**
   * Waits for an attempt that is due between two moments (`time.now`): those count at which attempts were sent, as they are signed, and
   * not when the check comes round to looking. Ends once one has come, or once the target's clock has certainly passed the later moment.
   * `after`: the `seq` after which such attempts begin, for `surely` and `came`. Where none comes that is surely the target's, one that
   * is badly signed or a copy will do.
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

  /** Waits so many seconds of the target's time and returns what came of this event. For checks that nothing comes. */
  async after(seconds: number, event: EventKind, reference: string): Promise<Traced<readonly Delivery[]>> {
    await this.#time.listen(seconds, `no ${event} comes`);
    return this.surely(event, reference);
  }

  /** The attempt number `count` (1 is the first) of this event's delivery; undefined where it does not come in time. */
  async attempt(count: number, event: EventKind, reference: string, within: number): Promise<Received | undefined> {
    await this.#time.until(`attempt ${count} of ${event}`, within, () =>
      this.all(event, reference).length >= count ? true : undefined,
    );
    const received = this.all(event, reference)[count - 1] ?? this.#find(event, reference)[count - 1];
    if (received !== undefined) this.#seen(received);
    return received;
  }

  /** How the capture server answers these deliveries: each takes the next answer, the last repeats. Default 200. */
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
    const delivery = valid ?? this.#capture.find(query)[0];
    if (delivery === undefined) return undefined;
    const received = this.#received(delivery);
    this.#seen(received);
    return received;
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

  /** The secret may have been rotated meanwhile: the one who judged knows both. The first signature is that of an altered replay, too. */
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

/** One good signature shows who sent it. That both are good is a requirement of its own. */
function isGenuine(verification: Verification): boolean {
  return verification.v1 === 'valid' || verification.v2 === 'valid';
}

function inShort(answer: Answer): string {
  if (answer === 'hang') return 'nothing: it keeps the sender waiting';
  if (answer === 'cut' || answer === 'cut-midway') return 'a cut connection';
  if (typeof answer === 'number') return String(answer);
  return `${answer.status}${answer.delayMs === undefined ? '' : ` after ${answer.delayMs} ms`}${answer.headers === undefined ? '' : ` and ${short(answer.headers)}`}`;
}
