import {
  Blocked,
  type Capability,
  type CheckContext,
  type Created,
  created,
  type Exchange,
  expect,
  field,
  NotExercised,
  type RequirementId,
  shared,
} from '../../../lib/interface/index.ts';
import { type Row, unlessOneForAll } from '../alike/groups.ts';
import { attempt } from '../attempts.ts';

// What merchants, buyers and owners do to a checkout, an escrow and a link that have one name as their reference or linkRef: each deed changes
// what it is about, and leaves the others as they were, for their own deeds. A table that several kinds share, and that is updated by the
// reference, changes them all. Whether kinds share one set of references is not shown: where they do, the second is refused.

interface Things {
  readonly checkout: Created;
  readonly escrow: Created;
  readonly linkId: string;
}

type Name = 'checkout' | 'escrow' | 'link';

interface Deed {
  readonly what: string;
  readonly of: Name;
  readonly becomes: string;
  readonly id: RequirementId;
  act(context: CheckContext, things: Things): Promise<unknown>;
}

const deeds = {
  pay: {
    what: 'its checkout is paid',
    of: 'checkout',
    becomes: 'succeeded',
    id: 'checkout.payable-until-expiry',
    act: ({ merchant, buyer }, { checkout }) => buyer.tries(merchant, checkout, 'succeeded'),
  },
  fund: {
    what: 'its escrow is paid',
    of: 'escrow',
    becomes: 'funded',
    id: 'escrow.funded',
    act: ({ merchant, buyer }, { escrow }) => buyer.paysEscrow(merchant, escrow),
  },
  cancel: {
    what: 'its escrow is cancelled',
    of: 'escrow',
    becomes: 'cancelled',
    id: 'escrow.cancelled',
    act: ({ merchant }, { escrow: { reference } }) => merchant.api.cancelEscrow(reference),
  },
  release: {
    what: 'its escrow is released',
    of: 'escrow',
    becomes: 'released',
    id: 'escrow.released',
    act: ({ merchant }, { escrow: { reference } }) => merchant.api.releaseEscrow(reference),
  },
  refund: {
    what: 'its escrow is refunded',
    of: 'escrow',
    becomes: 'refunded',
    id: 'escrow.refunded',
    act: ({ merchant }, { escrow: { reference } }) => merchant.api.refundEscrow(reference, {}),
  },
  approve: {
    what: 'its link is approved',
    of: 'link',
    becomes: 'APPROVED',
    id: 'wallet-link.approved',
    act: ({ merchant }, { linkId }) => merchant.api.approveWalletLink(linkId),
  },
  reject: {
    what: 'its link is rejected',
    of: 'link',
    becomes: 'REJECTED',
    id: 'wallet-link.rejected',
    act: ({ merchant }, { linkId }) => merchant.api.rejectWalletLink(linkId),
  },
  revoke: {
    what: 'its link is ended',
    of: 'link',
    becomes: 'REVOKED',
    id: 'wallet-link.revoked',
    act: ({ merchant }, { linkId }) => merchant.api.deleteWalletLink(linkId),
  },
} as const satisfies Record<string, Deed>;

/** Each deed before and after one of each other kind. */
const lives: readonly (readonly (keyof typeof deeds)[])[] = [
  ['cancel', 'approve', 'pay', 'revoke'],
  ['reject', 'fund', 'release', 'pay'],
  ['pay', 'fund', 'refund', 'reject'],
];

const BEGINS = { checkout: 'pending', escrow: 'pending_payment', link: 'PENDING' } as const;
const ENDED = {
  succeeded: 'checkout.succeeded-is-final',
  cancelled: 'escrow.cancelled-is-final',
  released: 'escrow.released-is-final',
  refunded: 'escrow.refunded-is-final',
  REJECTED: 'wallet-link.rejected-is-final',
  REVOKED: 'wallet-link.revoked-is-final',
} as const satisfies Record<string, RequirementId>;

const needs: readonly Capability[] = ['buyer', 'escrow-buyer', 'wallets'];

async function begun({ merchant, wallets, data }: CheckContext): Promise<Things> {
  const reference = data.reference('one');
  const checkout = created('checkout', await merchant.createCheckout({ reference, amount: 7_003 }));
  const escrow = created('escrow', await unlessOneForAll(merchant.createEscrow({ reference, amount: 30_011 })));
  const answer = await wallets.createLink(merchant, await wallets.make(), { linkRef: reference });
  const linkId = field(answer.json, 'linkId');
  if (answer.status !== 201 || typeof linkId !== 'string')
    throw new NotExercised('whether a linkRef may be the reference of something else is not shown');
  return { checkout, escrow, linkId };
}

function rowsOf(names: (typeof lives)[number]): Row[] {
  const own = names.map((name) => deeds[name]);
  const words = own.map(({ what }) => what).join(', ');
  const life = shared(`deeds to what has one reference: ${words}`, needs, async (context) => {
    const { merchant } = context;
    const things = await begun(context);
    const look = (of: Name) => (of === 'link' ? merchant.api.getWalletLink(things.linkId) : merchant.get(things[of]));
    const seen: { before: Exchange; after: Exchange }[] = [];
    for (const deed of own) {
      const before = await look(deed.of);
      // What has ended already refuses it: its record shows that.
      await attempt(deed.act(context, things));
      // How long a payment takes to be confirmed is not shown.
      const after = deed.of === 'link' ? await look('link') : await merchant.confirms(things[deed.of], deed.becomes);
      seen.push({ before, after });
    }
    return { seen, ends: { checkout: await look('checkout'), escrow: await look('escrow'), link: await look('link') } };
  });
  const state: Record<Name, string> = { ...BEGINS };
  const rows = own.map((deed, at): Row => {
    const from = state[deed.of];
    state[deed.of] = deed.becomes;
    return {
      id: deed.id,
      title: `of one reference, in this order: ${words}; when ${deed.what}, it was ${from} and is ${deed.becomes}`,
      needs,
      async check(context) {
        const seen = (await life(context)).seen[at];
        if (seen === undefined) throw new Blocked('suite fault: there is no such deed');
        expect(seen.before).toHaveField('status', from);
        expect(seen.after).toHaveField('status', deed.becomes);
      },
    };
  });
  return [
    ...rows,
    ...(['checkout', 'escrow', 'link'] as const).map((of): Row => {
      const status = state[of];
      return {
        id: ENDED[status as keyof typeof ENDED],
        title: `of one reference, in this order: ${words}; in the end its ${of} is ${status}`,
        needs,
        async check(context) {
          const record = (await life(context)).ends[of];
          expect(record).toHaveField('status', status);
          if (of === 'checkout') expect(record).toHaveField('refundedAmount', 0);
        },
      };
    }),
  ];
}

/** Checks for several chapters: see `table`. */
export const byDeeds: readonly Row[] = lives.flatMap(rowsOf);
