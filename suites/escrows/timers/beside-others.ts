import {
  type Capability,
  type CheckContext,
  type Created,
  checks,
  type Exchange,
  expect,
  type Merchant,
  shared,
} from '../../../lib/interface/index.ts';
import { DAY } from '../../support/attempts.ts';
import { reached } from '../support.ts';

// Escrows of one seller and one buyer: the time of each is its own, whatever becomes of others before or after it is made.

type Terms = Readonly<Record<string, unknown>>;

interface Others {
  readonly what: string;
  readonly needs: readonly Capability[];
  readonly alsoInLive?: true;
  /** What becomes of others on these terms. */
  happens(context: CheckContext, terms: Terms): Promise<unknown>;
}

async function isDisputed({ buyer }: CheckContext, merchant: Merchant, terms: Terms): Promise<void> {
  const escrow = await buyer.funded(merchant, terms);
  await buyer.disputes(merchant, escrow);
  await reached(merchant, escrow, 'disputed');
}

const others: readonly Others[] = [
  {
    what: "another's money is asked back",
    needs: ['escrow-dispute'],
    alsoInLive: true,
    happens: (context, terms) => isDisputed(context, context.merchant, terms),
  },
  {
    what: 'others are cancelled, released, and refunded in full and in part',
    needs: [],
    async happens({ merchant, buyer }, terms) {
      await merchant.api.cancelEscrow((await merchant.escrow(terms)).reference);
      await merchant.api.releaseEscrow((await buyer.funded(merchant, terms)).reference);
      await merchant.api.refundEscrow((await buyer.funded(merchant, terms)).reference, {});
      await merchant.api.refundEscrow((await buyer.funded(merchant, terms)).reference, { amount: 5_003 });
    },
  },
  {
    what: "the money of another merchant's is asked back",
    needs: ['escrow-dispute', 'other-merchant'],
    happens: (context, terms) => isDisputed(context, context.other, terms),
  },
];

const EARLY = 300;

/** Which of them, the status shortly before its time is over, and that afterwards. */
const whiches = [
  { which: 'paid', id: 'escrow.releases-after-its-hours', was: 'funded', becomes: 'released' },
  { which: 'unpaid', id: 'escrow.expires', was: 'pending_payment', becomes: 'expired' },
] as const;

async function lived(context: CheckContext, { happens }: Others) {
  const { merchant, buyer, time } = context;
  const first = await merchant.escrow({ autoReleaseHours: 24 });
  const { reference: _, ...terms } = JSON.parse(first.exchange.sent.body ?? '{}') as Record<string, unknown>;
  const pair = async (unpaid: Created) => ({ unpaid, paid: await buyer.funded(merchant, terms) });
  const before = await pair(first);
  await happens(context, terms);
  const pairs = { before, after: await pair(await merchant.escrow(terms)) };
  const each = async (look: (escrow: Created, becomes: string) => Promise<Exchange>) => {
    const seen = [];
    for (const { which, becomes } of whiches) {
      for (const [made, those] of Object.entries(pairs))
        seen.push({ which, made, record: await look(those[which], becomes) });
    }
    return seen;
  };
  await time.wait(DAY - EARLY, 'an escrow is released or expires');
  const shortlyBefore = await each((escrow) => merchant.get(escrow));
  await time.wait(EARLY, 'an escrow is released or expires');
  return { shortlyBefore, atLast: await each((escrow, becomes) => merchant.becomes(escrow, becomes, 600)) };
}

const rows = others.flatMap((row) => {
  const life = shared(
    `escrows of one seller, before and after ${row.what}`,
    ['escrow-buyer', ...row.needs],
    (context) => lived(context, row),
  );
  return whiches.map((which) => ({ ...row, ...which, life }));
});

checks(
  ({ id }) => id,
  rows,
  ({ which, what, becomes }) =>
    `${which} ones of one seller, of which ${what}: each is ${becomes} when its time is over`,
  async (context, { life, which: one, was, becomes }) => {
    const { shortlyBefore, atLast } = await life(context);
    for (const { which, made, record } of shortlyBefore)
      if (which === one) expect(record, `one made ${made}, shortly before its time is over`).toHaveField('status', was);
    for (const { which, made, record } of atLast)
      if (which === one) expect(record, `one made ${made}, when its time is over`).toHaveField('status', becomes);
  },
  ({ needs, alsoInLive = false }) => ({
    needs: ['escrow-buyer', ...needs],
    waits: '25h',
    drawn: 2,
    alsoInLive,
  }),
);
