import { check, checks, expect } from '../../lib/interface/index.ts';
import { tried } from '../refunds/refusals/refused-made.ts';
import { reusedReferences } from '../refunds/states/lives.ts';
import { refused } from '../support/requests/refusals.ts';

checks(
  'error.refused-moves-no-money',
  tried,
  ({ what }) => `refused for ${what}, all that was paid can be refunded`,
  async (context, { later }) => {
    const { answer, all } = await later(context);
    refused(answer);

    for (const each of all) expect(each).toHaveStatus(201);
  },
  ({ needs }) => ({ needs, waits: '1h' }),
);

check(
  'error.refused-leaves-first',
  'a checkout that is refunded as a whole, and then one of another amount: no kobo more is refunded of the first',
  async (context) => {
    const { duplicate, beyondLater } = await reusedReferences(context);
    refused(duplicate);

    expect(beyondLater).toBeRefusedWith(422, 'refund_exceeds_paid');
  },
  { needs: ['buyer'] },
);
