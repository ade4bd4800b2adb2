import { type Created, check, expect } from '../../lib/interface/index.ts';
import { attempt } from '../support/attempts.ts';
import { atOnce, quiet, reads, refusedOf, rested, sound, unpaced } from './support.ts';

// The limit applies to requests with an API key. Buyers, wallet owners and console users have none, so their requests do not count.

/** How often each action is done: if a counter has forgotten some of them when the key's own requests come, it still has others. */
const OFTEN = 8;

check(
  'rate-limit.per-key',
  'none of 120 requests is refused after buyers have opened pages, a page more than once',
  async (context) => {
    const { merchant, buyer } = context;
    const [checkout, escrow] = [await merchant.checkout(), await merchant.escrow()];
    await quiet(context);
    for (let turn = 0; turn < OFTEN; turn++) await buyer.atPage(turn % 4 === 3 ? escrow : checkout, async () => {});
    const own = sound(await atOnce(context, 'after pages were opened', reads(unpaced(merchant), 120)));
    await rested(context);

    expect(refusedOf(own.answers), 'refused of 120 with a key that has been quiet').toBeEmpty();
  },
  { runs: 'alone', needs: ['browser'], waits: '4m' },
);

check(
  'rate-limit.per-key',
  'none of 120 requests is refused after buyers have paid, disputed and released, and the console was looked at',
  async (context) => {
    const { merchant, buyer, console } = context;
    const made: { checkout: Created; escrow: Created }[] = [];
    for (let turn = 0; turn < OFTEN; turn++)
      made.push({ checkout: await merchant.checkout(), escrow: await merchant.escrow() });
    await quiet(context);
    // Only actions: reading their result would use the key.
    for (const { checkout, escrow } of made) {
      await attempt(buyer.tries(merchant, checkout, 'succeeded'));
      await attempt(buyer.paysEscrow(merchant, escrow));
      await attempt(buyer.releases(merchant, escrow));
      await attempt(console.deliveries(merchant));
    }
    const own = sound(await atOnce(context, 'after what people did', reads(unpaced(merchant), 120)));
    await rested(context);

    expect(refusedOf(own.answers), 'refused of 120 with a key that has been quiet').toBeEmpty();
  },
  { runs: 'alone', needs: ['buyer', 'escrow-buyer'], waits: '4m' },
);
