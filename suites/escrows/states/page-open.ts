import {
  type Capability,
  type CheckContext,
  type Created,
  checks,
  type Exchange,
  expect,
  type RequirementId,
} from '../../../lib/interface/index.ts';
import { attempt } from '../../support/attempts.ts';
import { tries } from '../support.ts';

// Whoever looks at the page of an escrow has neither paid nor reported anything: what may be done with it may be done while the page is open.

interface Deed {
  readonly deed: string;
  readonly id: RequirementId;
  readonly needs: readonly Capability[];
  readonly unpaid?: true;
  readonly becomes: string;
  /** Returns the answer to the merchant; null if the buyer does it. */
  act(context: CheckContext, escrow: Created): Promise<Exchange | null>;
}

const deeds: readonly Deed[] = [
  {
    deed: 'the merchant cancels it',
    id: 'escrow.cancelled',
    needs: [],
    unpaid: true,
    becomes: 'cancelled',
    act: ({ merchant }, { reference }) => merchant.api.cancelEscrow(reference),
  },
  {
    deed: 'the merchant releases it',
    id: 'escrow.released',
    needs: [],
    becomes: 'released',
    act: ({ merchant }, { reference }) => merchant.api.releaseEscrow(reference),
  },
  {
    deed: 'the merchant refunds it',
    id: 'escrow.refunded',
    needs: [],
    becomes: 'refunded',
    act: ({ merchant }, { reference }) => merchant.api.refundEscrow(reference, {}),
  },
  {
    deed: 'the buyer releases it',
    id: 'escrow.released-by-buyer',
    needs: ['escrow-buyer-release'],
    becomes: 'released',
    act: (context, escrow) => byBuyer(context, context.buyer.releases(context.merchant, escrow)),
  },
  {
    deed: 'the buyer asks for a refund',
    id: 'escrow.disputed',
    needs: ['escrow-dispute'],
    becomes: 'disputed',
    act: (context, escrow) => byBuyer(context, context.buyer.disputes(context.merchant, escrow)),
  },
];

checks(
  ({ id }) => id,
  deeds,
  ({ deed, becomes }) => `its page was looked at and is open again when ${deed}: it is ${becomes}`,
  async (context, { unpaid = false, becomes, act }) => {
    const { merchant, buyer } = context;
    const escrow = unpaid ? await merchant.escrow() : await buyer.funded(merchant);
    // What the page of a paid escrow shows, or whether there is one, is not stated.
    const looks = (stay: Parameters<typeof buyer.atPage<void>>[1]) => {
      const visit = buyer.atPage(escrow, stay);
      return unpaid ? visit : attempt(visit);
    };
    await looks(async () => {});
    let answer: Exchange | null | undefined;
    await looks(async (page) => {
      if (unpaid) await attempt(page.fills());
      answer = await act(context, escrow);
    });
    answer ??= await act(context, escrow);

    if (answer !== null) expect(answer).toHaveStatus(200);
    expect(await merchant.becomes(escrow, becomes, 60)).toHaveField('status', becomes);
  },
  ({ needs, unpaid }) => ({ needs: ['browser', ...(unpaid ? [] : (['escrow-buyer'] as const)), ...needs], drawn: 2 }),
);

async function byBuyer(context: CheckContext, deed: Promise<unknown>): Promise<null> {
  await tries(context, deed);
  return null;
}
