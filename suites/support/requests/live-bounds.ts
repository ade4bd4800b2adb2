import {
  type Body,
  type CheckContext,
  checks,
  type Exchange,
  expect,
  movingLiveMoney,
  type RequirementId,
  shared,
} from '../../../lib/interface/index.ts';
import { withBalance } from '../../environments/support.ts';

// Each field has the bounds of its own request, in live as in sandbox. Refused amounts are within the balance.

type Kind = 'checkout' | 'refund' | 'payout' | 'escrow';

interface Bound {
  readonly id: RequirementId;
  readonly what: string;
  readonly fields: Body;
  readonly taken: boolean;
}

const taken = (id: RequirementId, what: string, fields: Body): Bound => ({ id, what, fields, taken: true });
const refused = (id: RequirementId, what: string, fields: Body): Bound => ({ id, what, fields, taken: false });
const amounts = (id: RequirementId, ...all: number[]) =>
  all.map((amount) => refused(id, `an amount of ${amount} kobo`, { amount }));
const amount = (id: RequirementId, kobo: number) => taken(id, `an amount of ${kobo} kobo`, { amount: kobo });

const bounds: Readonly<Record<Kind, readonly Bound[]>> = {
  checkout: [
    amount('checkout.amount-smallest', 100),
    amount('checkout.amount-largest', 2_000_000_000),
    ...amounts('checkout.amount-too-small', 99, 1, 0),
    ...amounts('checkout.amount-too-large', 2_000_000_001, 10_000_000_000),
    refused('checkout.reference-too-long', 'a reference of 101 characters', { reference: 'r'.repeat(101) }),
    refused('checkout.reference-too-long', 'a reference of 150 signs', { reference: 'A.1_b:2-c3'.repeat(15) }),
    refused('checkout.reference-forbidden-characters', 'a blank in its reference', { reference: 'order A-17' }),
    refused('checkout.currency-only-ngn', 'the currency USD', { currency: 'USD' }),
    refused('checkout.email-malformed', 'an e-mail address without an @', { customer: { email: 'ada.example.com' } }),
    refused('checkout.return-url-malformed', 'plain words as returnUrl', { returnUrl: 'back to the shop' }),
    refused('checkout.metadata-too-large', 'metadata of 5,000 characters', { metadata: { note: 'm'.repeat(5_000) } }),
    refused('checkout.description-too-long', 'a description of 256 characters', { description: 'd'.repeat(256) }),
    taken('checkout.description-longest', 'a description of 255 characters', { description: 'd'.repeat(255) }),
  ],
  refund: [
    amount('refund.amount-smallest', 1),
    ...amounts('refund.amount-too-small', 0, -1),
    refused('refund.reason-too-long', 'a reason of 256 characters', { amount: 11, reason: 'r'.repeat(256) }),
    taken('refund.reason-longest', 'a reason of 255 characters', { amount: 11, reason: 'r'.repeat(255) }),
  ],
  payout: [
    ...amounts('payout.amount-too-small', 9_999, 5_000, 100, 99, 1, 0),
    amount('payout.amount-smallest', 10_000),
    refused('payout.narration-too-long', 'a narration of 101 characters', { narration: 'n'.repeat(101) }),
    taken('payout.narration-longest', 'a narration of 100 characters', { narration: 'n'.repeat(100) }),
    refused('payout.account-number-too-short', 'an account number of 9 digits', {
      recipient: { accountNumber: '012345678' },
    }),
    refused('payout.account-number-too-long', 'an account number of 11 digits', {
      recipient: { accountNumber: '01234567890' },
    }),
  ],
  escrow: [
    ...amounts('escrow.amount-too-small', 9_999, 5_000, 100, 1, 0),
    amount('escrow.amount-smallest', 10_000),
    refused('escrow.auto-release-too-long', '721 hours', { autoReleaseHours: 721 }),
    refused('escrow.auto-release-too-short', '0 hours', { autoReleaseHours: 0 }),
    taken('escrow.auto-release-longest', '720 hours', { autoReleaseHours: 720 }),
    taken('escrow.auto-release-shortest', '1 hour', { autoReleaseHours: 1 }),
  ],
};

const needs = {
  checkout: ['live'],
  refund: ['live', 'live-buyer'],
  payout: ['live', 'live-buyer'],
  escrow: ['live', 'wallets'],
} as const;

async function answersOf(context: CheckContext, kind: Kind): Promise<Map<Bound, Exchange>> {
  const { live, buyer, wallets } = context;
  const answers = new Map<Bound, Exchange>();
  const askAll = async (ask: (fields: Body) => Promise<Exchange>) => {
    for (const bound of bounds[kind]) answers.set(bound, await ask(bound.fields));
  };
  if (kind === 'checkout') await askAll((fields) => live.createCheckout(fields));
  if (kind === 'payout')
    await withBalance(context, [500_000], () => askAll((fields) => live.createPayout({ amount: 10_001, ...fields })));
  if (kind === 'refund') {
    await movingLiveMoney(context, async () => {
      const { reference: paymentReference } = await buyer.paid(live, { amount: 50_000 });
      await askAll((fields) => live.createRefund({ paymentReference, ...fields }));
    });
  }
  if (kind === 'escrow') {
    const { walletId } = await wallets.make({ environment: 'live' });
    await askAll((fields) => live.createEscrow({ seller: { walletId }, ...fields }));
  }
  return answers;
}

export function liveBounds(kind: Kind): void {
  const asked = shared(`live ${kind}s at the bounds of their fields`, needs[kind], (context) =>
    answersOf(context, kind),
  );
  checks(
    ({ id }) => id,
    bounds[kind],
    (bound) => `in live a ${kind} with ${bound.what} is ${bound.taken ? 'accepted' : 'refused'}`,
    async (context, bound) => {
      const answer = (await asked(context)).get(bound);
      if (answer === undefined) throw new Error('there is no such bound');

      if (bound.taken) expect(answer).toHaveStatus(201);
      else expect(answer).toBeRefusedWith(400, 'invalid_request');
    },
    { needs: needs[kind], drawn: 3 },
  );
}
