import {
  Blocked,
  type CheckContext,
  captured,
  checks,
  differentOf,
  expect,
  shared,
} from '../../../lib/interface/index.ts';
import { dues, LATER, SOON } from '../retries/settings-changed.ts';
import { dueAfter, MINUTE, timesOf } from '../retries/timing.ts';
import { separate, whenInstead } from '../support.ts';

// A change of the address does not end the deliveries that wait for a retry, in live either, and they do not hold up the change: what happens
// later goes to the new address alone, and is retried. To which address a retry of the former goes is not shown.

/** An event that can be caused in both environments. */
const CANCELLED = 'escrow.cancelled';

/** Seconds between two changes. */
const PAUSE = 3;

type Place = 'own' | 'another' | 'cleared';

/** The address after each change, all of them before the first retry. */
const changes: readonly { readonly what: string; readonly places: readonly Place[] }[] = [
  { what: 'changed', places: ['another'] },
  { what: 'cleared, and set again', places: ['cleared', 'own'] },
  { what: 'cleared, and set to another', places: ['cleared', 'another'] },
  { what: 'changed, and changed back', places: ['another', 'own'] },
];

const lives = changes.map((row) => ({
  ...row,
  life: shared(`a failing event while the address is ${row.what}`, ['webhooks', 'webhook-url'], (context) =>
    lived(context, row.places),
  ),
}));

async function lived(context: CheckContext, places: readonly Place[]) {
  const { merchant, console, capture, time } = context;
  const there = capture.hook();
  if (places.includes('another')) separate(merchant.webhooks.path, there.path);
  const urls = { own: new URL(merchant.webhooks.path, capture.url).href, another: there.url, cleared: null };
  const [failing, later] = [await merchant.escrow(), await merchant.escrow()];
  for (const { reference } of [failing, later])
    for (const path of [merchant.webhooks.path, there.path]) capture.script({ path, event: CANCELLED, reference }, 500);
  await merchant.api.cancelEscrow(failing.reference);
  const first = await merchant.webhooks.given(CANCELLED, failing.reference);
  await time.wait(SOON, 'the address is changed between attempts');
  for (const place of places) {
    await console.change(merchant, { webhookUrl: urls[place] });
    await time.wait(PAUSE, 'the address is changed');
  }
  await merchant.api.cancelEscrow(later.reference);
  const arrived = () => capture.find({ event: CANCELLED, reference: later.reference })[0];
  await time.until('what happened later arrives', merchant.webhooks.arrival, arrived);
  await time.wait(LATER, 'retries come');
  const last = places.at(-1) === 'own' ? merchant.webhooks.path : there.path;
  return { failing: failing.reference, first, later: later.reference, last };
}

const options = { needs: ['clock', 'webhook-url'], waits: '9m', drawn: 1, alsoInLive: true } as const;

checks(
  ({ id }) => id,
  // Whether deliveries end with an address that is cleared is not shown.
  lives
    .filter(({ places }) => !places.includes('cleared'))
    .flatMap((row) => dues.slice(0, 2).map((due) => ({ ...row, ...due }))),
  ({ words, what }) =>
    `${CANCELLED}, the address ${what}: one comes ${words} after the attempt before it, or after the event, at whichever address`,
  async (context, { due, life }) => {
    const { failing, first } = await life(context);
    const all = captured(context, { event: CANCELLED, reference: failing });

    expect(dueAfter(all, first, due)).toHaveCome(`answered with 500: ${whenInstead(timesOf(all).value, due)}`);
  },
  options,
);

checks(
  'delivery.first-retry',
  lives,
  ({ what }) => `${CANCELLED} after the address was ${what}, while another waits for a retry: one comes 1 minute later`,
  async (context, { life }) => {
    const all = captured(context, { event: CANCELLED, reference: (await life(context)).later });
    const [first] = all.value;
    if (first === undefined) throw new Blocked('what happened after the change did not come');

    expect(dueAfter(all, first, MINUTE)).toHaveCome(`answered with 500: ${whenInstead(timesOf(all).value, MINUTE)}`);
  },
  options,
);

checks(
  'webhook.address-changed',
  lives,
  ({ what }) => `${what}, while an event waits for a retry: what happens then goes to the last address alone`,
  async (context, { life }) => {
    const { later, last } = await life(context);

    expect(differentOf(captured(context, { event: CANCELLED, reference: later }), 'path')).toEqual([last]);
  },
  options,
);
