import {
  Blocked,
  checks,
  type Duration,
  type Exchange,
  expect,
  type Merchant,
  type RequirementId,
  shared,
  summary,
} from '../../lib/interface/index.ts';
import { everyOwned, lookAt, type Owned, type OwnedKind, statusOf } from './states/owned.ts';

type Api = Merchant['api'];

/** What another merchant may try with objects that are not its own, and the expected status; null: any refusal. */
export const deeds: Readonly<Record<OwnedKind, readonly { what: string; status: number | null; act: Deed }[]>> = {
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

/** The requirement that its own merchant finds it. */
const found: Readonly<Record<OwnedKind, RequirementId>> = {
  checkout: 'checkout.record-found',
  refund: 'refund.record-found',
  payout: 'payout.record-found',
  escrow: 'escrow.record-found',
  'wallet link': 'wallet-link.status-read',
};
type Deed = (api: Api, reference: string) => Promise<Exchange>;

/** How the other merchant is related to the object, and how long it waits. */
export const tries: readonly { words: string; wait: number; waits?: Duration; linked?: Link }[] = [
  { words: '', wait: 0 },
  { words: ', more than a day later', wait: 25 * 3_600, waits: '50h' },
  {
    words: ', who has linked the same wallet',
    wait: 0,
    linked: ({ wallets, other }, wallet) => wallets.approvedLink(other, wallet),
  },
  {
    words: ', who has asked for a link to the same wallet',
    wait: 0,
    linked: ({ wallets, other }, wallet) => wallets.link(other, wallet),
  },
];
type Link = NonNullable<Parameters<Owned['make']>[2]>;

/** Combinations that are left out: objects that end within the day of waiting, and linked wallets for kinds other than links. */
export const left = (kind: OwnedKind, what: string, { wait, linked }: (typeof tries)[number]) =>
  (kind !== 'wallet link' && linked !== undefined) || (wait > 0 && /^pending|^unpaid|^PENDING/.test(what));

/**
 * For each state of this kind: another merchant cannot read the object, its actions are refused and change nothing, and its own merchant still finds it. `acts`: the
 * requirement about its actions, if that is a separate one.
 */
export function strangersTable(id: RequirementId, kind: OwnedKind, acts = id): void {
  const rows = tries.flatMap((how) =>
    everyOwned
      .filter((each) => each.kind === kind && !left(kind, each.what, how))
      .map((row) => ({ ...row, how, tried: triedByOther(row, how) })),
  );
  for (const each of new Set([id, acts])) {
    checks(
      each,
      rows,
      ({ what, how }) => `${what}: ${each === id ? 'nothing' : 'nothing to be done'} for another merchant${how.words}`,
      async (context, { tried }) => {
        const { before, seen, answers, after } = await tried(context);
        if (each === id && kind === 'wallet link') expect(seen, 'GET').toBeRefused();
        else if (each === id) expect(seen, 'GET').toHaveStatus(404);
        if (each !== acts) return;
        for (const { what, status, answer } of answers) {
          if (status === null) expect(answer, what).toBeRefused();
          else expect(answer, what).toHaveStatus(status);
        }
        if (answers.length > 0) expect(after).toHaveField('status', before);
      },
      ({ needs, waits, how }) => {
        const takes = how.waits ?? waits;
        return { needs: ['other-merchant', ...needs], ...(takes && { waits: takes }), drawn: 1 };
      },
    );
  }
  // An answer belongs to who asked: that there is nothing for another merchant must not be what its own merchant is told afterwards.
  checks(
    found[kind],
    rows,
    ({ what, how }) => `${what}: its merchant finds it after another asked for it in vain${how.words}`,
    async (context, { tried }) => {
      expect((await tried(context)).after).toHaveStatus(200);
    },
    ({ needs, waits, how }) => {
      const takes = how.waits ?? waits;
      return { needs: ['other-merchant', ...needs], ...(takes && { waits: takes }), drawn: 1 };
    },
  );
}

function triedByOther(row: Owned, how: (typeof tries)[number]) {
  const { kind, what, needs } = row;
  return shared(`a ${kind} of another, ${what}${how.words}`, ['other-merchant', ...needs], async (context) => {
    const { merchant, other, time } = context;
    const reference = await row.make(context, merchant, how.linked);
    if (how.wait > 0) await time.wait(how.wait, 'what is over grows old');
    const before = isAsMade(row, await lookAt(merchant, kind, reference));
    const seen = await lookAt(other, kind, reference);
    const answers = [];
    for (const { act, ...deed } of deeds[kind]) answers.push({ ...deed, answer: await act(other.api, reference) });
    return { before, seen, answers, after: await lookAt(merchant, kind, reference) };
  });
}

/** A step: the object is in the state of its row. */
export function isAsMade({ what, kind, status }: Owned, record: Exchange): unknown {
  const is = statusOf(record);
  if (status !== null && is !== status) {
    throw new Blocked(`the ${kind} that is ${what} should be ${status}: GET shows ${summary(record)}`);
  }
  return is;
}
