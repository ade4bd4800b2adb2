import { checks, expect, header } from '../../lib/interface/index.ts';
import { replays } from '../idempotency/replays/replays-made.ts';

checks(
  'error.json-content-type',
  replays,
  ({ words }) => `${words}, says each time that it is JSON`,
  async (context, { played }) => {
    const { first, again } = await played(context);

    for (const [state, answer] of Object.entries({ 'the first answer': first, ...again })) {
      expect(header(answer, 'content-type'), state).toMatch(/^application\/([\w.-]+\+)?json\s*(;|$)/i);
    }
  },
  ({ kind, needs = [] }) => ({ needs: kind === 'refund' ? ['buyer', ...needs] : needs, drawn: 1 }),
);
