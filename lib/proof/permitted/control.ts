/** Targets whose control interface lacks an endpoint, or is slow. */

import type { Chapter } from '../../interface/register/index.ts';
import { before, pause } from '../mutants/steps.ts';
import { routes } from '../reference/control/routes.ts';
import { decisions } from './changes.ts';
import { type PermittedVariant, reading } from './permitted-variant.ts';

/** The chapters that need the endpoint most, by the last part of its path. */
const users: Readonly<Record<string, readonly Chapter[]>> = {
  advance: ['refunds', 'payouts'],
  '{merchantId}': ['escrows', 'webhooks'],
  'rotate-webhook-secret': ['webhooks'],
  deliveries: ['webhooks'],
  resend: ['webhooks'],
  settle: ['checkouts', 'refunds', 'balance'],
  pay: ['escrows', 'hosted-pages'],
  dispute: ['escrows', 'webhooks'],
  'buyer-release': ['escrows', 'webhooks'],
  wallets: ['wallet-links', 'accounts', 'environments', 'webhooks'],
  owner: ['wallet-links', 'webhooks', 'environments'],
  'processing-delay': ['idempotency'],
};

const STATUSES = [404, 405, 501] as const;

export const control: readonly PermittedVariant[] = [
  reading(
    {
      name: 'control-unlisted',
      alone: true,
      what: 'control does not say what it has',
      touches: ['checkouts', 'webhooks', 'wallet-links', 'environments'],
    },
    decisions({ controlWithout: { endpoints: ['GET /'], status: 404 } }),
  ),
  // `POST /merchants` is kept: without it a run needs the settings of merchants, which does not depend on the target's decisions.
  ...routes
    .filter(({ path }) => path !== '/merchants')
    .map(({ method, path }, at) => {
      const word = path.split('/').at(-1) ?? '';
      const status = STATUSES[at % STATUSES.length] ?? 404;
      // Every second one has no `GET /` either, so that the suite finds out only by use.
      const unlisted = at % 2 === 1 ? ['GET /'] : [];
      return reading(
        {
          name: `control-without-${method.toLowerCase()}-${word.replace(/\W/g, '').toLowerCase()}`,
          alone: true,
          what: `control has no ${method} ${path}: it answers ${status}${unlisted.length > 0 ? ', and does not list what it has' : ''}`,
          touches: users[word] ?? [],
        },
        decisions({ controlWithout: { endpoints: [`${method} ${path}`, ...unlisted], status } }),
      );
    }),
  reading(
    {
      name: 'live-webhooks-https-only',
      what: 'the live console refuses webhook addresses that are not https',
      touches: ['environments', 'webhooks'],
    },
    decisions({ liveWebhookMayBeHttp: false }),
  ),
  reading(
    {
      name: 'control-tells-little',
      // "Any 2xx means done" (target contract); only the answers that the suite reads have fields.
      what: 'control answers 204 where nothing has to be told',
      touches: ['escrows', 'webhooks', 'wallet-links', 'balance'],
    },
    decisions({ controlTells: 'what it must' }),
  ),
  reading(
    {
      name: 'clock-moves-slowly',
      what: 'every fiftieth POST leaves work of 1.5 s behind, for which the clock has to wait',
      touches: ['refunds', 'wallet-links', 'webhooks'],
      onlySlow: true,
    },
    (rules) => {
      let count = 0;
      return before('act', (asked, next) => {
        if (asked.endpoint.method === 'POST') count += 1;
        if (count % 50 === 1) asked.service.clock.track(pause(1_500));
        return next();
      })(rules);
    },
  ),
];
