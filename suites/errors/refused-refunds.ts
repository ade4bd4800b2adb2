import { checks, expect } from '../../lib/interface/index.ts';
import { tried } from '../refunds/requests/refused-made.ts';
import { refused } from '../support/requests/refusals.ts';

checks(
  'error.refused-moves-no-money',
  tried,
  ({ what }) => `refused for ${what}, its reference is free for a refund of all that was paid`,
  async (context, { later }) => {
    const { answer, reuse } = await later(context);
    refused(answer);

    expect(reuse).toHaveStatus(201);
  },
  ({ needs }) => ({ needs, waits: '1h' }),
);
