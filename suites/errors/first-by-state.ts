import {
  type Capability,
  type CheckContext,
  checks,
  type Duration,
  type Exchange,
  expect,
} from '../../lib/interface/index.ts';
import { aftermaths, laters } from '../checkouts/states/lives.ts';
import { payoutLives } from '../payouts/states/lives.ts';
import { refundLives } from '../refunds/states/lives.ts';
import { expectSame } from '../support/attempts.ts';

// A create that is refused because of its reference leaves every field of the first object unchanged, in each state and a day after each
// end.

const SETTLES = ['id', 'reference', 'status', 'amount', 'currency', 'failureReason', 'createdAt'];

const FIELDS = {
  checkout: [...SETTLES, 'description', 'customer', 'metadata', 'refundedAmount', 'paidAt'],
  refund: [...SETTLES, 'paymentReference', 'reason'],
  payout: [...SETTLES, 'narration'],
} as const;

interface Refused {
  readonly before: Exchange;
  readonly refusal: Exchange;
  readonly after: Exchange;
}

interface Row {
  readonly what: string;
  readonly kind: keyof typeof FIELDS;
  readonly needs: readonly Capability[];
  readonly waits?: Duration;
  look(context: CheckContext): Promise<Refused>;
}

const checkouts = [
  { end: 'succeeded', needs: ['buyer'], takes: undefined },
  { end: 'failed', needs: ['payment-failure'], takes: undefined },
  { end: 'expired', needs: [], takes: '25h' },
] as const;

const settled = [
  { kind: 'refund', lives: refundLives, needs: ['buyer'] },
  { kind: 'payout', lives: payoutLives, needs: [] },
] as const;

const rows: readonly Row[] = [
  ...checkouts.flatMap(({ end, needs, takes }): Row[] => [
    {
      what: `a checkout that ${end}`,
      kind: 'checkout',
      needs,
      ...(takes && { waits: takes }),
      async look(context) {
        const { failedAgain, duplicate, afterDuplicate } = await aftermaths[end](context);
        return { before: failedAgain, refusal: duplicate, after: afterDuplicate };
      },
    },
    {
      what: `a checkout that ${end}, a day later`,
      kind: 'checkout',
      needs,
      waits: '49h',
      async look(context) {
        const { anHourLater, lateDuplicate, aDayLater } = await laters[end](context);
        return { before: anHourLater, refusal: lateDuplicate, after: aDayLater };
      },
    },
  ]),
  ...settled.flatMap(({ kind, lives, needs }) =>
    (['succeeded', 'failed'] as const).flatMap((end): Row[] => [
      {
        what: `a ${kind} that ${end}`,
        kind,
        needs,
        async look(context) {
          const { ended, duplicate, afterDuplicate } = await lives[end].again(context);
          return { before: ended, refusal: duplicate, after: afterDuplicate };
        },
      },
      {
        what: `a ${kind} that ${end}, a day later`,
        kind,
        needs,
        waits: '25h',
        async look(context) {
          const { anHourLater, lateDuplicate, aDayLater } = await lives[end].aged(context);
          return { before: anHourLater, refusal: lateDuplicate, after: aDayLater };
        },
      },
    ]),
  ),
];

checks(
  'error.refused-leaves-first',
  rows,
  ({ what }) => `${what} is as it was after another one under its reference, of other values, was refused`,
  async (context, { kind, look }) => {
    const { before, refusal, after } = await look(context);

    expect(refusal).toBeRefusedWith(409, 'duplicate_reference');
    expectSame(after, before, FIELDS[kind]);
  },
  ({ needs, waits }) => ({ needs, ...(waits !== undefined && { waits }), drawn: 1 }),
);
