import {
  Blocked,
  checks,
  type Exchange,
  expect,
  type Merchant,
  type RequirementId,
  summary,
} from '../../lib/interface/index.ts';
import { everyOwned, lookAt, type Owned, type OwnedKind, statusOf } from './owned.ts';

type Api = Merchant['api'];

/** What another merchant may try with what is not its own, and what it is answered with; null: any refusal. */
const deeds: Readonly<Record<OwnedKind, readonly { what: string; status: number | null; act: Deed }[]>> = {
  checkout: [],
  refund: [],
  payout: [],
  escrow: [
    { what: 'cancel', status: null, act: (api, reference) => api.cancelEscrow(reference) },
    { what: 'release', status: null, act: (api, reference) => api.releaseEscrow(reference) },
    { what: 'refund', status: null, act: (api, reference) => api.refundEscrow(reference, {}) },
  ],
  'wallet link': [
    { what: 'approve', status: null, act: (api, linkId) => api.approveWalletLink(linkId) },
    { what: 'reject', status: null, act: (api, linkId) => api.rejectWalletLink(linkId) },
    { what: 'DELETE', status: null, act: (api, linkId) => api.deleteWalletLink(linkId) },
  ],
};
type Deed = (api: Api, reference: string) => Promise<Exchange>;

/** For each state of this kind: another merchant sees nothing of it, and what it does with it is refused and changes nothing. */
export function strangersTable(id: RequirementId, kind: OwnedKind): void {
  checks(
    id,
    everyOwned.filter((each) => each.kind === kind),
    ({ what }) => `${what}: nothing for another merchant`,
    async (context, row) => {
      const { merchant, other } = context;
      const reference = await row.make(context, merchant);
      const before = isAsMade(row, await lookAt(merchant, kind, reference));

      const seen = await lookAt(other, kind, reference);
      if (kind === 'wallet link') expect(seen, 'GET').toBeRefused();
      else expect(seen, 'GET').toHaveStatus(404);
      for (const { what, act } of deeds[kind]) expect(await act(other.api, reference), what).toBeRefused();
      if (deeds[kind].length > 0) expect(await lookAt(merchant, kind, reference)).toHaveField('status', before);
    },
    ({ needs, waits }) => ({ needs: ['other-merchant', ...needs], ...(waits && { waits }), drawn: 1 }),
  );
}

/** A step: it is in the state that the row names. */
export function isAsMade({ what, kind, status }: Owned, record: Exchange): unknown {
  const is = statusOf(record);
  if (status !== null && is !== status) {
    throw new Blocked(`a ${kind} that is ${what} should be ${status}: GET shows ${summary(record)}`);
  }
  return is;
}
