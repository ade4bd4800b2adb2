import { type CheckContext, type Created, checks, shared } from '../../lib/interface/index.ts';
import { attempt } from '../support/attempts.ts';
import { atOnce, expectNoneRefused, OFTEN, quiet, reads, rested, sound, unpaced } from './support.ts';

// The limit applies to requests with an API key. Buyers, wallet owners and console users have none, so their requests do not count.

/** Another card than the test card. */
const OTHER = { number: '4000000000000002' } as const;

/** Checkouts and escrows whose pages are no longer for paying; those that cannot be made are left out. */
async function over({ merchant, buyer }: CheckContext): Promise<Created[]> {
  const [paid, failed] = [await merchant.checkout(), await merchant.checkout()];
  const [funded, released, cancelled] = [await merchant.escrow(), await merchant.escrow(), await merchant.escrow()];
  const kept = [
    await attempt(buyer.pays(merchant, paid)),
    await attempt(buyer.fails(merchant, failed)),
    await attempt(buyer.funds(merchant, funded)),
    await attempt(buyer.funds(merchant, released)),
    null,
  ];
  await merchant.api.releaseEscrow(released.reference);
  await merchant.api.cancelEscrow(cancelled.reference);
  return [paid, failed, funded, released, cancelled].filter((_, at) => kept[at] === null);
}

/** 120 requests of a key that has been quiet, after buyers have sent forms and opened pages of several states, each more than once. */
const visited = shared('120 requests after buyers have opened pages', ['browser'], async (context) => {
  const { merchant, buyer } = context;
  const [checkout, escrow] = [await merchant.checkout(), await merchant.escrow()];
  const payable = [await merchant.checkout(), await merchant.checkout(), await merchant.escrow()];
  const closed = await over(context);
  await quiet(context);
  for (const each of payable.slice(0, 2)) {
    await attempt(buyer.atPage(each, (page) => page.pays(OTHER, { stays: true })));
    await attempt(buyer.atPage(each, (page) => page.pays(OTHER, { stays: true })));
  }
  for (const each of payable) await attempt(buyer.paysOnPage(each));
  for (const each of [...closed, ...closed]) await attempt(buyer.atPage(each, async () => {}));
  for (let turn = 0; turn < OFTEN; turn++) await buyer.atPage(turn % 4 === 3 ? escrow : checkout, async () => {});
  const own = sound(await atOnce(context, 'after pages were opened', reads(unpaced(merchant), 120)));
  await rested(context);
  return own;
});

const busy = shared('120 requests after what people did', ['buyer', 'escrow-buyer'], async (context) => {
  const { merchant, buyer, console, capture } = context;
  const made: { checkout: Created; escrow: Created }[] = [];
  for (let turn = 0; turn < OFTEN; turn++)
    made.push({ checkout: await merchant.checkout(), escrow: await merchant.escrow() });
  await quiet(context);
  // Only actions: reading their result would use the key.
  for (const { checkout, escrow } of made) {
    await attempt(buyer.tries(merchant, checkout, 'succeeded'));
    await attempt(buyer.paysEscrow(merchant, escrow));
    await attempt(buyer.releases(merchant, escrow));
    await attempt(console.deliveries(merchant).then(([first]) => first && console.resend(merchant, first.id)));
    await attempt(console.change(merchant, { webhookUrl: capture.hook().url }));
    await attempt(console.rotateWebhookSecret(merchant));
  }
  const own = sound(await atOnce(context, 'after what people did', reads(unpaced(merchant), 120)));
  await rested(context);
  return own;
});

const both = ['rate-limit.120-at-once-pass', 'rate-limit.per-key'] as const;
const pages = {
  what: 'buyers have opened pages, a page more than once, and paid there',
  needs: ['browser'],
  life: visited,
} as const;
const people = {
  what: 'buyers have paid, disputed and released, and the console was used',
  needs: ['buyer', 'escrow-buyer'],
  life: busy,
} as const;

checks(
  ({ id }) => id,
  [pages, people].flatMap((row) => both.map((id) => ({ ...row, id }))),
  ({ what }) => `none of 120 requests is refused after ${what}`,
  async (context, { life }) => {
    expectNoneRefused((await life(context)).answers, 120, 'with a key that has been quiet');
  },
  ({ needs }) => ({ needs, runs: 'alone', waits: '4m', drawn: 2 }),
);
