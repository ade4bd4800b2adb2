import {
  Blocked,
  type CheckContext,
  checks,
  type Exchange,
  expect,
  header,
  shared,
} from '../../../lib/interface/index.ts';
import { otherSettings } from '../../support/console-settings.ts';
import {
  expectSameAnswer,
  isOriginal,
  type Repeatable,
  repeatableCheckout,
  repeatableEscrow,
  repeatablePayout,
  repeatableRefund,
} from '../support.ts';

// A replay is the original response: a setting changed later applies to later requests, not to those already answered.

const kinds = ['checkout', 'refund', 'payout', 'escrow'] as const;
type Kind = (typeof kinds)[number];

const creates: Readonly<Record<Kind, (context: CheckContext) => Promise<Repeatable>>> = {
  checkout: async (context) => repeatableCheckout(context),
  refund: async (context) => repeatableRefund(context, await context.buyer.paid(context.merchant)),
  payout: async (context) => repeatablePayout(context),
  escrow: async (context) => repeatableEscrow(context),
};

const settings = otherSettings.map(({ what, needs, change }) => ({
  what,
  needs: ['buyer', ...needs] as const,
  sent: shared(`creates sent again after ${what}`, ['buyer', ...needs], async (context) => {
    const sends: [Kind, Repeatable, Exchange][] = [];
    for (const kind of kinds) {
      const send = await creates[kind](context);
      sends.push([kind, send, await send()]);
    }
    await change(context);
    const answers = new Map<Kind, { first: Exchange; again: Exchange }>();
    for (const [kind, send, first] of sends) answers.set(kind, { first, again: await send() });
    return answers;
  }),
}));

checks(
  ({ kind }) => `idempotency.${kind}-replay` as const,
  settings.flatMap((setting) => kinds.map((kind) => ({ kind, ...setting }))),
  ({ kind, what }) => `a ${kind} create sent again after ${what} is answered as at first, and marked`,
  async (context, { kind, sent }) => {
    const { first, again } = (await sent(context)).get(kind) ?? {};
    if (first === undefined || again === undefined || !isOriginal(first)) throw new Blocked(`no ${kind} was created`);

    expectSameAnswer(again, first);
    expect(header(again, 'idempotent-replayed')).toBe('true');
  },
  ({ needs }) => ({ needs, drawn: 5 }),
);
