import { checks, expect, NotExercised, of } from '../../../lib/interface/index.ts';
import { optionsOf, storyOf } from '../../escrows/money/sum-lives.ts';
import { sums, title } from '../../escrows/money/sum-rows.ts';
import { lifeOf } from '../../escrows/states/standing/lives.ts';
import { named, type State, states } from '../../escrows/states/standing/states.ts';

// What the events of an escrow's end tell: of each sum, and after much was refused.

checks(
  'webhook.escrow-released-amount',
  sums.filter((sum) => sum.back === undefined && sum.by !== 'the merchant'),
  (sum) => `${title(sum)}: amountMinor before the fee`,
  async (context, sum) => {
    const { merchant, escrow } = await storyOf(context, sum);
    const event = await merchant.webhooks.given('escrow.released', escrow.reference);

    expect(of(event, 'amountMinor')).toBe(sum.amount);
  },
  (sum) => ({ needs: [...optionsOf(sum).needs, sum.live ? 'live-webhooks' : 'webhooks'] }),
);

checks(
  ({ status }) => (status === 'disputed' ? 'webhook.escrow-refunded' : 'webhook.escrow-released'),
  states.map((state: State) => ({
    ...state,
    state,
    needs: [...state.needs, state.live ? ('live-webhooks' as const) : ('webhooks' as const)],
  })),
  ({ state, end }) => `${named(state)}: after all that was refused it becomes ${end.status}, which its event tells`,
  async (context, { state, status }) => {
    const { merchant, escrow, end } = await lifeOf(context, state);
    if (end instanceof Error) throw end;
    if (merchant.access.webhookSecret === null) throw new NotExercised('the merchant has no webhook secret');

    await merchant.webhooks.arrives(status === 'disputed' ? 'escrow.refunded' : 'escrow.released', escrow.reference);
  },
  ({ needs }) => ({ needs }),
);
