import { checks, expect } from '../../lib/interface/index.ts';
import { tried } from '../refunds/refusals/refused-made.ts';
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
