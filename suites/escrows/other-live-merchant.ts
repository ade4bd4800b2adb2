import { type CheckContext, checks, expect, inLive, type Merchant, shared } from '../../lib/interface/index.ts';
import { anotherLive } from '../support/another-live.ts';

// An escrow of a live merchant is that merchant's alone: another live merchant that knows its reference neither reads it nor acts on it.

const unpaid = shared('a live escrow of which another live merchant knows the reference', ['live'], async (context) => {
  const { merchant } = inLive(context);
  return { merchant, escrow: await merchant.escrow(), status: 'pending_payment' };
});

const funded = shared(
  'a paid live escrow of which another live merchant knows the reference',
  ['live', 'escrow-buyer'],
  async (context) => {
    const { merchant, buyer } = inLive(context);
    return { merchant, escrow: await buyer.funded(merchant), status: 'funded' };
  },
);

const deeds = {
  releases: ({ api }: Merchant, reference: string) => api.releaseEscrow(reference),
  refunds: ({ api }: Merchant, reference: string) => api.refundEscrow(reference, {}),
  cancels: ({ api }: Merchant, reference: string) => api.cancelEscrow(reference),
} as const;

const rows = [
  { id: 'escrow.other-merchant', what: 'unpaid: cancels', deed: 'cancels', life: unpaid, needs: ['live'] },
  {
    id: 'escrow.other-merchant-cannot-act',
    what: 'funded: releases',
    deed: 'releases',
    life: funded,
    needs: ['live', 'escrow-buyer'],
  },
  {
    id: 'escrow.other-merchant-cannot-act',
    what: 'funded: refunds',
    deed: 'refunds',
    life: funded,
    needs: ['live', 'escrow-buyer'],
  },
] as const;

checks(
  ({ id }) => id,
  rows,
  ({ what }) => `live, ${what}: another live merchant does so in vain, and does not find it`,
  async (context: CheckContext, { deed, life }) => {
    const { merchant, escrow, status } = await life(context);
    const another = await anotherLive(context, merchant);

    expect(await another.get(escrow)).toHaveStatus(404);
    expect(await deeds[deed](another, escrow.reference)).toBeRefused();
    expect(await merchant.get(escrow)).toHaveField('status', status);
  },
  ({ needs }) => ({ needs }),
);
