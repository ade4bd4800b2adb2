import { type Body, type CheckContext, checks, type Exchange, expect, shared } from '../../../lib/interface/index.ts';
import { HOUR } from '../../support/attempts.ts';

// Time ends an escrow, paid or not, whichever optional fields it has: these rows of the table name `autoReleaseHours` and no other field.
// `conditions` are "shown to both parties"; it is the release by the merchant or the buyer that has "conditions met" beside it.

const EARLY = 300;

const optional: readonly { readonly what: string; readonly fields: Body }[] = [
  { what: 'conditions', fields: { conditions: 'The goods have arrived, and nothing is broken' } },
  { what: 'a description', fields: { description: 'One bicycle, used' } },
  {
    what: 'metadata and a returnUrl',
    fields: { metadata: { order: 'A-17' }, returnUrl: 'https://shop.example.com/back' },
  },
];

const ends = [
  { id: 'escrow.releases-by-itself', hours: 1, of: 'paid', from: 'funded', to: 'released' },
  { id: 'escrow.expires', hours: 24, of: 'unpaid', from: 'pending_payment', to: 'expired' },
] as const;

type End = (typeof ends)[number];

/** Of one escrow for each of them, its record shortly before the end and at the end. */
async function lived({ merchant, buyer, time }: CheckContext, { of, hours, to }: End) {
  const escrows = [];
  for (const { fields } of optional) {
    const escrow = await merchant.escrow({ autoReleaseHours: 1, ...fields });
    escrows.push(of === 'paid' ? await buyer.funds(merchant, escrow) : escrow);
  }
  await time.wait(hours * HOUR - EARLY, `escrows become ${to}`);
  const before: Exchange[] = [];
  for (const escrow of escrows) before.push(await merchant.get(escrow));
  await time.wait(EARLY, `escrows become ${to}`);
  const after: Exchange[] = [];
  for (const escrow of escrows) after.push(await merchant.becomes(escrow, to, 600));
  return { before, after };
}

for (const end of ends) {
  const { id, of, from, to } = end;
  const needs = of === 'paid' ? (['escrow-buyer'] as const) : [];
  const life = shared(`${of} escrows with each optional field`, needs, (context) => lived(context, end));

  checks(
    id,
    optional.map(({ what }, at) => ({ what, at })),
    ({ what }) => `${of}, and with ${what} is ${to} in its time, not five minutes sooner`,
    async (context, { at }) => {
      const { before, after } = await life(context);

      expect(before[at]).toHaveField('status', from);
      expect(after[at]).toHaveField('status', to);
    },
    { needs },
  );
}
