import {
  type CheckContext,
  captured,
  check,
  checks,
  differentOf,
  expect,
  field,
  inLive,
  NotExercised,
  of,
} from '../../../lib/interface/index.ts';
import { LIFE } from '../../wallet-links/states/deeds.ts';
import { linkExpires } from '../../wallet-links/support.ts';
import { bothListen, type Told, twoLinks } from '../happenings/two-links.ts';
import { eventIdsOf, otherKinds } from './fields.ts';

// Two merchants have links to one wallet: the events of each link go to the merchant that requested it, and to no other.

checks(
  'webhook.own-address-only',
  twoLinks,
  ({ words }) => `links of two merchants to one wallet: ${words}: each event goes to its merchant alone`,
  async (context, { run }) => {
    for (const { party, event } of await run(context)) {
      const { as, link } = party;
      await as.webhooks.arrives(event, link.linkId);
      expect(differentOf(captured(context, { reference: link.linkId }), 'path')).toEqual([as.webhooks.path]);
    }
  },
  ({ needs, waits }) => ({ needs, ...(waits !== undefined && { waits }) }),
);

checks(
  'webhook.link-payload',
  twoLinks,
  ({ words }) => `links of two merchants to one wallet: ${words}: each event tells of its own link`,
  async (context, { run }) => {
    for (const { party, event } of await run(context)) {
      const { linkId, linkRef, wallet } = party.link;
      const received = await party.as.webhooks.given(event, linkId);

      expect(of(received)).toMatchObject({ reference: linkId, linkId, linkRef, walletId: wallet.walletId });
    }
  },
  ({ needs, waits }) => ({ needs, ...(waits !== undefined && { waits }) }),
);

checks(
  'webhook.no-false-event',
  twoLinks,
  ({ words }) => `links of two merchants to one wallet: ${words}: each link has its own events alone, each once`,
  async (context, { run }) => expectOwnEvents(context, await run(context)),
  ({ needs, waits }) => ({ needs, ...(waits !== undefined && { waits }) }),
);

checks(
  'webhook.live-once',
  twoLinks.filter(({ isByOwner }) => isByOwner),
  ({ words }) => `links of two merchants to one wallet: ${words}: each link has its own events alone, each once`,
  async (own, { run }) => {
    const context = inLive(own);
    await expectOwnEvents(context, await run(context));
  },
  { needs: ['live', 'other-live-merchant', 'wallets', 'wallet-owner', 'live-webhooks'] },
);

check(
  'webhook.link-expired',
  'links of two merchants to one wallet that expire in one minute: each merchant has its own event',
  async (context) => {
    const { merchant, other, wallets, time } = context;
    await bothListen(context);
    const wallet = await wallets.make();
    const fields = { expiresInMinutes: LIFE };
    const [first, second] = [await wallets.link(merchant, wallet, fields), await wallets.link(other, wallet, fields)];
    const { json } = await merchant.api.getWalletLink(first.linkId);
    // Whether a newer request cancels another merchant's is not shown.
    if (field(json, 'status') !== 'PENDING') throw new NotExercised("another merchant's newer request cancels a link");
    await linkExpires(time, LIFE);

    await merchant.webhooks.arrives('wallet.link.expired', first.linkId);
    await other.webhooks.arrives('wallet.link.expired', second.linkId);
  },
  { needs: ['wallets', 'other-merchant'], waits: '6m' },
);

async function expectOwnEvents(context: CheckContext, told: readonly Told[]): Promise<void> {
  for (const { party, event } of told) await party.as.webhooks.arrives(event, party.link.linkId);
  for (const [{ as, link }, events] of Map.groupBy(told, ({ party }) => party)) {
    const kinds = events.map(({ event }) => event);
    const came = captured(context, { path: as.webhooks.path, reference: link.linkId });

    expect(otherKinds(came, kinds), `events beside ${kinds.join(', ')}`).toEqual([]);
    for (const kind of kinds) expect(eventIdsOf(as.webhooks.came(kind, link.linkId)), `ids of ${kind}`).toHaveLength(1);
  }
}
