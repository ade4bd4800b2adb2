/** Webhooks: building payloads, sending attempts, and the retry schedule (Events, delivery rules). */
import type { AnyRecord, Attempt, Delivery, Merchant } from '../rules/records.ts';
import type { Rulebook } from '../rules/rulebook.ts';
import type { EventName } from '../rules/states.ts';
import type { Clock } from './clock.ts';
import type { Transport } from './transport.ts';

export interface OutboxOptions {
  rules: Rulebook;
  clock: Clock;
  transport: Transport;
  newId: (prefix: string) => string;
  deliveryTimeoutMs: number;
}

export interface Outbox {
  /** Sends the event to the merchant's webhook address; without one, nothing is sent or listed. */
  send(record: AnyRecord, event: EventName): void;
  /** Sends the same payload again as a new delivery with its own retry schedule. */
  resend(merchant: Merchant, delivery: Delivery): void;
}

export function createOutbox({ rules, clock, transport, newId, deliveryTimeoutMs }: OutboxOptions): Outbox {
  const turns = new Turns(rules.decisions.attemptsAtOnce);

  function deliver(
    merchant: Merchant,
    parts: Pick<Delivery, 'eventId' | 'event' | 'reference' | 'payload'>,
    since = clock.now(),
  ): void {
    const delivery: Delivery = {
      id: newId('dl_'),
      ...parts,
      state: 'pending',
      attempts: [],
      since,
      ...target(merchant),
    };
    merchant.deliveries.push(delivery);
    clock.schedule(since + rules.retries.within * 1_000, () => {
      if (delivery.state === 'pending') delivery.state = 'abandoned';
    });
    if (!rules.retries.first) clock.track(attempt(merchant, delivery, 0));
    else clock.schedule(clock.now() + rules.retries.first * 1_000, () => clock.track(attempt(merchant, delivery, 0)));
  }

  async function attempt(merchant: Merchant, delivery: Delivery, number: number): Promise<void> {
    const { webhookUrl, webhookSecret } = rules.decisions.retriesGoTo === 'present' ? target(merchant) : delivery;
    const receiver = originOf(webhookUrl);
    await turns.take(receiver);
    const now = clock.now();
    const made: Attempt = { at: new Date(now).toISOString(), status: null, error: null };
    try {
      if (webhookUrl === null) throw new Error('no webhook address is set');
      const timestamp = String(Math.floor(now / 1_000));
      const body = rules.functions.attemptBody(delivery.payload, number + 1, delivery);
      made.status = await transport.send({
        url: webhookUrl,
        headers: rules.functions.webhookHeaders(rules, webhookSecret, timestamp, body, delivery),
        body,
        timeoutMs: deliveryTimeoutMs,
      });
    } catch (error) {
      made.error = error instanceof Error ? error.message : 'not sent';
    } finally {
      turns.pass(receiver);
    }
    const acknowledged = made.status !== null && rules.functions.acknowledges(made.status, delivery);
    delivery.attempts.push(made);

    if (acknowledged) {
      delivery.state = 'delivered';
      return;
    }
    if (made.status !== null) made.error = `answered ${made.status}`;
    const gap = rules.functions.nextAttempt(rules.retries, number + 1, delivery);
    if (gap === undefined) return;
    const due = now + gap * 1_000;
    if (due > delivery.since + rules.retries.within * 1_000) return;
    clock.schedule(due, () => clock.track(attempt(merchant, delivery, number + 1)));
  }

  return {
    send(record, event) {
      const { merchant } = record;
      if (merchant.webhookUrl === null) return;
      const eventId = rules.functions.eventId(newId);
      const carried = rules.events[event].carries(record);
      const occurredAt = new Date(clock.now()).toISOString();
      const payload = rules.functions.payload({ id: eventId, event, ...carried, occurredAt });
      deliver(merchant, { eventId, event, reference: String(carried.reference), payload });
    },
    resend(merchant, delivery) {
      const begins = rules.decisions.resendsEnd === 'a day after the event' ? delivery.since : clock.now();
      deliver(merchant, rules.functions.resent(delivery), begins);
    },
  };
}

function target({ webhookUrl, webhookSecret }: Merchant): Pick<Merchant, 'webhookUrl' | 'webhookSecret'> {
  return { webhookUrl, webhookSecret };
}

function originOf(url: string | null): string {
  return url === null ? '' : new URL(url).origin;
}

/** Limits concurrent attempts for each receiver; further ones wait. */
class Turns {
  readonly #atOnce: number;
  readonly #taken = new Map<string, { count: number; waiting: (() => void)[] }>();

  constructor(atOnce: number) {
    this.#atOnce = atOnce;
  }

  take(receiver: string): Promise<void> | void {
    const line = this.#taken.get(receiver) ?? { count: 0, waiting: [] };
    this.#taken.set(receiver, line);
    if (line.count >= this.#atOnce) return new Promise((resolve) => line.waiting.push(resolve));
    line.count += 1;
  }

  pass(receiver: string): void {
    const line = this.#taken.get(receiver);
    if (!line) return;
    const next = line.waiting.shift();
    if (next) next();
    else line.count -= 1;
    if (line.count === 0) this.#taken.delete(receiver);
  }
}
