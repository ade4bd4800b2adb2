import {
  type Body,
  type Capability,
  type CheckContext,
  checks,
  type Exchange,
  expect,
  type RequirementId,
} from '../../../lib/interface/index.ts';

// Field names are those of the tables. A required field under a similar name is missing.

interface Request {
  readonly id: RequirementId;
  readonly needs: readonly Capability[];
  /** Required fields by path, with a value that would be accepted. */
  readonly required: Readonly<Record<string, unknown>>;
  /** Sends a request that is valid except for these fields. */
  send(context: CheckContext, fields: Body): Promise<Exchange>;
}

const requests = {
  checkout: {
    id: 'checkout.required-fields',
    needs: [],
    required: { amount: 5_000, currency: 'NGN', 'customer.email': 'ada@example.com' },
    send: ({ merchant }, fields) => merchant.createCheckout(fields),
  },
  refund: {
    id: 'refund.required-fields',
    needs: ['buyer'],
    required: { amount: 1_000 },
    send: async ({ merchant, buyer }, fields) =>
      merchant.createRefund({ paymentReference: (await buyer.paid(merchant)).reference, ...fields }),
  },
  payout: {
    id: 'payout.required-fields',
    needs: [],
    required: { amount: 20_000, currency: 'NGN', 'recipient.accountNumber': '0123456789' },
    send: ({ merchant }, fields) => merchant.createPayout(fields),
  },
  escrow: {
    id: 'escrow.required-fields',
    needs: [],
    required: { amount: 20_000, currency: 'NGN', 'seller.walletId': '0000000001' },
    send: ({ merchant }, fields) => merchant.createEscrow(fields),
  },
} as const satisfies Record<string, Request>;

/** Other letter cases are left out: some libraries find a field whatever the case of its name, which is not shown. */
const spellings: Readonly<Record<string, (name: string) => string>> = {
  'with a blank behind it': (name) => `${name} `,
  'with an underscore before it': (name) => `_${name}`,
};

export function spellingsTable(kind: keyof typeof requests): void {
  const request: Request = requests[kind];
  checks(
    request.id,
    Object.keys(request.required).flatMap((path) => Object.keys(spellings).map((how) => ({ path, how }))),
    ({ path, how }) => `${path} ${how}, and not as it is written, is missing`,
    async (context, { path, how }) => {
      const [outer = '', inner] = path.split('.');
      const spelt = spellings[how] ?? String;
      const value = request.required[path];
      const fields =
        inner === undefined
          ? { [outer]: undefined, [spelt(outer)]: value }
          : { [outer]: { [inner]: undefined, [spelt(inner)]: value } };

      expect(await request.send(context, fields)).toBeRefusedWith(400, 'invalid_request');
    },
    { needs: request.needs, drawn: 1 },
  );
}
