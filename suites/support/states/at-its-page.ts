import {
  type Capability,
  type CheckContext,
  type Created,
  type Exchange,
  field,
  type Merchant,
  shared,
} from '../../../lib/interface/index.ts';
import { attempt } from '../attempts.ts';

/** Texts with characters that a page has to escape. */
const texts = {
  description: `Rice & "beans" of 2 kg – it's ₦1,000 &amp; 50% off, 'whole'`,
  metadata: { note: `<b>fragile</b> & "blue"`, 'a&b': [`it's`, '&lt;'], count: 7 },
  customer: { email: 'ada.obi+shop@example.com' },
};

/** Cards that a page may refuse: whether it does is not shown. */
export const wrong = {
  'a number with a wrong last digit': { number: '4242424242424241' },
  'a number that sandboxes are used to decline': { number: '4000000000000002' },
  'a date that is past': { month: 1, year: 2021 },
} as const;
type Wrong = keyof typeof wrong;

interface Row {
  readonly what: string;
  readonly tries: readonly Wrong[];
  /** How the checkout is finally paid. */
  readonly pays: 'by card' | 'by bank transfer' | 'elsewhere';
  readonly needs?: readonly Capability[];
}

const rows: readonly Row[] = [
  { what: 'paid by card', tries: [], pays: 'by card' },
  {
    what: 'paid by card after a card that sandboxes decline',
    tries: ['a number that sandboxes are used to decline'],
    pays: 'by card',
  },
  { what: 'paid by card after each wrong card', tries: Object.keys(wrong) as Wrong[], pays: 'by card' },
  { what: 'paid by bank transfer', tries: [], pays: 'by bank transfer' },
  { what: 'paid elsewhere after a wrong number', tries: ['a number with a wrong last digit'], pays: 'elsewhere' },
  { what: 'paid elsewhere after an expired card', tries: ['a date that is past'], pays: 'elsewhere' },
];

interface Life {
  readonly merchant: Merchant;
  readonly reference: string;
  readonly first: Exchange;
  /** The record after each unsuccessful attempt. */
  readonly pending: readonly Exchange[];
  /** The record after the payment; how soon a bank transfer is confirmed is not shown. */
  readonly last: Exchange;
}

async function lived({ merchant, buyer }: CheckContext, { tries, pays }: Row): Promise<Life> {
  const checkout = await merchant.checkout(texts);
  const first = await merchant.get(checkout);
  const pending: Exchange[] = [];
  for (const each of tries) {
    // A page that does not permit the attempt also refuses it.
    await attempt(buyer.atPage(checkout, (page) => page.pays(wrong[each], { stays: true })));
    const now = await merchant.get(checkout);
    // Whether a wrong card ends the checkout, or is accepted, is not shown.
    if (field(now.json, 'status') === 'pending') pending.push(now);
  }
  if (pending.length === tries.length) await paysIn(pays, { merchant, buyer }, checkout);
  const last = await merchant.confirms(checkout, 'succeeded');
  return { merchant, reference: checkout.reference, first, pending, last };
}

async function paysIn(
  pays: Row['pays'],
  { merchant, buyer }: Pick<CheckContext, 'merchant' | 'buyer'>,
  checkout: Created,
) {
  if (pays === 'elsewhere') return await buyer.tries(merchant, checkout, 'succeeded');
  const by = pays === 'by card' ? 'card' : 'transfer';
  await attempt(buyer.atPage(checkout, (page) => page.pays({}, { by, stays: true })));
}

/** Checkouts at whose pages a buyer makes several attempts and finally pays. */
export const lives = rows.map((row) => ({
  ...row,
  life: shared(`a checkout at its page: ${row.what}`, ['browser', ...(row.needs ?? [])], (context) =>
    lived(context, row),
  ),
}));
