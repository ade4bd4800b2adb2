/** What is right in sandbox and not in live: switches, proxies and jobs that were set up in one of them alone. */
import type { Checkout, Escrow, Merchant } from '../../../reference/rules/records.ts';
import type { Case, Service } from '../../../reference/rules/rulebook.ts';
import { timer } from '../../change.ts';
import { type Change, mutant } from '../../mutant.ts';
import { answers, before, isAt } from '../../steps.ts';
import { against, type BlindMutant } from '../against.ts';
import { also, onFire } from '../ways.ts';
import { pages } from '../ways-of-pages.ts';

const WEEK_HOURS = 168;

/** No event is sent of what happens to the merchant at this moment. */
export function untold(merchant: Merchant): void {
  const { webhookUrl } = merchant;
  if (webhookUrl === null) return;
  merchant.webhookUrl = null;
  queueMicrotask(() => {
    merchant.webhookUrl = webhookUrl;
  });
}

/** In live answers pass through a proxy that lets no such header pass. */
function withoutHeader(name: string): Change {
  return answers('everywhere', (reply, { environment }) => {
    if (environment.name !== 'live' || reply.headers === undefined) return reply;
    const headers = Object.entries(reply.headers).filter(([each]) => each.toLowerCase() !== name);
    return { ...reply, headers: Object.fromEntries(headers) };
  });
}

/** Whether an event of this kind and reference was sent in the other environment. */
function wasToldElsewhere({ reference, merchant }: Checkout, { environments }: Service): boolean {
  const other = merchant.environment.name === 'live' ? environments.sandbox : environments.live;
  return [...other.merchants.values()].some(({ deliveries }) =>
    deliveries.some((each) => each.event === 'payment.succeeded' && each.reference === reference),
  );
}

function isLive({ environment }: Case): boolean {
  return environment.name === 'live';
}

export const found: readonly BlindMutant[] = [
  against(
    'Same key and same body: the original response is replayed, with response header `Idempotent-Replayed: true`.',
    mutant(
      'idempotency.replay-is-marked',
      'blind34-live-proxy-drops-the-mark',
      'in live answers pass through a proxy with a list of the headers that it lets through, on which Idempotent-Replayed is missing: replays are not marked',
      withoutHeader('idempotent-replayed'),
    ),
  ),
  against(
    '429 | rate_limited | More than 120 requests per minute per API key; response carries `Retry-After`',
    mutant(
      'rate-limit.retry-after-present',
      'blind34-live-proxy-drops-retry-after',
      'in live answers pass through a proxy with a list of the headers that it lets through, on which Retry-After is missing',
      withoutHeader('retry-after'),
    ),
  ),
  against(
    'pending_payment | 24 hours pass unpaid | | expired | `escrow.cancelled` (the event covers cancelled or not paid in time)',
    mutant(
      'escrow.expires',
      'blind34-live-escrows-do-not-expire',
      'the job that ends unpaid escrows is switched on in sandbox, and nobody switched it on in live: there they stay pending_payment',
      timer('escrow', 'pending_payment', {
        on: ({ merchant }: Escrow) => (merchant.environment.name === 'live' ? 'nothing' : 'not paid in time'),
      }),
    ),
  ),
  against(
    'conditions | string | no | Shown to both parties',
    mutant(
      'page.escrow-texts',
      'blind34-live-page-without-conditions',
      'the page of an escrow in live is of an older version of its template, which does not show the conditions',
      pages(({ showEscrow }) => ({
        showEscrow: (service, escrow, refused) =>
          showEscrow(
            service,
            escrow.merchant.environment.name === 'live' ? { ...escrow, conditions: null } : escrow,
            refused,
          ),
      })),
    ),
  ),
  against(
    'autoReleaseHours | integer | no | 1 to 720. Default 72',
    mutant(
      'escrow.auto-release-default',
      'blind34-live-default-of-a-week',
      'the default of autoReleaseHours is a setting of each environment, and that of live was left at 168 hours',
      before('checkFields', (asked, next) => {
        if (isAt(asked, 'createEscrow') && isLive(asked) && asked.body.get('autoReleaseHours') === undefined)
          asked.body.value.autoReleaseHours = WEEK_HOURS;
        return next();
      }),
    ),
  ),
  against(
    'PENDING | nobody decides within expiresInMinutes | | EXPIRED | `wallet.link.expired`',
    mutant(
      'webhook.link-expired',
      'blind34-live-links-expire-in-silence',
      'the job that ends links in live is one that changes rows by itself, without the code that sends events: a link becomes EXPIRED there, and no wallet.link.expired is sent',
      also('walletLink', 'nobody decides', ({ merchant }) => {
        if (merchant.environment.name === 'live') untold(merchant);
      }),
    ),
  ),
  against(
    'Two fully separate environments exist, sandbox and live.',
    mutant(
      'webhook.payment-succeeded',
      'blind34-one-index-of-events-for-both-environments',
      'that an event is sent once is seen to by an index of event and reference, which both environments share: of a live checkout whose reference was paid in sandbox before, as in a trial, no payment.succeeded is sent',
      onFire((fire, service) => (record, on, details) => {
        if (record.kind === 'checkout' && on === 'pay' && wasToldElsewhere(record, service)) untold(record.merchant);
        return fire(record, on, details);
      }),
    ),
  ),
];
