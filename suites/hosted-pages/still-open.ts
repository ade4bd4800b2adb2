import {
  Blocked,
  type Capability,
  type CheckContext,
  type Created,
  checks,
  type Duration,
  type Exchange,
  field,
  type RequirementId,
} from '../../lib/interface/index.ts';
import { attempt, expectSame } from '../support/attempts.ts';

// A buyer's page was open since before the end: whichever payment method is then tried, an ended resource stays unchanged.

interface Over {
  readonly what: string;
  readonly id: RequirementId;
  readonly kind: 'checkout' | 'escrow';
  readonly becomes: string;
  readonly needs: readonly Capability[];
  readonly waits?: Duration;
  ends(context: CheckContext, resource: Created): Promise<unknown>;
}

const DAY = 24 * 3_600;

/** A target may look for what has expired only every few minutes. */
const expires: Over['ends'] = ({ time }) => time.wait(DAY + 600, 'an unpaid checkout or escrow expires');

const paidElsewhere: readonly Pick<Over, 'becomes' | 'needs' | 'ends'>[] = [
  {
    becomes: 'disputed',
    needs: ['escrow-dispute'],
    ends: ({ merchant, buyer }, escrow) => buyer.disputes(merchant, escrow),
  },
  { becomes: 'released', needs: [], ends: ({ merchant }, { reference }) => merchant.api.releaseEscrow(reference) },
  { becomes: 'refunded', needs: [], ends: ({ merchant }, { reference }) => merchant.api.refundEscrow(reference, {}) },
];

const overs: readonly Over[] = [
  {
    what: 'a checkout whose payment has failed',
    id: 'page.failed-checkout',
    kind: 'checkout',
    becomes: 'failed',
    needs: ['payment-failure'],
    ends: ({ merchant, buyer }, checkout) => buyer.tries(merchant, checkout, 'failed'),
  },
  {
    what: 'a checkout that somebody else has paid',
    id: 'page.paid-once',
    kind: 'checkout',
    becomes: 'succeeded',
    needs: ['buyer'],
    ends: ({ merchant, buyer }, checkout) => buyer.tries(merchant, checkout, 'succeeded'),
  },
  {
    what: 'an escrow that was cancelled',
    id: 'page.escrow-over',
    kind: 'escrow',
    becomes: 'cancelled',
    needs: [],
    ends: ({ merchant }, { reference }) => merchant.api.cancelEscrow(reference),
  },
  {
    what: 'an escrow that has expired',
    id: 'page.escrow-over',
    kind: 'escrow',
    becomes: 'expired',
    needs: [],
    waits: '24h',
    ends: expires,
  },
  ...paidElsewhere.map(
    ({ becomes, needs, ends }): Over => ({
      what: `an escrow that somebody else has paid and that is ${becomes}`,
      id: 'page.escrow-over',
      kind: 'escrow',
      becomes,
      needs: ['escrow-buyer', ...needs],
      async ends(context, escrow) {
        await context.buyer.funds(context.merchant, escrow);
        await ends(context, escrow);
      },
    }),
  ),
];

const rows = overs.flatMap((over) =>
  (over.kind === 'escrow' ? (['Pay'] as const) : (['bank transfer', 'card'] as const)).map((by) => ({ ...over, by })),
);

checks(
  ({ id }) => id,
  rows,
  ({ what, by }) => `${what} is not paid on a page that was open before, by ${by}`,
  async (context, { kind, becomes, by, ends }) => {
    const { merchant, buyer, time } = context;
    const resource = await merchant[kind]();
    const before = await buyer.atPage(resource, async (page): Promise<Exchange> => {
      if (by === 'bank transfer') await page.shows('transfer');
      else await page.fills();
      await ends(context, resource);
      const over = await merchant.becomes(resource, becomes, 600);
      if (field(over.json, 'status') !== becomes) throw new Blocked(`the ${kind} should be ${becomes} by now`);
      // A missing page, or one without a way to pay, also refuses.
      await attempt(page.pays({}, { stays: true, by: by === 'bank transfer' ? 'transfer' : 'card' }));
      return over;
    });
    await time.wait(30, 'a payment on the page, which must not be, is made');

    const fields = kind === 'escrow' ? ['status'] : ['status', 'failureReason', 'paidAt'];
    expectSame(await merchant.get(resource), before, fields);
  },
  ({ needs, waits }) => ({ needs: ['browser', ...needs], ...(waits !== undefined && { waits }), drawn: 3 }),
);
