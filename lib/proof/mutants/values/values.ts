/** Defects where a value decides more than its field says: over later ones, over the end, over what can be refunded, and over a balance. */
import type { Escrow, Merchant, Refund } from '../../reference/rules/records.ts';
import type { Case, Shown } from '../../reference/rules/rulebook.ts';
import { also } from '../blind/ways.ts';
import { type Json, shows, timer } from '../change.ts';
import { all, type Change, type Mutant, mutant } from '../mutant.ts';

/** The host of the first returnUrl of a merchant's escrows binds those of later ones. */
function boundByTheFirst(): Change {
  const first = new WeakMap<Merchant, string>();
  const refuses = ({ merchant, body }: Case): boolean => {
    const returnUrl = body.text('returnUrl');
    if (returnUrl === null || returnUrl === undefined) return false;
    const own = new URL(returnUrl).host;
    const bound = first.get(merchant) ?? own;
    first.set(merchant, bound);
    return own !== bound;
  };
  return (rules) => ({
    ...rules,
    guards: [
      ...rules.guards,
      {
        id: 'escrow.other-host',
        at: ['createEscrow'],
        words: 'returnUrl is another one than the first',
        refuses,
        status: 400,
        code: 'invalid_request',
        message: () => 'returnUrl is not the one that is registered',
      },
    ],
  });
}

/** In sandbox a payout fails whose amount has these last two digits. */
function failsByItsEnding(ending: number): Change {
  return (rules) => {
    const { on } = rules.timers.find((each) => each.kind === 'payout' && each.in === 'pending') ?? {};
    const usual = on as unknown as (record: { amount: number }) => string;
    const changed = (record: { amount: number }) =>
      record.amount % 100 === ending ? 'settlement fails' : usual(record);
    return timer('payout', 'pending', { on: changed } as never)(rules);
  };
}

function failedTransfersStayTaken(): Change {
  return (rules) =>
    also('refund', 'settlement fails', ({ payment, amount }: Refund) => {
      if (payment?.paymentMethod === rules.decisions.paymentMethods.transfer) payment.refunding += amount;
    })(rules);
}

const takes =
  (sign: 1 | -1) =>
  ({ merchant, amount }: Escrow): void => {
    merchant.balance += sign * amount;
  };

/** The page of a live escrow is looked for at the address of the sandbox. */
function livePayUrlInSandbox(body: Json, { asked: { environment, service } }: Shown): Json {
  const payUrl = String(body.payUrl);
  if (environment.name === 'sandbox') return body;
  return { ...body, payUrl: service.environments.sandbox.baseUrl + payUrl.slice(environment.baseUrl.length) };
}

export const valueMutants: readonly Mutant[] = [
  mutant(
    'escrow.optional-fields',
    'escrow-returns-to-the-first-host',
    "an escrow returns only to the host of the merchant's first one",
    boundByTheFirst(),
  ),
  mutant(
    'payout.succeeds',
    'payout-declined-by-its-last-digits',
    'the simulator of the bank reads a response code from the last two digits: in sandbox a payout whose amount ends in 05 fails',
    failsByItsEnding(5),
  ),
  mutant(
    'refund.failed-frees-amount',
    'failed-refund-of-a-transfer-stays-taken',
    'the amount of a failed refund stays taken where the checkout was paid by bank transfer',
    failedTransfersStayTaken(),
  ),
  mutant(
    'balance.is-the-sum',
    'balance-less-refunds-of-escrows',
    "refunds of checkouts and escrows are one table: what an escrow gives back to its buyer is taken from the merchant's balance",
    also('escrow', 'refund', takes(-1)),
  ),
  mutant(
    'balance.is-the-sum',
    'balance-holds-what-is-disputed',
    "the money of a disputed escrow is kept for the merchant: until the escrow ends it is in the merchant's balance",
    all(also('escrow', 'dispute', takes(1)), undisputed()),
  ),
  mutant(
    'page.escrow-texts',
    'live-pay-url-at-the-sandbox-address',
    'payUrl of live leads to the pages of the sandbox, which do not know the escrow',
    shows('createEscrow', livePayUrlInSandbox),
  ),
];

/** Takes it out again where a disputed escrow is refunded. */
function undisputed(): Change {
  const held = new WeakSet<Escrow>();
  return all(
    also('escrow', 'dispute', (escrow) => void held.add(escrow)),
    also('escrow', 'refund', (escrow) => {
      if (held.has(escrow)) takes(-1)(escrow);
    }),
  );
}
