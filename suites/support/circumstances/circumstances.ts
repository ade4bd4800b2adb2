import type { Capability, CheckContext, Duration } from '../../../lib/interface/index.ts';
import { quiet, reads, unpaced } from '../../rate-limit/support.ts';
import { attempt, DAY, HOUR } from '../attempts.ts';
import { calendar, days, waitUntilBefore } from '../calendar/calendar.ts';

/** What lies behind a merchant, or waits beside what it does. */
export interface Circumstance {
  readonly what: string;
  readonly needs: readonly Capability[];
  readonly waits?: Duration;
  /** Its events go to another address or to none, or are signed with another secret. */
  readonly toldElsewhere?: true;
  come(context: CheckContext): Promise<unknown>;
}

const MANY = 12;
const [DAYS_TO_GIVE_UP, A_WEEK, MORE_THAN_A_YEAR] = [40 * HOUR, 7 * DAY, 400 * DAY];
const times = async (count: number, what: (turn: number) => Promise<unknown>) => {
  for (let turn = 0; turn < count; turn++) await what(turn);
};

/** What is begun a minute before ends after it. */
const moments = [...days, ...calendar.filter(({ what }) => /^the end of a/.test(what))].map(
  (moment): Circumstance => ({
    what: `it was nearly ${moment.what}`,
    needs: ['clock'],
    waits: moment.waits,
    come: (context) => waitUntilBefore(context, moment, 60),
  }),
);

/** Each may be impossible at a target, or refused; what it leads to is looked at all the same. */
export const circumstances: readonly Circumstance[] = [
  {
    what: 'its webhook secret was rotated',
    needs: ['rotate-secret'],
    toldElsewhere: true,
    come: ({ console, merchant }) => console.rotateWebhookSecret(merchant),
  },
  {
    what: 'its webhook address was changed',
    needs: ['webhook-url', 'webhooks'],
    toldElsewhere: true,
    come: ({ console, merchant, capture }) => console.change(merchant, { webhookUrl: capture.hook().url }),
  },
  {
    what: 'its webhook address was cleared',
    needs: ['webhook-url'],
    toldElsewhere: true,
    come: ({ console, merchant }) => console.change(merchant, { webhookUrl: null }),
  },
  {
    what: 'one of its events was resent',
    needs: ['webhooks', 'deliveries', 'resend'],
    async come({ console, merchant }) {
      const { reference } = await merchant.payout();
      await merchant.webhooks.given('payout.succeeded', reference);
      await console.resendEvent(merchant, 'payout.succeeded', reference);
    },
  },
  {
    what: 'its receiver answers nothing but errors',
    needs: ['webhooks'],
    come: async ({ capture, merchant }) => capture.script({ path: merchant.webhooks.path }, [500]),
  },
  {
    what: 'one of its events was given up',
    needs: ['webhooks', 'clock'],
    waits: '65h',
    async come({ merchant, data, time }) {
      const reference = data.reference('given-up');
      merchant.webhooks.answer({ event: 'payout.succeeded', reference }, [500]);
      await merchant.payout({ reference });
      await time.wait(DAYS_TO_GIVE_UP, 'nobody retries any more');
    },
  },
  {
    what: 'it asked for nothing in a week',
    needs: ['clock'],
    waits: '193h',
    come: ({ time }) => time.wait(A_WEEK, 'a week passes'),
  },
  {
    what: 'it asked for nothing in more than a year',
    needs: ['clock'],
    waits: '9700h',
    come: ({ time }) => time.wait(MORE_THAN_A_YEAR, 'more than a year passes'),
  },
  {
    what: 'its key was refused for its rate, and has room again',
    needs: ['clock'],
    waits: '25h',
    async come(context) {
      await Promise.all(reads(unpaced(context.merchant), 135).map(attempt));
      await quiet(context);
    },
  },
  {
    what: 'a wallet took no more of its link requests',
    needs: ['wallets'],
    async come({ merchant, wallets }) {
      const wallet = await wallets.make();
      await times(6, () => wallets.createLink(merchant, wallet));
    },
  },
  {
    what: 'many of its requests were refused',
    needs: ['buyer'],
    async come({ merchant, buyer, data }) {
      const paid = await buyer.paid(merchant, { amount: 5_000 });
      await times(MANY, async () => {
        await merchant.api.getCheckout(data.reference('nobody'));
        await merchant.createCheckout({ amount: 0 });
        await merchant.createCheckout({ reference: paid.reference });
        await merchant.createRefund({ paymentReference: paid.reference, amount: 5_001 });
        await merchant.createRefund({ paymentReference: data.reference('nobody') });
        await merchant.createPayout({ amount: -1 });
      });
    },
  },
  {
    what: 'much of what it began has failed',
    needs: ['buyer', 'payment-failure'],
    async come({ merchant, buyer }) {
      const paid = await buyer.paid(merchant, { amount: 5_000 });
      await times(3, async () => {
        await merchant.settles(await merchant.refund(paid, { amount: 1_000, reason: 'sandbox_fail' }), 'failed');
        await merchant.settles(await merchant.payout({ recipient: { accountNumber: '0000000000' } }), 'failed');
        await buyer.fails(merchant, await merchant.checkout());
        await merchant.api.cancelEscrow((await merchant.escrow()).reference);
      });
    },
  },
  {
    what: 'many things of it wait',
    needs: ['wallets'],
    async come({ merchant, wallets }) {
      await times(MANY, async () => {
        await merchant.checkout();
        await merchant.escrow();
      });
      await times(4, async () => wallets.link(merchant, await wallets.make()));
    },
  },
  {
    what: 'an escrow of it is disputed',
    needs: ['escrow-buyer', 'escrow-dispute'],
    come: async ({ merchant, buyer }) => buyer.disputes(merchant, await buyer.funded(merchant)),
  },
  ...moments,
];
