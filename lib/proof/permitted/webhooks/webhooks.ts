/** How webhooks are sent: when, how often, in which order, in which bytes. */
import { request } from 'node:http';
import { event, functions, retries } from '../../mutants/change.ts';
import type { Change } from '../../mutants/mutant.ts';
import { before, pause, replyOf } from '../../mutants/steps.ts';
import type { Transport } from '../../reference/engine/transport.ts';
import { decisions, webhooksAreWritten } from '../changes.ts';
import { onTheWay, type PermittedVariant, reading } from '../permitted-variant.ts';

const sent = ['webhooks'] as const;

export const webhooks: readonly PermittedVariant[] = [
  reading(
    {
      name: 'webhooks-before-answers',
      oneOf: 'webhooks beside answers',
      what: 'a POST is answered 80 ms after all is done, so that its webhook comes first',
      touches: ['webhooks', 'escrows', 'wallet-links'],
      decides: ['webhook.before-response'],
    },
    before('limitRate', async (asked, next) => {
      const reply = await replyOf(next);
      if (asked.endpoint.method !== 'GET') await pause(80);
      return reply;
    }),
  ),
  onTheWay(
    {
      name: 'webhooks-after-answers',
      oneOf: 'webhooks beside answers',
      what: 'a webhook leaves 60 ms, real time, after what it tells of',
      touches: sent,
    },
    delayed(() => 60),
  ),
  reading(
    {
      name: 'webhooks-seconds-late',
      oneOf: 'retries',
      what: 'a webhook is first sent 4 s after its event, by the clock',
      touches: ['webhooks', 'idempotency'],
    },
    retries({ first: 4 }),
  ),
  onTheWay(
    {
      name: 'webhooks-twice',
      what: 'a webhook that was acknowledged is sent once more',
      touches: sent,
      decides: ['delivery.duplicates-and-order'],
    },
    (transport) => ({
      ...transport,
      async send(request) {
        const status = await transport.send(request);
        if (status >= 200 && status <= 299) await transport.send(request).catch(() => {});
        return status;
      },
    }),
  ),
  onTheWay(
    {
      name: 'webhooks-out-of-order',
      what: 'every second webhook is overtaken by the one after it, if that comes within 80 ms',
      touches: sent,
    },
    overtaken,
  ),
  onTheWay(
    {
      name: 'webhooks-slow',
      what: 'each webhook takes 60 ms to leave, so that moving the clock takes long',
      touches: ['webhooks', 'wallet-links'],
      onlySlow: true,
    },
    delayed(() => 60),
  ),
  reading(
    {
      name: 'webhooks-keys-reordered',
      what: 'the fields of an event come in the reverse order, indented with tabs',
      touches: sent,
    },
    webhooksAreWritten((text) =>
      JSON.stringify(Object.fromEntries(Object.entries(JSON.parse(text)).toReversed()), null, '\t'),
    ),
  ),
  reading(
    {
      name: 'webhooks-more-fields',
      what: 'events have a version, their data once more inside, and headers of their own',
      touches: sent,
    },
    webhooksAreWritten((text) => {
      const { id, event: name, ...rest } = JSON.parse(text);
      return JSON.stringify({ specVersion: '1.0', id, event: name, ...rest, data: { object: rest }, attempt: null });
    }),
    functions(({ webhookHeaders }) => ({
      webhookHeaders: (...given) => ({ ...webhookHeaders(...given), 'x-service-event': 'x', 'x-request-id': '1' }),
    })),
  ),
  reading(
    {
      name: 'webhooks-headers-in-capitals',
      what: 'the headers of a webhook are spelled in capitals, and its content type has a charset',
      touches: sent,
    },
    functions(({ webhookHeaders }) => ({
      webhookHeaders: (...given) =>
        Object.fromEntries(
          Object.entries({ ...webhookHeaders(...given), 'content-type': 'application/json; charset=UTF-8' }).map(
            ([name, value]) => [name.toUpperCase(), value],
          ),
        ),
    })),
  ),
  onTheWay(
    {
      name: 'webhooks-in-chunks',
      what: 'a webhook has a connection of its own, and its body comes in chunks',
      touches: sent,
    },
    (transport) => ({ ...transport, send: inChunks }),
  ),
  onTheWay(
    {
      name: 'webhooks-wait-1-second',
      oneOf: 'patience of webhooks',
      what: 'a receiver has one second to answer',
      touches: sent,
      decides: ['delivery.timeout'],
    },
    (transport) => ({ ...transport, send: (request) => transport.send({ ...request, timeoutMs: 1_000 }) }),
  ),
  onTheWay(
    {
      name: 'webhooks-wait-6-seconds',
      oneOf: 'patience of webhooks',
      what: 'a receiver has six seconds to answer',
      touches: sent,
      decides: ['delivery.timeout'],
    },
    (transport) => ({ ...transport, send: (request) => transport.send({ ...request, timeoutMs: 6_000 }) }),
  ),
  reading(
    {
      name: 'webhooks-few-at-once',
      what: 'a receiver gets at most four webhooks at a time',
      touches: sent,
    },
    decisions({ attemptsAtOnce: 4 }),
  ),
  reading(
    {
      name: 'retries-by-offset',
      oneOf: 'retries',
      what: 'retries come 1 and 5 minutes, half an hour, 2, 12 and 24 hours after the event',
      touches: sent,
      decides: ['delivery.schedule-reading'],
    },
    retries({ gaps: gapsOf([60, 300, 1_800, 7_200, 43_200, 86_400]) }),
  ),
  reading(
    {
      name: 'retries-by-offset-to-14-hours',
      oneOf: 'retries',
      what: 'retries come 1 and 5 minutes, half an hour, 2 and 14 hours after the event',
      touches: sent,
      decides: ['delivery.schedule-reading'],
    },
    retries({ gaps: gapsOf([60, 300, 1_800, 7_200, 50_400, 93_600]) }),
  ),
  reading(
    {
      name: 'retries-with-a-scheduler',
      oneOf: 'retries',
      what: 'a scheduler sends each retry two seconds late',
      touches: sent,
    },
    retries({ gaps: [62, 302, 1_802, 7_202, 43_202] }),
  ),
  reading(
    {
      name: 'retries-as-at-the-event',
      what: 'retries keep the address and the secret that the merchant had when the event happened',
      touches: sent,
      decides: ['webhook.old-secret'],
    },
    decisions({ retriesGoTo: 'as at the event' }),
  ),
  reading(
    {
      name: 'deliveries-end-with-a-cleared-address',
      what: 'what waits for a retry when the address is cleared is not tried again, or once',
      touches: sent,
    },
    endedWhenCleared(),
  ),
  reading(
    {
      name: 'failed-events-without-an-amount',
      what: 'events of what failed carry 0 as amount: nothing was moved',
      touches: sent,
      decides: ['webhook.failed-amount'],
    },
    ...(['payment.failed', 'refund.failed', 'payout.failed'] as const).map((name) =>
      event(name, (carried) => ({ ...carried, amountMinor: 0 })),
    ),
  ),
];

