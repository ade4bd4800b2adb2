import { checks, expect, of, type RequirementId } from '../../../lib/interface/index.ts';
import { optionsOf, storyOf } from './sum-lives.ts';
import { released, type Sum, sums, title } from './sum-rows.ts';

// The exact amounts paid to the seller and the fee wallet: odd ones and ones above 32 bits, for each way in which money leaves an escrow.

/** A wrong fee also shows in the seller's amount, so these rows also test the requirement about the seller. */
const sellers: Readonly<Partial<Record<RequirementId, RequirementId>>> = {
  'escrow.release-pays-fee': released,
  'escrow.auto-release-pays-fee': 'escrow.auto-release-pays-seller',
};

for (const id of new Set(sums.map((sum) => sum.id))) {
  checks(
    id,
    sums.filter((sum) => sum.id === id || sellers[sum.id] === id),
    title,
    async (context, sum) => {
      const { seller, fee, feeHeld, due } = await storyOf(context, sum);

      // "taken from the seller's side on release".
      if (feeHeld !== null && sum.id === id)
        expect(feeHeld, 'kobo that the fee wallet has gained before the escrow ends').toBeLessThanOrEqual(0);
      expect(seller, 'kobo that the seller has gained').toBe(due.seller);
      if (fee !== null) expect(fee, 'kobo that the fee wallet has gained').toBe(due.fee);
    },
    optionsOf,
  );
}

checks(
  'escrow.funding-is-held',
  sums.filter((sum) => sum.live),
  (sum) => `${title(sum)}: before that the seller has no more to spend`,
  async (context, sum) => {
    expect((await storyOf(context, sum)).held, 'kobo that the seller has gained').toBeLessThanOrEqual(0);
  },
  optionsOf,
);

for (const [id, isRow] of [
  ['escrow.event-amounts', (sum: Sum) => sum.fee === null],
  ['escrow.event-amounts-with-fee', (sum: Sum) => sum.fee !== null],
] as const) {
  checks(
    id,
    sums.filter(isRow),
    (sum) => `${title(sum)}: ${sum.back === undefined ? 'amountMinor before the fee' : 'what the buyer got'}`,
    async (context, sum) => {
      const { merchant, escrow } = await storyOf(context, sum);
      const isRelease = sum.back === undefined;
      const event = await merchant.webhooks.given(isRelease ? 'escrow.released' : 'escrow.refunded', escrow.reference);

      expect(of(event, 'amountMinor')).toBe(isRelease ? sum.amount : (sum.back ?? sum.amount));
    },
    (sum) => ({ needs: [...optionsOf(sum).needs, sum.live ? 'live-webhooks' : 'webhooks'] }),
  );
}
