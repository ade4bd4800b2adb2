import { type CheckContext, type Created, created } from '../../../lib/interface/index.ts';
import { attempt } from '../../support/attempts.ts';
import { type Disturbance, settingsSaved, timersTable } from '../../support/states/timers.ts';

// Both timers of an escrow, for payment and for release, with refused and repeated requests meanwhile.

const HOUR = 3_600;

interface Subject {
  readonly escrow: Created;
  readonly again: () => Promise<unknown>;
}

async function begin({ merchant, data }: CheckContext): Promise<Subject> {
  const idempotencyKey = data.reference('key');
  const reference = data.reference('esc');
  const again = () => merchant.createEscrow({ reference, autoReleaseHours: 24 }, { idempotencyKey });
  return { escrow: created('escrow', await again()), again };
}

/** Another funded escrow with the same seller and buyer. */
async function another({ merchant, buyer }: CheckContext, { escrow: { exchange } }: Subject): Promise<Created> {
  const { seller } = JSON.parse(exchange.sent.body ?? '{}') as { seller: { walletId: string } };
  return await buyer.funded(merchant, { seller, autoReleaseHours: 720 });
}

const anyTime: readonly Disturbance<Subject>[] = [
  { what: 'the same is asked for under its key', act: (_, { again }) => again() },
  {
    what: 'another with its reference is asked for',
    act: ({ merchant }, { escrow }) => merchant.createEscrow({ reference: escrow.reference, autoReleaseHours: 720 }),
  },
  { what: 'the record is read', act: ({ merchant }, { escrow }) => merchant.get(escrow) },
  {
    what: 'a malformed refund is asked for',
    act: ({ merchant }, { escrow }) => merchant.api.refundEscrow(escrow.reference, { amount: 'a part' }),
  },
  {
    what: 'another merchant tries to end it',
    needs: ['other-merchant'],
    async act({ other }, { escrow: { reference } }) {
      await other.api.getEscrow(reference);
      await other.api.releaseEscrow(reference);
      await other.api.refundEscrow(reference, {});
      await other.api.cancelEscrow(reference);
    },
  },
  ...settingsSaved,
];

timersTable<Subject>(
  'escrow.timers-run-on',
  {
    of: 'an unpaid escrow',
    needs: [],
    waits: '25h',
    begin,
    alsoInLive: true,
    look: ({ merchant }, { escrow }) => merchant.get(escrow),
    from: 'pending_payment',
    to: 'expired',
    moments: [HOUR, 12 * HOUR, 23.5 * HOUR],
    before: 24 * HOUR - 300,
    end: 24 * HOUR,
  },
  [
    {
      what: 'a release is asked for',
      act: ({ merchant }, { escrow }) => merchant.api.releaseEscrow(escrow.reference),
    },
    {
      what: 'the buyer releases',
      needs: ['escrow-buyer-release'],
      act: ({ merchant, buyer }, { escrow }) => buyer.releases(merchant, escrow),
    },
    {
      what: 'the buyer asks for the money back',
      needs: ['escrow-dispute'],
      act: ({ merchant, buyer }, { escrow }) => buyer.disputes(merchant, escrow),
    },
    {
      what: 'its page is opened, filled in and left',
      needs: ['browser'],
      act: ({ buyer }, { escrow }) => buyer.atPage(escrow, (page) => attempt(page.fills())),
    },
    ...anyTime,
  ],
);

timersTable<Subject>(
  'escrow.timers-run-on',
  {
    of: 'a paid escrow',
    needs: ['escrow-buyer'],
    waits: '25h',
    async begin(context) {
      const subject = await begin(context);
      await context.buyer.funds(context.merchant, subject.escrow);
      return subject;
    },
    look: ({ merchant }, { escrow }) => merchant.get(escrow),
    from: 'funded',
    to: 'released',
    moments: [HOUR, 12 * HOUR, 23.5 * HOUR],
    before: 24 * HOUR - 300,
    end: 24 * HOUR,
  },
  [
    {
      what: 'a cancellation is asked for',
      act: ({ merchant }, { escrow }) => merchant.api.cancelEscrow(escrow.reference),
    },
    {
      what: 'the money of another escrow of its seller is asked back',
      needs: ['escrow-dispute'],
      act: async (context, subject) => context.buyer.disputes(context.merchant, await another(context, subject)),
    },
    {
      what: 'another escrow of its seller is refunded',
      act: async (context, subject) =>
        context.merchant.api.refundEscrow((await another(context, subject)).reference, {}),
    },
    {
      what: 'its page is opened and left',
      needs: ['browser'],
      alsoInLive: true,
      act: ({ buyer }, { escrow }) => buyer.atPage(escrow, async () => {}),
    },
    { what: 'the buyer pays again', act: ({ merchant, buyer }, { escrow }) => buyer.paysEscrow(merchant, escrow) },
    ...anyTime,
  ],
);
