import {
  Blocked,
  type Body,
  type CheckContext,
  checks,
  created,
  type Exchange,
  expect,
  type RequirementId,
  shared,
} from '../../../lib/interface/index.ts';

// Each field has its own rule, and none of them is about what the merchant has sent before: a later object may have any valid value, whatever
// the first had. A service that registers the first host, scheme, domain or recipient of a merchant refuses another one.

interface Later {
  readonly id: RequirementId;
  readonly what: string;
  /** What differs from the first. */
  readonly fields: Body;
  /** Not in live, where an http returnUrl is refused, and sellers and buyers need real wallet accounts. */
  readonly sandboxOnly?: true;
}

interface Kind {
  readonly kind: 'checkout' | 'escrow' | 'payout';
  readonly first: Body;
  readonly laters: readonly Later[];
}

const FIRST = 'https://shop.example.com/return';

const returns = (
  [
    { what: 'a part of the host', returnUrl: 'https://checkout.shop.example.com/return' },
    { what: 'another host', returnUrl: 'https://lamps.example.net/return' },
    { what: 'another port', returnUrl: 'https://shop.example.com:8443/return' },
    { what: 'another path and a query', returnUrl: 'https://shop.example.com/thanks/17?order=A-17' },
    { what: 'http', returnUrl: 'http://shop.example.com/return', sandboxOnly: true },
    { what: 'http and another host', returnUrl: 'http://lamps.example.net:8080/', sandboxOnly: true },
    { what: 'the address of the first', returnUrl: FIRST },
  ] satisfies readonly { what: string; returnUrl: string; sandboxOnly?: true }[]
).map(({ what, returnUrl, ...rest }) => ({ what: `a returnUrl with ${what}`, fields: { returnUrl }, ...rest }));

const ofCheckouts: Kind = {
  kind: 'checkout',
  first: { returnUrl: FIRST, customer: { email: 'ada.obi@example.com' }, description: 'Rice', metadata: { a: 1 } },
  laters: [
    ...returns.map(
      (row): Later => ({
        ...row,
        id: row.sandboxOnly ? 'checkout.return-url-http-in-sandbox' : 'checkout.return-url-accepted',
      }),
    ),
    ...['ada.obi@example.net', 'ngozi@mail.example.org', 'ada.obi@example.com'].map(
      (email): Later => ({
        id: 'checkout.email-accepted',
        what: `the buyer ${email}`,
        fields: { customer: { email } },
      }),
    ),
    {
      id: 'checkout.created',
      what: 'another description and metadata of other names',
      fields: { description: 'Two lamps', metadata: { order: { code: 'A-17' } } },
    },
    { id: 'checkout.created', what: 'neither of them', fields: { description: undefined, metadata: undefined } },
  ],
};

const ofEscrows: Kind = {
  kind: 'escrow',
  first: {
    returnUrl: FIRST,
    buyer: { email: 'ada.obi@example.com' },
    conditions: 'Whole',
    description: 'Rice',
    autoReleaseHours: 24,
  },
  laters: [
    ...returns.map((row): Later => ({ ...row, id: 'escrow.optional-fields' })),
    { id: 'escrow.optional-fields', what: 'no returnUrl', fields: { returnUrl: undefined } },
    ...['ada.obi@example.net', 'ngozi@mail.example.org'].map(
      (email): Later => ({
        id: 'escrow.optional-fields',
        what: `the buyer ${email}`,
        fields: { buyer: { email } },
        sandboxOnly: true,
      }),
    ),
    {
      id: 'escrow.optional-fields',
      what: 'anybody as its buyer',
      fields: { buyer: undefined },
      sandboxOnly: true,
    },
    {
      id: 'escrow.optional-fields',
      what: 'other conditions, another description and other hours',
      fields: { conditions: 'With its box', description: 'A blue teapot', autoReleaseHours: 48 },
    },
    ...['0000000002', '8904417263'].map(
      (walletId): Later => ({
        id: 'escrow.sandbox-any-seller',
        what: `the seller ${walletId}`,
        fields: { seller: { walletId } },
        sandboxOnly: true,
      }),
    ),
  ],
};

const recipient = { accountNumber: '2087654321', accountName: 'Ada Obi' };

const ofPayouts: Kind = {
  kind: 'payout',
  first: { recipient, narration: 'Sales' },
  laters: [
    { what: 'another account', fields: { recipient: { ...recipient, accountNumber: '0123456789' } } },
    { what: 'another name of that account', fields: { recipient: { ...recipient, accountName: 'Bode Ife' } } },
    {
      what: 'another account and name',
      fields: { recipient: { accountNumber: '9900112233', accountName: 'Eze and Sons Ltd' }, narration: 'Week 48' },
    },
    { what: 'no narration', fields: { narration: undefined } },
  ].map((row): Later => ({ ...row, id: 'payout.created', sandboxOnly: true })),
};

function create({ merchant }: CheckContext, kind: Kind['kind'], fields: Body): Promise<Exchange> {
  if (kind === 'payout') return merchant.createPayout(fields);
  return kind === 'escrow' ? merchant.createEscrow(fields) : merchant.createCheckout(fields);
}

function laterTable({ kind, first, laters }: Kind): void {
  const asked = shared(`${kind}s of which each has another value than the first`, [], async (context) => {
    // In live the escrow's buyer is not named: see `sandboxOnly`.
    const given = context.environment === 'live' && kind === 'escrow' ? { ...first, buyer: undefined } : first;
    created(kind, await create(context, kind, given));
    const answers = new Map<Later, Exchange>();
    for (const later of laters) {
      if (context.environment === 'live' && later.sandboxOnly) continue;
      answers.set(later, await create(context, kind, { ...given, ...later.fields }));
    }
    return answers;
  });
  checks(
    ({ id }) => id,
    laters,
    ({ what }) => `a later ${kind} of the merchant with ${what} is accepted`,
    async (context, later) => {
      const answer = (await asked(context)).get(later);
      if (answer === undefined) throw new Blocked('suite fault: it was not asked for');

      expect(answer).toHaveStatus(201);
    },
    ({ sandboxOnly }) => ({ alsoInLive: sandboxOnly !== true }),
  );
}

export const laterCheckouts = () => laterTable(ofCheckouts);
export const laterEscrows = () => laterTable(ofEscrows);
export const laterPayouts = () => laterTable(ofPayouts);
