import {
  type Created,
  checks,
  type EventKind,
  type Exchange,
  expect,
  field,
  of,
} from '../../../lib/interface/index.ts';
import { refundedLives } from '../../checkouts/records/refunded-lives.ts';
import { payoutsInTurn } from '../../payouts/states/in-turn.ts';

// The record shows what the event reported from then on, even while other events of the checkout or merchant occur.

interface Told {
  readonly resource: Created;
  readonly ended: Exchange;
  readonly later: readonly Exchange[];
}

const rows = [
  ...refundedLives.map(({ what, life }) => ({
    what: `the refunds of a checkout ${what}`,
    needs: ['buyer'] as const,
    seen: async (...[context]: Parameters<typeof life>) => {
      const { merchant, refunds } = await life(context);
      return { merchant, all: refunds.map(({ refund, ...rest }): Told => ({ ...rest, resource: refund })) };
    },
  })),
  {
    what: 'payouts one after another',
    needs: [] as const,
    seen: async (...[context]: Parameters<typeof payoutsInTurn>) => {
      const { merchant, payouts } = await payoutsInTurn(context);
      return { merchant, all: payouts.map(({ payout, ...rest }): Told => ({ ...rest, resource: payout })) };
    },
  },
];

checks(
  'webhook.get-agrees',
  rows,
  ({ what }) => `${what}: each says what its event said, also while others are under way`,
  async (context, { seen }) => {
    const { merchant, all } = await seen(context);
    for (const { resource, ended, later } of all) {
      const status = String(field(ended.json, 'status'));
      await merchant.webhooks.given(`${resource.kind}.${status}` as EventKind, resource.reference);
      for (const record of later) expect(of(record, 'status'), resource.reference).toBe(status);
    }
  },
  ({ needs }) => ({ needs: ['webhooks', ...needs], drawn: 1 }),
);
