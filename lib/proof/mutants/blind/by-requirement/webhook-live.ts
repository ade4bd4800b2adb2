/** Webhooks of the live environment that differ from those of sandbox in one respect. */
import type { Delivery } from '../../../reference/rules/records.ts';
import type { Service } from '../../../reference/rules/rulebook.ts';
import { addedTransition, event, functions } from '../../change.ts';
import { all, type Change, mutant } from '../../mutant.ts';
import { before } from '../../steps.ts';
import { against, type BlindMutant } from '../against.ts';
import { onFire } from '../ways.ts';
import { headersOf } from '../ways-of-delivery.ts';

const ENVIRONMENTS =
  'Two fully separate environments exist, sandbox and live. Each has its own merchants, keys and webhook secrets.';
const TOLD = 'told of another';

/** Tells the change which deliveries are those of live merchants. */
function knowingLive(change: (live: (delivery: Delivery | undefined) => boolean) => Change): Change {
  return (rules) => {
    let service: Service | undefined;
    const live = (delivery: Delivery | undefined) =>
      delivery !== undefined &&
      [...(service?.environments.live.merchants.values() ?? [])].some(({ deliveries }) =>
        deliveries.includes(delivery),
      );
    return all(
      change(live),
      before('limitRate', (asked, next) => {
        service = asked.service;
        return next();
      }),
    )(rules);
  };
}

export const found: readonly BlindMutant[] = [
  against(
    `x-service-signature: Lowercase hex HMAC-SHA256 of the raw request body, keyed with the webhook secret. ${ENVIRONMENTS}`,
    mutant(
      'webhook.live-signed',
      'kind-live-retries-signed-once',
      'the job that retries in live makes one signature, over timestamp and body, and sends it in both headers: x-service-signature does not hold at retries of live events',
      knowingLive((live) =>
        headersOf(
          (delivery) => live(delivery) && delivery.attempts.length > 0,
          ({ rules, secret, timestamp, body }) => ({
            'x-service-signature': rules.functions.signV2(secret, timestamp, body),
          }),
        ),
      ),
    ),
  ),
  against(
    `x-service-timestamp: Unix seconds at which this attempt was sent. ${ENVIRONMENTS}`,
    mutant(
      'webhook.live-signed',
      'kind-live-timestamp-in-milliseconds',
      'the x-service-timestamp of live events is in milliseconds, and the second signature is made over it',
      knowingLive((live) =>
        headersOf(live, ({ rules, secret, timestamp, body }) => ({
          'x-service-timestamp': `${timestamp}000`,
          'x-service-signature-v2': rules.functions.signV2(secret, `${timestamp}000`, body),
        })),
      ),
    ),
  ),
  against(
    'walletName: Masked holder name on create; registered holder name in the `wallet.link.approved` event',
    mutant(
      'webhook.live-payload',
      'kind-live-approval-with-masked-name',
      'in live, where names are those of people, the walletName of wallet.link.approved is masked',
      (rules) =>
        event('wallet.link.approved', (carried, record) => {
          const { environment } = record.merchant as { environment: { name: string } };
          if (environment.name !== 'live') return carried;
          return { ...carried, walletName: rules.functions.maskName(String(carried.walletName)) };
        })(rules),
    ),
  ),
  against(
    'wallet.link.revoked: Unlinked by owner or merchant. APPROVED | DELETE by merchant, or unlinked by owner | REVOKED',
    mutant(
      'webhook.live-once',
      'kind-live-unlinking-told-to-all-linked',
      'in live an unlinked wallet is told to all who have linked it: wallet.link.revoked is sent of the other links of that wallet too, which stay APPROVED',
      all(
        addedTransition('walletLink', { from: 'APPROVED', on: TOLD, to: 'APPROVED', sends: 'wallet.link.revoked' }),
        onFire((fire) => (record, on, details) => {
          const done = fire(record, on, details);
          const { environment } = record.merchant;
          if (!done || record.kind !== 'walletLink' || on !== 'unlink' || environment.name !== 'live') return done;
          for (const { links } of environment.merchants.values())
            for (const link of links.values()) if (link.walletId === record.walletId) fire(link, TOLD);
          return done;
        }),
      ),
    ),
  ),
  against(
    `Any 2xx answer acknowledges the delivery. ${ENVIRONMENTS}`,
    mutant(
      'webhook.live-retried',
      'kind-live-wants-200',
      'in live an answer of 200 acknowledges, and any other 2xx is taken for a failed attempt: the event comes again',
      knowingLive((live) =>
        functions(({ acknowledges }) => ({
          acknowledges: (status, delivery) => acknowledges(status, delivery) && (status === 200 || !live(delivery)),
        })),
      ),
    ),
  ),
  against(
    `Any other answer, or a time-out, is retried after 1 minute, 5 minutes, 30 minutes, 2 hours. ${ENVIRONMENTS}`,
    mutant(
      'webhook.live-retried',
      'kind-live-errors-of-receiver-final',
      'in live an answer of 4xx is taken for the last word of the receiver, and the event is not retried; after 3xx and 5xx it is',
      knowingLive((live) =>
        functions(({ nextAttempt }) => ({
          nextAttempt(retries, attempt, delivery) {
            const status = delivery.attempts.at(-1)?.status ?? 0;
            const refused = status >= 400 && status <= 499;
            return refused && live(delivery) ? undefined : nextAttempt(retries, attempt, delivery);
          },
        })),
      ),
    ),
  ),
];
