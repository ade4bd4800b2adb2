/** What an answer says beside its status, and is taken into account. */
import type { IncomingHttpHeaders } from 'node:http';
import { Agent } from 'undici';
import type { Transport } from '../../../reference/engine/transport.ts';
import { functions } from '../../change.ts';
import { onTheWay } from '../../mutant.ts';
import { against, type BlindMutant } from '../against.ts';

/** Sends by itself, to see the headers of the answer; `reads` says which status counts. */
function readsHeaders(
  reads: (status: number, headers: IncomingHttpHeaders, body: string) => number,
): (transport: Transport) => Transport {
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
        await answer.body.dump();
        return reads(answer.statusCode, answer.headers, body);
      },
      async close() {
        await agent.destroy();
        await close();
      },
    };
  };
}

/** Seconds that a receiver asked for, by the body that it was sent. */
const askedFor = new Map<string, number>();

export const found: readonly BlindMutant[] = [
  against(
    'Any other answer, or a time-out, is retried after 1 minute, 5 minutes, 30 minutes, 2 hours, then every 12 hours until 24 hours after the event.',
    {
      ...onTheWay(
        'delivery.5xx-retried',
        'blind11-retry-after-is-obeyed',
        'the library that sends obeys Retry-After of a 503: a receiver that asks for an hour gets the next attempt after an hour, not after a minute',
        readsHeaders((status, headers, body) => {
          const seconds = Number(headers['retry-after']);
          if (status === 503 && seconds > 0) askedFor.set(body, seconds);
          return status;
        }),
      ),
      rules: functions(({ nextAttempt }) => ({
        nextAttempt(retries, attempt, delivery) {
          const seconds = askedFor.get(delivery.payload);
          askedFor.delete(delivery.payload);
          return seconds ?? nextAttempt(retries, attempt, delivery);
        },
      })),
    },
  ),
  against(
    'Any 2xx answer acknowledges the delivery.',
    onTheWay(
      'delivery.every-2xx-acknowledges',
      'blind11-web-page-is-no-acknowledgement',
      'an answer of 200 that is a web page is taken for one of a proxy or of a login page: with content type text/html the delivery counts as failed, and is tried again',
      readsHeaders((status, headers) => {
        const type = String(headers['content-type'] ?? '');
        if (status >= 200 && status <= 299 && type.startsWith('text/html')) throw new Error('answered with a web page');
        return status;
      }),
    ),
  ),
];
