import {
  Blocked,
  type Capability,
  type CheckContext,
  captured,
  checks,
  expect,
  part,
  shared,
} from '../../../lib/interface/index.ts';
import { otherSettings } from '../../support/console-settings.ts';
import { arrivesAnywhere, EVENT, sent, separate } from '../support.ts';
import { about, attemptsAt, missingFrom } from './entries.ts';

// The console lists all deliveries of the merchant, whatever its present settings: deliveries stay listed after address or secret change,
// and later ones are added.

type Change = (typeof otherSettings)[number]['change'];

const own = ({ merchant, capture }: CheckContext) => new URL(merchant.webhooks.path, capture.url).href;
const toAnother: Change = ({ console, merchant, capture }) =>
  console.change(merchant, { webhookUrl: capture.hook().url });
const cleared: Change = ({ console, merchant }) => console.change(merchant, { webhookUrl: null });
const toTheFirst: Change = (context) => context.console.change(context.merchant, { webhookUrl: own(context) });
const rotated: Change = ({ console, merchant }) => console.rotateWebhookSecret(merchant);

const address: readonly Capability[] = ['webhook-url'];

/** `sends`: whether later events are sent at all. */
const settings: readonly { what: string; needs: readonly Capability[]; changes: readonly Change[]; sends: boolean }[] =
  [
    ...otherSettings.map(({ what, needs, change }) => ({
      what,
      needs,
      changes: [change],
      sends: !/cleared/.test(what),
    })),
    { what: 'the webhook address is changed twice', needs: address, changes: [toAnother, toAnother], sends: true },
    { what: 'it is cleared, and set to another', needs: address, changes: [cleared, toAnother], sends: true },
    { what: 'it is cleared, and set again', needs: address, changes: [cleared, toTheFirst], sends: true },
    { what: 'it is changed, and changed back', needs: address, changes: [toAnother, toTheFirst], sends: true },
    {
      what: 'the address is changed, and the secret rotated twice',
      needs: [...address, 'rotate-secret'],
      changes: [toAnother, rotated, rotated],
      sends: true,
    },
  ];

const rows = settings.map(({ what, needs, changes, sends }) => ({
  what,
  needs: ['webhooks', 'deliveries', ...needs] as const,
  life: shared(`events before and after ${what}`, ['webhooks', 'deliveries', ...needs], async (context) => {
    const { merchant, console, capture, time } = context;
    if (needs.includes('webhook-url')) separate(merchant.webhooks.path, capture.hook().path);
    const acknowledged = await sent(context);
    const failed = await sent(context, [500, 200]);
    await time.wait(100, 'a retry comes');
    const { received } = capture.stats;
    const before = await console.deliveries(merchant);
    const lists = [];
    for (const change of changes) {
      await change(context);
      lists.push(await console.deliveries(merchant));
    }
    const { reference } = await merchant.payout();
    if (sends) await arrivesAnywhere(context, merchant, { event: EVENT, reference });
    await time.wait(60, 'what was sent is listed');
    lists.push(await console.deliveries(merchant));
    return { merchant, acknowledged, failed, received, before, lists, later: sends ? reference : null };
  }),
}));

checks(
  'delivery.listed',
  rows,
  ({ what }) => `what was sent before ${what} stays listed, and what is sent later is listed beside it`,
  async (context, { life }) => {
    const { merchant, acknowledged, failed, received, lists, later } = await life(context);
    const came = captured(context, { path: merchant.webhooks.path });
    for (const list of lists) {
      expect(missingFrom(list, came, received), 'events that came before, and are not listed').toEqual([]);
      for (const { reference } of [acknowledged, failed])
        expect(about(list, reference, EVENT), `entries for ${reference}`).not.toBeEmpty();
    }
    if (later !== null) expect(about(lists.at(-1) ?? [], later, EVENT), `entries for ${later}`).not.toBeEmpty();
  },
  ({ needs }) => ({ needs, drawn: 3 }),
);

checks(
  'delivery.lists-attempts',
  rows,
  ({ what }) => `the attempts of before ${what} stay listed, each with the status it got`,
  async (context, { life }) => {
    const { failed, before, lists } = await life(context);
    const attempts = part(about(before, failed.reference, EVENT), 'length');
    if (attempts.value === 0) throw new Blocked('the event was not listed before');
    for (const list of lists) {
      const own = about(list, failed.reference, EVENT);
      expect(attemptsAt(own, failed.surely()), 'attempts that are not listed as they came').toEqual([]);
    }
  },
  ({ needs }) => ({ needs, drawn: 3 }),
);
