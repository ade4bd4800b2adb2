import {
  Blocked,
  type Capability,
  type CheckContext,
  checks,
  type Exchange,
  expect,
  header,
  NotExercised,
  type RequirementId,
  shared,
  summary,
} from '../../../lib/interface/index.ts';
import { withBalance } from '../../environments/support.ts';
import { expectSameAnswer, type Repeatable, repeatableEscrow, repeatablePayout, repeatableRefund } from '../support.ts';

// "Same key and same body: the original response is replayed", even if a new request would be refused because the balance, refundable amount
// or wallet link that it needs is used up or revoked.

interface Answers {
  readonly first: Exchange;
  readonly again: Exchange;
}

interface Row {
  readonly id: RequirementId;
  readonly what: string;
  readonly needs: readonly Capability[];
  send(context: CheckContext): Promise<Answers>;
}

const LARGEST = 2_000_000_000;

const live = ['live', 'live-buyer'] as const;
const linked = ['wallets', 'linked-wallets-setting'] as const;

/** Sends the request twice with one key, and runs `gone` in between. */
async function sentTwice(send: Repeatable, gone: () => Promise<unknown> = async () => {}): Promise<Answers> {
  const first = await send();
  if (first.status !== 201) throw new Blocked(`the first should have been accepted: ${summary(first)}`);
  await gone();
  return { first, again: await send() };
}

/** A live payout that exceeds what is left of the balance when it is repeated. `other`: the amount of a second payout before that. In kobo. */
function livePayout(what: string, amountOf: (available: number) => number, other?: (available: number) => number): Row {
  return {
    id: 'idempotency.payout-replay',
    what: `a live payout ${what}`,
    needs: live,
    async send(context) {
      const seen: Answers[] = [];
      await withBalance(context, [40_013], async (_payment, whole) => {
        // The balance of a standing merchant may exceed the maximum of a payout.
        const available = Math.min(whole, LARGEST);
        const send = repeatablePayout({ merchant: context.live, data: context.data }, { amount: amountOf(available) });
        const rest = other === undefined ? [] : [other(available)];
        const gone = async () => {
          for (const amount of rest) {
            const { status } = await context.live.createPayout({ amount });
            if (status !== 201) throw new NotExercised('the rest of the live balance was not paid out');
          }
        };
        seen.push(await sentTwice(send, gone));
      });
      const [only] = seen;
      if (only === undefined) throw new Blocked('suite fault: nothing was sent');
      return only;
    },
  };
}

/** An escrow for a linked wallet, while linked wallets are required. `gone` ends the link before the request is repeated. */
function linkedEscrow(what: string, needs: readonly Capability[], gone: (linked: Linked) => Promise<unknown>): Row {
  return {
    id: 'idempotency.escrow-replay',
    what: `an escrow for a linked wallet, ${what}`,
    needs: [...linked, ...needs],
    async send(context) {
      const { merchant, console, wallets } = context;
      const wallet = await wallets.make();
      const link = await wallets.approvedLink(merchant, wallet);
      await console.change(merchant, { requireLinkedWallets: true });
      const send = repeatableEscrow(context, { seller: { walletId: wallet.walletId } });
      return await sentTwice(send, () => gone({ context, link }));
    },
  };
}

interface Linked {
  readonly context: CheckContext;
  readonly link: Awaited<ReturnType<CheckContext['wallets']['link']>>;
}

const rows: readonly Row[] = [
  livePayout('of all that is available', (available) => available),
  livePayout('of more than half of what is available', (available) => available - 15_000),
  livePayout(
    'of 10,001, after which all the rest is paid out',
    () => 10_001,
    (available) => available - 10_001,
  ),
  linkedEscrow('which its merchant then unlinks', [], async ({ context, link }) => {
    const answer = await context.merchant.api.deleteWalletLink(link.linkId);
    if (answer.status >= 300) throw new Blocked(`the link should have been deleted; got ${summary(answer)}`);
  }),
  linkedEscrow('which its owner then unlinks', ['wallet-owner'], ({ context, link }) =>
    context.wallets.owner(context.merchant, link, 'unlink'),
  ),
  {
    id: 'idempotency.refund-replay',
    what: 'a refund of all that was paid',
    needs: ['buyer'],
    async send(context) {
      const payment = await context.buyer.paid(context.merchant, { amount: 7_007 });
      return await sentTwice(repeatableRefund(context, payment, { amount: 7_007 }));
    },
  },
  {
    id: 'idempotency.refund-replay',
    what: 'a refund of a part, after which another refund takes the rest',
    needs: ['buyer'],
    async send(context) {
      const payment = await context.buyer.paid(context.merchant, { amount: 7_007 });
      const send = repeatableRefund(context, payment, { amount: 1_001 });
      return await sentTwice(send, () => context.merchant.refund(payment, { amount: 6_006 }));
    },
  },
];

const made = rows.map((row) => ({
  ...row,
  sent: shared(`sent again when what it needs is gone: ${row.what}`, row.needs, row.send),
}));

checks(
  ({ id }) => id,
  made,
  ({ what }) => `${what}: sent again it is answered as at first`,
  async (context, { sent }) => {
    const { first, again } = await sent(context);

    expectSameAnswer(again, first);
  },
  ({ needs }) => ({ needs, drawn: 1.5 }),
);

checks(
  'idempotency.replay-is-marked',
  made,
  ({ what }) => `${what}: sent again it is marked`,
  async (context, { sent }) => {
    const { first, again } = await sent(context);
    // Whether it is replayed at all is another requirement.
    if (again.status !== first.status) throw new NotExercised(`it is not replayed: ${summary(again)}`);

    expect(header(again, 'idempotent-replayed')).toBe('true');
  },
  ({ needs }) => ({ needs, drawn: 1.5 }),
);
