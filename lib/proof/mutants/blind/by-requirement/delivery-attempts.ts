/** Attempts after redirects and time-outs, and what is read off a list of attempts. */

import type { Transport } from '../../../reference/engine/transport.ts';
import type { Service } from '../../../reference/rules/rulebook.ts';
import { functions } from '../../change.ts';
import { all, mutant, onTheWay } from '../../mutant.ts';
import { before } from '../../steps.ts';
import { against, type BlindMutant } from '../against.ts';
import { parsed } from '../ways.ts';
import { acknowledges, nextAttempt, readsAnswers } from '../ways-of-delivery.ts';

type Request = Parameters<Transport['send']>[0];

const ANY_OTHER =
  'Any other answer, or a time-out, is retried after 1 minute, 5 minutes, 30 minutes, 2 hours, then every 12 hours until 24 hours after the event.';
/** Six attempts within a day: the last comes after 12 hours. */
const ATTEMPTS = 6;

/** Sends as ever, and hands over the request of an answer that has a `Location`, with that as an address. */
function locating(
  to: (request: Request) => Request,
  moved: (answer: { status: number; location: URL; request: Request }) => Promise<void>,
): (transport: Transport) => Transport {
  return (transport) => {
    const locations = new Map<string, string>();
    const reading = readsAnswers(({ status, headers, sent }) => {
      locations.delete(sent);
      if (headers.location !== undefined) locations.set(sent, headers.location);
      return status;
    })(transport);
    return {
      ...reading,
      async send(asked) {
        const request = to(asked);
        const status = await reading.send(request);
        const location = locations.get(request.body);
        if (location !== undefined && URL.canParse(location, request.url))
          await moved({ status, location: new URL(location, request.url), request });
        return status;
      },
    };
  };
}

function isTimeout({ status, error }: { status: number | null; error: string | null }): boolean {
  return status === null && (error ?? '').startsWith('no answer');
}

export const found: readonly BlindMutant[] = [
  against(
    `The service sends a POST with a JSON body to the merchant's webhook URL (set in the console). ${ANY_OTHER}`,
    onTheWay(
      'delivery.redirect-not-followed',
      'kind-permanent-redirect-remembered',
      'the Location of a permanent redirect (301 or 308) is not followed at once but kept with the delivery: its retries go there in place of the webhook URL',
      (transport) => {
        const moved = new Map<string, string>();
        const to = (request: Request) => ({ ...request, url: moved.get(request.body) ?? request.url });
        return locating(to, async ({ status, location, request }) => {
          if (status === 301 || status === 308) moved.set(request.body, location.href);
        })(transport);
      },
    ),
  ),
  against(
    `The service sends a POST with a JSON body to the merchant's webhook URL (set in the console). ${ANY_OTHER}`,
    onTheWay(
      'delivery.redirect-not-followed',
      'kind-see-other-is-seen',
      'after an answer of 302 or 303 the library gets the Location, without a body; what it finds is thrown away, and the attempt counts as failed',
      locating(
        (request) => request,
        async ({ status, location, request: { timeoutMs } }) => {
          if (status !== 302 && status !== 303) return;
          await fetch(location, { redirect: 'manual', signal: AbortSignal.timeout(timeoutMs) }).catch(() => {});
        },
      ),
    ),
  ),
  against(
    ANY_OTHER,
    mutant(
      'delivery.timeout-retried',
      'kind-second-timeout-final',
      'a receiver that lets two attempts of a delivery time out one after the other is taken for dead: no third attempt comes, while after answers of 500 it does',
      nextAttempt((_, made, plain) => (made.length >= 2 && made.slice(-2).every(isTimeout) ? undefined : plain)),
    ),
  ),
  against(
    `${ANY_OTHER} The same event can arrive more than once and out of order.`,
    mutant(
      'delivery.timeout-retried',
      'kind-timeout-of-escrow-event-final',
      'events of escrows and wallet links go through a queue that sends at most once: where the receiver never answers they are given up, while other events are retried',
      functions((plain) => ({
        nextAttempt(retries, attempt, delivery) {
          const last = delivery.attempts.at(-1);
          const once = !/^(payment|refund|payout)\./.test(delivery.event);
          if (once && last !== undefined && isTimeout(last)) return undefined;
          return plain.nextAttempt(retries, attempt, delivery);
        },
      })),
    ),
  ),
  against(
    `${ANY_OTHER} Any 2xx answer acknowledges the delivery.`,
    mutant(
      'delivery.stops-when-acknowledged',
      'kind-acknowledged-after-silence-unheard',
      'an attempt that got no answer stays open: where the next one is acknowledged, that is not noted, and one more comes',
      acknowledges((_, plain, made) => plain && made.at(-1)?.status !== null),
    ),
  ),
  against(
    'walletName: registered holder name in the `wallet.link.approved` event. The same event can arrive more than once. id: Unique per event.',
    mutant(
      'delivery.retry-same-body',
      'kind-retry-with-present-name',
      'the body of a wallet-link event is written anew for each attempt: where the wallet was renamed meanwhile, a retry has the new walletName under the same id',
      (rules) => {
        let service: Service | undefined;
        const renamed = (payload: string) => {
          const told = parsed(payload) as Record<string, unknown>;
          const { sandbox, live } = service?.environments ?? {};
          const wallet = sandbox?.wallets.get(String(told.walletId)) ?? live?.wallets.get(String(told.walletId));
          return wallet === undefined ? payload : JSON.stringify({ ...told, walletName: wallet.holderName });
        };
        return all(
          before('limitRate', (asked, next) => {
            service = asked.service;
            return next();
          }),
          functions(({ attemptBody }) => ({
            attemptBody: (payload, attempt, delivery) =>
              attemptBody(attempt === 1 ? payload : renamed(payload), attempt, delivery),
          })),
        )(rules);
      },
    ),
  ),
  against(
    'Any 2xx answer acknowledges the delivery. Any other answer … is retried … until 24 hours after the event. After that the delivery is marked abandoned.',
    mutant(
      'delivery.not-abandoned',
      'kind-acknowledged-last-as-abandoned',
      'a delivery is marked by the number of its attempts: one that is acknowledged by its last, 12 hours after the one before, is shown as abandoned',
      functions(({ deliveryList }) => ({
        deliveryList: (deliveries, merchant) =>
          deliveryList(
            deliveries.map((each) => (each.attempts.length < ATTEMPTS ? each : { ...each, state: 'abandoned' })),
            merchant,
          ),
      })),
    ),
  ),
];
