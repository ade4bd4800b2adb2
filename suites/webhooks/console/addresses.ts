import { type CheckContext, captured, check, checks, differentOf, expect } from '../../../lib/interface/index.ts';
import { otherSettings } from '../../support/console-settings.ts';
import { needsOf, type Row, titleOf } from '../happenings/histories.ts';
import { happensAfter, laterRows, merchantOf } from '../happenings/rotated.ts';
import { arrivesAnywhere, EVENT, separate } from '../support.ts';

const withAddress = (row: Row) => ({ ...needsOf(row), needs: [...needsOf(row).needs, 'webhook-url' as const] });

checks(
  'webhook.address-changed',
  laterRows,
  (row) => `${titleOf(row)} after the change: it goes to the new address alone`,
  async (context, row) => {
    const { console, capture } = context;
    const merchant = merchantOf(context, row);
    const there = elsewhere(context);
    const reference = await happensAfter(context, row, () => console.change(merchant, { webhookUrl: there.url }));
    await arrivesAnywhere(context, merchant, { event: row.happening.kind, reference });
    await context.time.listen(100, 'its retry goes elsewhere');

    expect(differentOf(captured({ capture }, { event: row.happening.kind, reference }), 'path')).toEqual([there.path]);
  },
  withAddress,
);

check('webhook.address-changed', 'changed, and changed back', async (context) => {
  const { merchant, console } = context;
  const there = elsewhere(context);
  await console.change(merchant, { webhookUrl: there.url });
  await console.change(merchant, { webhookUrl: own(context) });

  expect(await whereTo(context)).toEqual([merchant.webhooks.path]);
});

/** The address after each change of settings: `own` (the initial one) or another. Events have to go to the last one. */
const sequences = [
  ['cleared', 'own'],
  ['cleared', 'cleared', 'own'],
  ['cleared', 'another', 'cleared', 'own'],
  ['another', 'cleared', 'another'],
  ['another', 'a third', 'another'],
  ['another', 'own', 'another'],
  ['another', 'own', 'cleared', 'own'],
  ['cleared', 'own', 'cleared', 'another'],
  ['own'],
  ['another', 'another'],
] as const;

checks(
  'webhook.address-changed',
  sequences,
  (sequence) => `${sequence.join(', then ')}: events go to the last`,
  async (context, sequence) => {
    const { merchant, console } = context;
    const [another, third] = [elsewhere(context), elsewhere(context)];
    separate(another.path, third.path);
    const places = {
      own: { url: own(context), path: merchant.webhooks.path },
      cleared: { url: null, path: '' },
      another,
      'a third': third,
    };
    for (const place of sequence) await console.change(merchant, { webhookUrl: places[place].url });

    expect(await whereTo(context)).toEqual([places[sequence.at(-1) ?? 'own'].path]);
  },
  { drawn: 3 },
);

check('webhook.address-changed', 'cleared, and set again to another', async (context) => {
  const { merchant, console } = context;
  const there = elsewhere(context);
  await console.change(merchant, { webhookUrl: null });
  await console.change(merchant, { webhookUrl: there.url });

  expect(await whereTo(context)).toEqual([there.path]);
});

check('webhook.address-changed', 'cleared: nothing goes to the address that is no longer set', async (context) => {
  const { merchant, console, capture, time } = context;
  await console.change(merchant, { webhookUrl: null });
  const payout = await merchant.payout();
  await merchant.settles(payout);
  await time.listen(time.canMove ? 900 : 60, 'the event comes all the same');

  const there = captured({ capture }, { path: merchant.webhooks.path, reference: payout.reference });
  expect(there, 'webhooks at the address that was cleared').toBeEmpty();
});

check(
  'webhook.address-changed',
  "another merchant's address stays what it was",
  async (context) => {
    const { merchant, console, other } = context;
    await console.change(merchant, { webhookUrl: elsewhere(context).url });

    expect(await whereTo(context, other)).toEqual([other.webhooks.path]);
  },
  { needs: ['other-merchant'] },
);

checks(
  'webhook.address-changed',
  otherSettings.filter(({ what }) => !/address/.test(what)),
  ({ what }) => `changed, and then ${what}: events go to the new address`,
  async (context, { change }) => {
    const there = elsewhere(context);
    await context.console.change(context.merchant, { webhookUrl: there.url });
    await change(context);

    expect(await whereTo(context)).toEqual([there.path]);
  },
  ({ needs }) => ({ needs }),
);

/** Makes a payout and returns the paths at which its event arrives. */
async function whereTo(context: CheckContext, merchant = context.merchant) {
  const { capture } = context;
  const { reference } = await merchant.payout();
  await arrivesAnywhere(context, merchant, { event: EVENT, reference });
  return differentOf(captured({ capture }, { reference }), 'path');
}

function own({ capture, merchant }: CheckContext): string {
  return new URL(merchant.webhooks.path, capture.url).href;
}

function elsewhere({ capture, merchant }: CheckContext): { url: string; path: string } {
  const there = capture.hook();
  separate(merchant.webhooks.path, there.path);
  capture.script({ path: there.path }, [500, 200]);
  return there;
}
