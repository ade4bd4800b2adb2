import {
  Blocked,
  type Capability,
  type CheckContext,
  checks,
  distinct,
  expect,
  type Merchant,
  NotExercised,
  of,
  shared,
  signaturesOf,
} from '../../../lib/interface/index.ts';
import { sharesAddress } from '../../support/console-settings.ts';
import { separate } from '../support.ts';
import { alike } from './happens-to-two.ts';

// Events of two merchants: alike in kind and reference they are two events, and at one address each is signed with its merchant's secret.

checks(
  'webhook.payload-id',
  alike,
  ({ event }) => `${event} of two merchants for one reference has two`,
  async (context, { event, act }) => {
    const { merchant, other, data } = context;
    await Promise.all([merchant.present(), other.present()]);
    if (other.access.webhookSecret === null) throw new NotExercised('the other merchant has no webhook secret');
    separate(merchant.webhooks.path, other.webhooks.path);
    const reference = data.reference('one');
    for (const each of [merchant, other]) await act(context, each, reference);
    const ids = [];
    for (const each of [merchant, other]) ids.push(of(await each.webhooks.given(event, reference), 'id'));

    expect(distinct(ids), `different ids among ${ids.map(({ value }) => value).join(', ')}`).toBe(2);
  },
  ({ needs }) => ({ needs: ['other-merchant', ...needs], drawn: 1 }),
);

/** Each happens to both merchants in turn, after both were given one address; the first of each is not acknowledged at once. */
const pairs: readonly {
  readonly what: string;
  readonly needs: readonly Capability[];
  second(context: CheckContext): Merchant;
}[] = [
  { what: 'two merchants', needs: ['other-merchant'], second: ({ other }) => other },
  { what: 'a sandbox and a live merchant', needs: ['live', 'live-webhooks', 'wallets'], second: ({ live }) => live },
];

const atOneAddress = pairs.map((pair) => ({
  ...pair,
  run: shared(`${pair.what} with one address`, ['webhooks', 'webhook-url', ...pair.needs], async (context) => {
    const { merchant, console, capture, time, data, wallets } = context;
    const second = pair.second(context);
    const there = capture.hook();
    separate(merchant.webhooks.path, there.path);
    for (const each of [merchant, second]) await sharesAddress(console, each, there.url);
    const seller = pair.needs.includes('live')
      ? { seller: { walletId: (await wallets.make({ environment: 'live' })).walletId } }
      : {};
    const told = [];
    for (const as of [merchant, second, merchant]) {
      const reference = data.reference('esc');
      capture.script({ path: there.path, event: 'escrow.cancelled', reference }, [500, 200]);
      await as.escrow({ reference, ...(as === second && seller) });
      await as.api.cancelEscrow(reference);
      const came = () => capture.find({ path: there.path, event: 'escrow.cancelled', reference });
      await time.until('the event arrives', as.webhooks.arrival, () => came()[0]);
      told.push({ as, reference, came });
    }
    await time.wait(100, 'retries come');
    return told.map(({ as, reference, came }) => {
      if (came().length === 0) throw new Blocked(`no escrow.cancelled for ${reference} came`);
      return came().map((each) => signaturesOf(each, as.access.webhookSecret ?? '', null));
    });
  }),
}));

for (const [id, scheme] of [
  ['webhook.signature', 0],
  ['webhook.signature-v2', 1],
] as const) {
  checks(
    id,
    atOneAddress,
    ({ what }) => `${what} with one address: each attempt is signed with the secret of its merchant`,
    async (context, { run }) => {
      for (const event of await run(context)) {
        const signed = event.map((both) => both[scheme]);
        expect(signed, 'signatures by the secret of its merchant').toEqual(signed.map(() => 'valid'));
      }
    },
    ({ needs }) => ({ needs: ['webhook-url', ...needs], drawn: 1 }),
  );
}
