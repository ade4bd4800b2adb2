import {
  type Capability,
  type CheckContext,
  type Created,
  checks,
  type Duration,
  type Exchange,
  expect,
  type RequirementId,
} from '../../../lib/interface/index.ts';
import { attempt, DAY, HOUR } from '../../support/attempts.ts';
import { tries } from '../support.ts';

// Opening the page of an escrow changes nothing: merchant, buyer and time act on the escrow as if the page were closed.

interface Deed {
  readonly deed: string;
  readonly id: RequirementId;
  readonly needs: readonly Capability[];
  readonly waits?: Duration;
  readonly unpaid?: true;
  readonly becomes: string;
  /** Seconds that have passed before its page is opened. */
  readonly after?: number;
  /** Returns the answer to the merchant; null if the buyer does it, or time. */
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
  {
    deed: 'its day is over',
    id: 'escrow.expires',
    needs: [],
    waits: '25h',
    unpaid: true,
    becomes: 'expired',
    act: (context) => byTime(context, DAY),
  },
  {
    deed: 'the last minute of its day is over',
    id: 'escrow.expires',
    needs: [],
    waits: '25h',
    unpaid: true,
    becomes: 'expired',
    after: DAY - 60,
    act: (context) => byTime(context, 60),
  },
  {
    deed: 'the last minute of its hour is over',
    id: 'escrow.releases-by-itself',
    needs: [],
    waits: '1h',
    becomes: 'released',
    after: HOUR - 60,
    act: (context) => byTime(context, 60),
  },
  {
    deed: 'its hour is over',
    id: 'escrow.releases-by-itself',
    needs: [],
    waits: '1h',
    becomes: 'released',
    act: (context) => byTime(context, HOUR),
  },
];

checks(
  ({ id }) => id,
  deeds,
  ({ deed, becomes }) => `its page was looked at and is open again when ${deed}: it is ${becomes}`,
  async (context, { unpaid = false, becomes, after = 0, act }) => {
    const { merchant, buyer, time } = context;
    const escrow = unpaid ? await merchant.escrow() : await buyer.funded(merchant, { autoReleaseHours: 1 });
    if (after > 0) await time.wait(after, 'an escrow is about to end');
    // What the page of a paid escrow shows, or whether there is one, is not stated.
    const looks = (stay: Parameters<typeof buyer.atPage<void>>[1]) => {
      const visit = buyer.atPage(escrow, stay);
      return unpaid ? visit : attempt(visit);
    };
    await looks(async () => {});
    const answers: (Exchange | null)[] = [];
    await looks(async (page) => {
      if (unpaid) await attempt(page.fills());
      answers.push(await act(context, escrow));
    });
    const [answer] = answers.length > 0 ? answers : [await act(context, escrow)];

    if (answer) expect(answer).toHaveStatus(200);
    expect(await merchant.becomes(escrow, becomes, 600)).toHaveField('status', becomes);
  },
  ({ needs, waits, unpaid, becomes }) => ({
    needs: ['browser', ...(unpaid ? [] : (['escrow-buyer'] as const)), ...needs],
    ...(waits !== undefined && { waits }),
    alsoInLive: becomes === 'cancelled',
    drawn: 2,
  }),
);

async function byTime({ time }: CheckContext, seconds: number): Promise<null> {
  await time.wait(seconds, 'an escrow ends while its page is open');
  return null;
}

async function byBuyer(context: CheckContext, deed: Promise<unknown>): Promise<null> {
  await tries(context, deed);
  return null;
}
