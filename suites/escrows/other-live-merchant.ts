import { type CheckContext, checks, expect, inLive, type Merchant } from '../../lib/interface/index.ts';

// An escrow of a live merchant is that merchant's alone: another live merchant that knows its reference neither reads it nor acts on it.

const deeds = {
  releases: ({ api }: Merchant, reference: string) => api.releaseEscrow(reference),
  refunds: ({ api }: Merchant, reference: string) => api.refundEscrow(reference, {}),
  cancels: ({ api }: Merchant, reference: string) => api.cancelEscrow(reference),
} as const;

const rows = [
  { id: 'escrow.other-merchant', what: 'unpaid', status: 'pending_payment', deed: 'cancels', needs: [] },
  {
    id: 'escrow.other-merchant-cannot-act',
    what: 'funded',
    status: 'funded',
    deed: 'releases',
    needs: ['escrow-buyer'],
  },
  {
    id: 'escrow.other-merchant-cannot-act',
    what: 'funded',
    status: 'funded',
    deed: 'refunds',
    needs: ['escrow-buyer'],
  },
] as const;

checks(
  ({ id }) => id,
  rows,
  ({ what, deed }) => `live, ${what}: ${deed}: another live merchant does so in vain, and does not find it`,
  async (own: CheckContext, { status, deed }) => {
    const { merchant, other, buyer } = inLive(own);
    const escrow = status === 'funded' ? await buyer.funded(merchant) : await merchant.escrow();

    expect(await other.get(escrow)).toHaveStatus(404);
    expect(await deeds[deed](other, escrow.reference)).toBeRefused();
    expect(await merchant.get(escrow)).toHaveField('status', status);
  },
  ({ needs }) => ({ needs: ['live', 'other-live-merchant', ...needs] }),
);
