import { checks, derivation, differentOf, expect, shared } from '../../../../lib/interface/index.ts';
import { LONG, MINUTE } from '../../retries/timing.ts';
import { EVENT, sent } from '../../support.ts';
import { about, firstEntry } from '../entries.ts';

// "A Resend action sends an event again as a new delivery": it is abandoned by itself, and the acknowledged delivery stays as it is.

/** The console's entries after a delivery was acknowledged and then resent `times` times without acknowledgement. */
const inVain = [1, 2].map((times) => ({
  times,
  run: shared(
    `acknowledged, and resent ${times} times in vain`,
    ['webhooks', 'deliveries', 'resend', 'clock'],
    async (context) => {
      const event = await sent(context);
      const { id } = await firstEntry(context, event);
      await context.time.wait(60, 'duplicates come');
      event.answer(500);
      for (let turn = 0; turn < times; turn++) {
        await context.console.resend(event.merchant, id);
        await context.time.wait(10 * MINUTE, 'what was resent fails');
      }
      await context.time.wait(LONG, 'what was resent is given up');
      return { id, entries: about(await context.console.deliveries(event.merchant), event.reference, EVENT) };
    },
  ),
}));

type Entry = { id: string; state: string };
const itself = derivation('the entry', (entries: readonly Entry[], id: string) =>
  entries.filter((each) => each.id === id),
);
const others = derivation('the entries beside', (entries: readonly Entry[], id: string) =>
  entries.filter((each) => each.id !== id),
);

checks(
  'delivery.not-abandoned',
  inVain,
  ({ times }) => `acknowledged, and then resent in vain, ${times} times`,
  async (context, { run }) => {
    const { entries, id } = await run(context);

    expect(itself(entries, id), 'the entry of the delivery before').toHaveLength(1);
    expect(differentOf(itself(entries, id), 'state')).not.toContain('abandoned');
  },
  { needs: ['resend', 'clock'] },
);

checks(
  'delivery.abandoned',
  inVain,
  ({ times }) => `resent in vain ${times} times, where the delivery before was acknowledged`,
  async (context, { run }) => {
    const { entries, id } = await run(context);

    expect(differentOf(others(entries, id), 'state')).toEqual(['abandoned']);
  },
  { needs: ['resend', 'clock'] },
);
