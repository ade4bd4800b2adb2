/** Ways to break the sending of some events, or of some attempts. */
import type { IncomingHttpHeaders } from 'node:http';
import { Agent } from 'undici';
import type { Transport } from '../../reference/engine/transport.ts';
import type { Delivery } from '../../reference/rules/records.ts';
import type { Rulebook, Service } from '../../reference/rules/rulebook.ts';
import type { EventName, RetryRule } from '../../reference/rules/states.ts';
import { functions } from '../change.ts';
import type { Change } from '../mutant.ts';
import { before } from '../steps.ts';

interface Attempt {
  rules: Rulebook;
  secret: string;
  timestamp: string;
  body: string;
  delivery: Delivery;
}

/** Other headers on attempts of some deliveries. */
export function headersOf(
  which: (delivery: Delivery) => boolean,
  change: (attempt: Attempt) => Record<string, string>,
): Change {
  return functions(({ webhookHeaders }) => ({
    webhookHeaders(rules, secret, timestamp, body, delivery) {
      const headers = webhookHeaders(rules, secret, timestamp, body, delivery);
      if (delivery === undefined || !which(delivery)) return headers;
      return { ...headers, ...change({ rules, secret, timestamp, body, delivery }) };
    },
  }));
}

/** Another answer is an acknowledgement, or one is none. `attempts` are those before. */
export function acknowledges(
  change: (status: number, plain: boolean, attempts: Delivery['attempts']) => boolean,
): Change {
  return functions(({ acknowledges }) => ({
    acknowledges: (status, delivery) => change(status, acknowledges(status, delivery), delivery?.attempts ?? []),
  }));
}

/** Another time for the next attempt; `attempts` ends with the one that was not acknowledged. */
export function nextAttempt(
  change: (retries: RetryRule, attempts: Delivery['attempts'], plain: number | undefined) => number | undefined,
): Change {
  return functions(({ nextAttempt }) => ({
    nextAttempt: (retries, attempt, delivery) =>
      change(retries, delivery.attempts, nextAttempt(retries, attempt, delivery)),
  }));
}

/** What an event says of itself, after its id and before it is signed. */
export function payloadOf(
  kind: EventName,
  change: (event: Record<string, unknown>) => Record<string, unknown>,
): Change {
  return functions(({ payload }) => ({
    payload: (event) => payload(event.event === kind ? change(event) : event),
  }));
}

/** The console's Resend action. */
export function onResend(wrap: (resend: Service['resend']) => Service['resend']): Change {
  const wrapped = new WeakSet<Service>();
  return before('limitRate', ({ service }, next) => {
    if (!wrapped.has(service)) {
      wrapped.add(service);
      service.resend = wrap(service.resend);
    }
    return next();
  });
}

/** An answer to an event, with all that a sender can take into account. */
export interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  /** Size of its body in bytes. */
  readonly size: number;
  /** The body of the event. */
  readonly sent: string;
}

/** Sends by itself, to see the whole answer. `reads` returns the status that counts, or throws where the attempt counts as failed. */
export function readsAnswers(reads: (answer: Answer) => number): (transport: Transport) => Transport {
  return ({ close }) => {
    const agent = new Agent({ keepAliveTimeout: 1_000, keepAliveMaxTimeout: 1_000 });
    return {
      async send({ url, headers, body, timeoutMs }) {
        const { origin, pathname, search } = new URL(url);
        const answer = await agent.request({
          origin,
          path: pathname + search,
          method: 'POST',
          headers,
          body,
          headersTimeout: timeoutMs,
          bodyTimeout: timeoutMs,
        });
        const size = (await answer.body.bytes()).length;
        return reads({ status: answer.statusCode, headers: answer.headers, size, sent: body });
      },
      async close() {
        await agent.destroy();
        await close();
      },
    };
  };
}
