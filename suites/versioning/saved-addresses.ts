import { Blocked, checks, expect, signaturesOf } from '../../lib/interface/index.ts';
import { otherSettings } from '../support/console-settings.ts';
import { arrivesAnywhere, EVENT, separate } from '../webhooks/support.ts';

// "Webhook signing has two schemes side by side": also where an address was saved in the console, and whatever else was saved since.

const afterwards = [
  { what: 'saved', needs: [], change: null },
  ...otherSettings
    .filter(({ linkedWallets }) => linkedWallets !== undefined)
    .map((row) => ({ ...row, what: `saved, and then ${row.what}` })),
];

checks(
  'version.both-signatures',
  afterwards,
  ({ what }) => `a new webhook address is ${what}: both, each valid`,
  async (context, { change }) => {
    const { merchant, console, capture } = context;
    const there = capture.hook();
    separate(merchant.webhooks.path, there.path);
    await console.change(merchant, { webhookUrl: there.url });
    if (change !== null) await change(context);
    const { reference } = await merchant.payout();
    await arrivesAnywhere(context, merchant, { event: EVENT, reference });
    const secret = merchant.access.webhookSecret;
    if (secret === null) throw new Blocked('the webhook secret is not known');
    const all = capture.find({ path: there.path, reference }).map((each) => signaturesOf(each, secret, null));

    expect(all, 'webhooks').not.toBeEmpty();
    expect(all, 'both signatures of each attempt').toEqual(all.map(() => ['valid', 'valid']));
  },
  ({ needs }) => ({ needs: ['webhook-url', ...needs] }),
);
