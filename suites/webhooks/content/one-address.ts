import {
  type Capability,
  type CheckContext,
  captured,
  checks,
  differentOf,
  distinct,
  type EventKind,
  expect,
  type Merchant,
} from '../../../lib/interface/index.ts';
import { sharesAddress } from '../../support/console-settings.ts';
import { separate } from '../support.ts';
import { alike, given } from './happens-to-two.ts';

// Two merchants share a webhook address, and each has an object with the same reference: the address receives an event for each of them. Receivers
// de-duplicate on `event` plus `reference`; a sender that does the same loses the event of one merchant.

interface Row {
  readonly who: string;
  readonly event: EventKind;
  readonly needs: readonly Capability[];
  second(context: CheckContext): Merchant;
  act(context: CheckContext, as: Merchant, reference: string): Promise<unknown>;
}

const rows: readonly Row[] = [
  ...alike.map(
    (row): Row => ({
      ...row,
      who: 'two merchants',
      needs: ['other-merchant', ...row.needs],
      second: ({ other }) => other,
    }),
  ),
  {
    who: 'a sandbox and a live merchant',
    event: 'escrow.cancelled',
    needs: ['live', 'live-webhooks', 'wallets'],
    second: ({ live }) => live,
    async act({ live, wallets }, as, reference) {
      const { walletId } = await wallets.make({ environment: as === live ? 'live' : 'sandbox' });
      given('escrow', await as.createEscrow({ reference, seller: { walletId } }));
      await as.api.cancelEscrow(reference);
    },
  },
];

checks(
  'webhook.own-address-only',
  rows,
  ({ who, event }) => `${who} have one address and one reference: ${event} of each comes there`,
  async (context, { event, second, act }) => {
    const { merchant, console, capture, time, data } = context;
    const there = capture.hook();
    separate(merchant.webhooks.path, there.path);
    const both = [merchant, second(context)];
    for (const each of both) await sharesAddress(console, each, there.url);
    const reference = data.reference('one');
    for (const each of both) await act(context, each, reference);
    const came = () => captured(context, { path: there.path, event, reference });
    const ids = () => distinct(differentOf(came(), 'json.id'));
    await time.until('both events arrive', merchant.webhooks.arrival, () => (ids().value === 2 ? true : undefined));

    expect(ids(), `different ids of ${event} for ${reference} there`).toBe(2);
  },
  ({ needs }) => ({ needs: ['webhook-url', ...needs], drawn: 1 }),
);
