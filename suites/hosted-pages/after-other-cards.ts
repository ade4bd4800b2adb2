import {
  type CheckContext,
  type Created,
  checks,
  expect,
  field,
  type Merchant,
  NotExercised,
  shared,
  timeOfDay,
} from '../../lib/interface/index.ts';
import { attempt } from '../support/attempts.ts';

// "Sandbox checkout page accepts the test card number": whatever was entered before it, on this page or on that of another checkout of the
// buyer. What a page makes of other cards is not shown: it may fail the checkout, and then only the buyer's other checkout is to be paid.

/** Target time in seconds after which a payment that was refused is no longer being confirmed. */
const CONFIRMED = 60;

const lastYear = (now: number) => new Date(now).getUTCFullYear() - 1;

/** What is entered first, each in a visit of its own. */
const tries = [
  { what: 'another card', cards: () => [{ number: '4000000000000002' }] },
  {
    what: 'a test card that has expired, and a number with one wrong digit',
    cards: (now: number) => [{ month: 1, year: lastYear(now) }, { number: '4242424242424241' }],
  },
] as const;

interface Tried {
  readonly merchant: Merchant;
  /** The checkout on whose page it was entered, and another one of the buyer. */
  readonly same: Created;
  readonly next: Created;
}

/** Which of the buyer's checkouts the test card is to pay then. */
const rows = tries.flatMap(({ what, cards }) => {
  const tried = shared(`a page on which ${what} was entered`, ['browser'], async (context): Promise<Tried> => {
    const { merchant, buyer, console, time } = context;
    const alike = { amount: 14_009, customer: { email: 'ngozi.eze@example.com' } };
    const both = { merchant, same: await merchant.checkout(alike), next: await merchant.checkout(alike) };
    for (const card of cards((await console.now())?.at ?? timeOfDay()))
      await attempt(buyer.atPage(both.same, (page) => page.pays(card, { stays: true })));
    await time.wait(CONFIRMED, 'what was entered is accepted or refused');
    return both;
  });
  return [
    { words: `its own checkout, after ${what}`, tried, pays: paysSame },
    { words: `another checkout of the buyer, after ${what}`, tried, pays: paysNext },
  ];
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
  { drawn: 1 },
);