function endedWhenCleared(): Change {
  const ended = new WeakSet<object>();
  return functions(({ changeAddress, nextAttempt }) => ({
    changeAddress(merchant, url) {
      if (url === null)
        for (const { state, attempts } of merchant.deliveries) if (state === 'pending') ended.add(attempts);
      changeAddress(merchant, url);
    },
    nextAttempt: (retries, attempt, delivery) =>
      ended.has(delivery.attempts) ? undefined : nextAttempt(retries, attempt, delivery),
  }));
}

/** `wait` returns how many milliseconds the webhook with this number, counted from 1, is delayed. */
function delayed(wait: (count: number) => number) {
  return (transport: Transport): Transport => {
    let count = 0;
    return {
      ...transport,
      async send(given) {
        count += 1;
        await pause(wait(count));
        return await transport.send(given);
      },
    };
  };
}

/** The first webhook waits for the second, the third for the fourth, and so on. */
function overtaken(transport: Transport): Transport {
  let waiting: (() => void) | null = null;
  return {
    ...transport,
    async send(given) {
      if (waiting === null) {
        const { promise, resolve } = Promise.withResolvers<void>();
        waiting = resolve;
        await Promise.race([promise, pause(80)]);
        if (waiting === resolve) waiting = null;
        return await transport.send(given);
      }
      const first = waiting;
      waiting = null;
      try {
        return await transport.send(given);
      } finally {
        first();
      }
    },
  };
}

/** Converts offsets from the event to gaps between attempts. */
function gapsOf(offsets: readonly number[]): number[] {
  return offsets.map((offset, at) => offset - (offsets[at - 1] ?? 0));
}

const inChunks: Transport['send'] = ({ url, headers, body, timeoutMs }) =>
  new Promise((resolve, reject) => {
    const bytes = Buffer.from(body, 'utf8');
    const outgoing = request(url, { method: 'POST', headers, agent: false, timeout: timeoutMs }, (answer) => {
      resolve(answer.statusCode ?? 0);
      answer.resume();
    });
    const late = setTimeout(() => outgoing.destroy(new Error('no answer in time')), timeoutMs);
    outgoing.on('error', (error) => reject(new Error(error.message || 'not reached')));
    outgoing.on('close', () => clearTimeout(late));
    outgoing.write(bytes.subarray(0, 7));
    outgoing.end(bytes.subarray(7));
  });
