import {
  type Capability,
  type CheckContext,
  checks,
  type Merchant,
  NotExercised,
  type RequirementId,
} from '../../../lib/interface/index.ts';
import { sharesAddress } from '../../support/console-settings.ts';
import { separate } from '../support.ts';

// Address and secret belong to one merchant in one environment: changing them must not affect other merchants, nor the other environment.

type Parties = Pick<CheckContext, 'merchant' | 'live'> & { readonly other: Merchant };

const pairs: readonly {
  readonly what: string;
  readonly needs: readonly Capability[];
  changed(parties: Parties): Merchant;
  seen(parties: Parties): Merchant;
}[] = [
  {
    what: "a live merchant's events, when a sandbox merchant's",
    needs: ['live', 'live-webhooks', 'live-buyer'],
    changed: ({ merchant }) => merchant,
    seen: ({ live }) => live,
  },
  {
    what: "a sandbox merchant's events, when a live merchant's",
    needs: ['live', 'live-webhooks', 'buyer'],
    changed: ({ live }) => live,
    seen: ({ merchant }) => merchant,
  },
  {
    what: "a sandbox merchant's events, when another one's",
    needs: ['other-merchant', 'buyer'],
    changed: ({ merchant }) => merchant,
    seen: ({ other }) => other,
  },
];

const settings: readonly {
  readonly what: string;
  readonly id: RequirementId;
  readonly needs: readonly Capability[];
  change(context: CheckContext, of: Merchant, seen: Merchant): Promise<unknown>;
}[] = [
  {
    what: 'secret is rotated',
    id: 'webhook.secret-rotated',
    needs: ['rotate-secret'],
    change: ({ console }, of) => console.rotateWebhookSecret(of),
  },
  {
    what: 'address is changed',
    id: 'webhook.own-address-only',
    needs: ['webhook-url'],
    change: ({ console, capture }, of) => console.change(of, { webhookUrl: capture.hook().url }),
  },
  {
    what: 'address is cleared',
    id: 'webhook.own-address-only',
    needs: ['webhook-url'],
    change: ({ console }, of) => console.change(of, { webhookUrl: null }),
  },
  {
    what: 'address is changed to theirs',
    id: 'webhook.payment-succeeded',
    needs: ['webhook-url'],
    change: ({ console, capture }, of, { webhooks }) =>
      sharesAddress(console, of, new URL(webhooks.path, capture.url).href),
  },
];

checks(
  ({ setting }) => setting.id,
  pairs.flatMap((pair) => settings.map((setting) => ({ pair, setting }))),
  ({ pair, setting }) =>
    `${pair.what} ${setting.what}: they come as before, to the same address and signed with the same secret`,
  async (context, { pair, setting }) => {
    const { buyer, ownMerchants } = context;
    const [changed, seen] = [pair.changed(context), pair.seen(context)];
    // The settings of a given live merchant are not changed.
    if (pair.needs.includes('live') && !ownMerchants.live) throw new NotExercised('no live merchant can be made');
    await Promise.all([changed.present(), seen.present()]);
    if (seen.access.webhookSecret === null) throw new NotExercised('the other merchant has no webhook secret');
    separate(seen.webhooks.path, changed.webhooks.path);
    await setting.change(context, changed, seen);
    const { reference } = await buyer.paid(seen, { amount: 9_001 });

    await seen.webhooks.arrives('payment.succeeded', reference);
  },
  ({ pair, setting }) => ({ needs: ['own-merchant', ...pair.needs, ...setting.needs], drawn: 1 }),
);
