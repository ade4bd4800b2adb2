import {
  type Body,
  type Capability,
  type CheckContext,
  type Created,
  checks,
  expect,
  field,
  type Merchant,
  NotExercised,
  shared,
  timeOfDay,
} from '../../../lib/interface/index.ts';
import { attempt } from '../../support/attempts.ts';

// "Sandbox checkout page accepts the test card number": whatever was entered before it, on this page or on that of another checkout of the
// buyer, and however often something was declined or has failed for the buyer. What a page makes of other cards is not shown: it may fail the checkout, and then only the buyer's other checkout is to be paid.

/**
 * Target time in seconds after which a payment that was refused is no longer being confirmed: "`pending` also covers a payment still being
 * confirmed", and the interface names no bound. A card that fails the checkout may do so only then.
 */
const CONFIRMED = { moving: 1_800, real: 120 };

const lastYear = (now: number) => new Date(now).getUTCFullYear() - 1;

type Card = NonNullable<Parameters<CheckContext['buyer']['paysOnPage']>[1]>;

/** What a buyer did first. */
interface Before {
  readonly what: string;
  readonly needs?: readonly Capability[];
  /** Only the buyer's other checkout can be paid then. */
  readonly ends?: true;
  happens(context: CheckContext, tried: Tried, alike: Body): Promise<unknown>;
}

/** Cards that card networks decline in their simulators. Services that count declined cards act after three, five or ten. */
const declined = ['4000000000000002', '4000000000009995', '4000000000000069', '4000000000000127', '4000000000000119'];
const FAILED = 6;

const enters = async ({ buyer }: CheckContext, checkout: Created, ...cards: readonly Card[]) =>
  await attempt(
    buyer.atPage(checkout, async (page) => {
      for (const card of cards) await attempt(page.pays(card, { stays: true }));
    }),
  );

const befores: readonly Before[] = [
  { what: 'another card', happens: (context, { same }) => enters(context, same, { number: '4000000000000002' }) },
  {
    what: 'a test card that has expired, and a number with one wrong digit',
    async happens(context, { same }) {
      await enters(context, same, { month: 1, year: lastYear((await context.console.now())?.at ?? timeOfDay()) });
      await enters(context, same, { number: '4242424242424241' });
    },
  },
  {
    what: `${declined.length} other cards in one visit`,
    happens: (context, { same }) => enters(context, same, ...declined.map((number) => ({ number }))),
  },
  {
    what: 'another card on the pages of three more checkouts',
    ends: true,
    async happens(context, { merchant }, alike) {
      for (const number of declined.slice(0, 3)) await enters(context, await merchant.checkout(alike), { number });
    },
  },
  {
    what: `${FAILED} payments that failed`,
    needs: ['payment-failure'],
    ends: true,
    async happens({ buyer }, { merchant }, alike) {
      for (let turn = 0; turn < FAILED; turn++) await buyer.fails(merchant, await merchant.checkout(alike));
    },
  },
];

interface Tried {
  readonly merchant: Merchant;
  /** The checkout on whose page it was entered, and another one of the buyer. */
  readonly same: Created;
  readonly next: Created;
}

/** Which of the buyer's checkouts the test card is to pay then. */
const rows = befores.flatMap(({ what, needs = [], ends, happens }) => {
  const tried = shared(`a buyer of ${what}`, ['browser', ...needs], async (context): Promise<Tried> => {
    const { merchant, data, time } = context;
    const alike = { amount: 14_009, customer: { email: data.email() } };
    const both = { merchant, same: await merchant.checkout(alike), next: await merchant.checkout(alike) };
    await happens(context, both, alike);
    await time.wait(
      time.canMove ? CONFIRMED.moving : Math.min(time.maxWait, CONFIRMED.real),
      'what was entered is accepted or refused',
    );
    return both;
  });
  const next = { words: `another checkout of the buyer, after ${what}`, tried, needs, pays: paysNext };
  return ends ? [next] : [{ words: `its own checkout, after ${what}`, tried, needs, pays: paysSame }, next];
});

async function paysSame({ buyer, note }: CheckContext, { merchant, same }: Tried): Promise<Created> {
  const status = field((await merchant.get(same)).json, 'status');
  if (status !== 'pending') throw new NotExercised(`with what was entered first the checkout is ${status}`);
  const refused = await attempt(buyer.atPage(same, (page) => page.pays()));
  if (refused !== null) {
    note(refused.message);
    throw new NotExercised('the page takes no further card: whether the payment is still being confirmed is not shown');
  }
  return same;
}

async function paysNext({ buyer }: CheckContext, { next }: Tried): Promise<Created> {
  await attempt(buyer.paysOnPage(next));
  return next;
}

checks(
  'page.test-card-pays',
  rows,
  ({ words }) => `the test card pays ${words}`,
  async (context, { tried, pays }) => {
    const all = await tried(context);
    const checkout = await pays(context, all);

    expect(await all.merchant.confirms(checkout, 'succeeded')).toHaveField('status', 'succeeded');
  },
  ({ needs }) => ({ needs, drawn: 1 }),
);
