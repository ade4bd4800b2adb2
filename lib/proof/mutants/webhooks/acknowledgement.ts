/** Defects of what ends a delivery. */
import { functions } from '../change.ts';
import { type Change, type Mutant, mutant, onTheWay } from '../mutant.ts';

export const acknowledgementMutants: readonly Mutant[] = [
  mutant(
    'delivery.every-2xx-acknowledges',
    'only-200-acknowledges',
    'only 200 acknowledges',
    acknowledgedBy((status) => status === 200),
  ),
  mutant(
    'delivery.every-2xx-acknowledges',
    '204-does-not-acknowledge',
    '204 does not acknowledge',
    acknowledgedBy((status) => status !== 204 && status >= 200 && status < 300),
  ),
  mutant(
    'delivery.every-2xx-acknowledges',
    '2xx-up-to-206-acknowledges',
    'a status above 206 does not acknowledge',
    acknowledgedBy((status) => status >= 200 && status <= 206),
  ),
  mutant(
    'delivery.3xx-retried',
    'redirect-acknowledges',
    'a redirect acknowledges',
    acknowledgedBy((status) => status >= 200 && status < 400),
  ),
  mutant(
    'delivery.4xx-retried',
    'client-errors-acknowledge',
    'a 4xx ends the delivery',
    acknowledgedBy((status) => (status >= 200 && status < 300) || (status >= 400 && status < 500)),
  ),
  mutant(
    'delivery.4xx-retried',
    'gone-ends-delivery',
    '410 ends the delivery',
    acknowledgedBy((status) => (status >= 200 && status < 300) || status === 410),
  ),
  mutant(
    'delivery.4xx-retried',
    '401-ends-delivery',
    '401 ends the delivery',
    acknowledgedBy((status) => (status >= 200 && status < 300) || status === 401),
  ),
  mutant(
    'delivery.5xx-retried',
    'server-errors-acknowledge',
    'a 5xx ends the delivery',
    acknowledgedBy((status) => (status >= 200 && status < 300) || status >= 500),
  ),
  onTheWay(
    'delivery.redirect-not-followed',
    'redirect-followed',
    'a redirect is followed to its Location',
    (transport) => ({
      ...transport,
      async send({ url, headers, body, timeoutMs }) {
        const answer = await fetch(url, {
          method: 'POST',
          headers,
          body,
          redirect: 'follow',
          signal: AbortSignal.timeout(timeoutMs),
        });
        await answer.body?.cancel();
        return answer.status;
      },
    }),
  ),
  onTheWay(
    'delivery.timeout-retried',
    'timeout-acknowledges',
    'a delivery that is never answered counts as delivered',
    (transport) => ({
      ...transport,
      send: (request) =>
        transport
          .send(request)
          .catch((error: Error) => (error.message.startsWith('no answer') ? 200 : Promise.reject(error))),
    }),
  ),
  onTheWay(
    'delivery.connection-failure-retried',
    'broken-connection-acknowledges',
    'a delivery whose connection breaks counts as delivered',
    (transport) => ({
      ...transport,
      send: (request) =>
        transport
          .send(request)
          .catch((error: Error) => (error.message.startsWith('no answer') ? Promise.reject(error) : 200)),
    }),
  ),
  onTheWay(
    'delivery.stops-when-acknowledged',
    'only-first-attempt-counts',
    'an acknowledged retry does not end the delivery',
    (transport) => {
      const tried = new Set<string>();
      return {
        ...transport,
        async send(request) {
          const status = await transport.send(request);
          const again = tried.has(request.body);
          tried.add(request.body);
          return again && status < 300 ? 500 : status;
        },
      };
    },
  ),
];

function acknowledgedBy(acknowledges: (status: number) => boolean): Change {
  return functions(() => ({ acknowledges }));
}
