import { type Capability, type CheckContext, expect, type RequirementId } from '../../../lib/interface/index.ts';
import { expectRefusal, expectSuccess, there } from '../../wallet-links/support.ts';
import type { Row } from '../alike/groups.ts';
import { ids, type Life, lives, needs } from './lives.ts';

interface Look {
  readonly id: RequirementId;
  readonly what: string;
  readonly needs?: readonly Capability[];
  look(life: Life, walletId: string): void;
}

const looks: readonly Look[] = [
  {
    id: 'wallet-link.approved',
    what: 'the approve call makes a link APPROVED',
    look({ approval, approved }) {
      expectSuccess(approval);
      expect(approved).toHaveField('status', 'APPROVED');
    },
  },
  {
    id: 'wallet-link.rejected',
    what: 'the reject call makes a link REJECTED',
    look({ rejection, rejected }) {
      expectSuccess(rejection);
      expect(rejected).toHaveField('status', 'REJECTED');
    },
  },
  {
    id: 'wallet-link.revoked',
    what: 'DELETE makes an approved link REVOKED',
    look({ deletion, revoked }) {
      expectSuccess(deletion);
      expect(revoked).toHaveField('status', 'REVOKED');
    },
  },
  {
    id: 'wallet-link.expires',
    what: 'a link of 5 minutes has expired after them',
    look: ({ expired }) => expect(expired).toHaveField('status', 'EXPIRED'),
  },
  {
    id: 'wallet-link.newer-cancels-older',
    what: 'a link that a newer request followed cannot be approved',
    look: ({ older }) => expect(older).not.toHaveField('status', 'APPROVED'),
  },
  {
    id: 'wallet-link.created',
    what: 'each of five requests makes a link to it that is PENDING',
    look({ asked, pending }, walletId) {
      for (const answer of asked.slice(0, 5)) {
        expect(answer).toHaveStatus(201);
        expect(answer).toHaveField('walletId', walletId);
        expect(answer).toHaveField('status', 'PENDING');
      }
      expect(pending).toHaveField('status', 'PENDING');
    },
  },
  {
    id: 'wallet-link.sixth-refused',
    what: 'a sixth request is refused',
    look: ({ asked }) => expectRefusal(there(asked[5], 'the sixth request')),
  },
  {
    id: 'wallet.balance-when-approved',
    what: 'its balance is open while a link is APPROVED',
    look({ open }) {
      expect(open).toHaveStatus(200);
      expect(open).toHaveField('currency', 'NGN');
    },
  },
  {
    id: 'wallet.balance-unapproved',
    what: 'its balance is closed while a link is PENDING, and once it is REVOKED',
    look({ closed, closedAgain }) {
      expect(closed).toHaveStatus(403);
      expect(closedAgain).toHaveStatus(403);
    },
  },
  {
    id: 'escrow.wallet-linked',
    what: 'with an APPROVED link it is accepted as seller where links are required',
    needs: ['linked-wallets-setting'],
    look: ({ linkedSeller }) => expect(there(linkedSeller, 'an escrow')).toHaveStatus(201),
  },
  {
    id: 'escrow.wallet-not-linked',
    what: 'without an APPROVED link it is refused as seller where links are required',
    needs: ['linked-wallets-setting'],
    look({ unlinkedSeller }) {
      expect(there(unlinkedSeller, 'an escrow')).toBeRefused();
      expect(there(unlinkedSeller, 'an escrow')).toHaveField('error.code', 'wallet_not_linked');
    },
  },
];

const told = [
  { id: 'webhook.link-approved', event: 'wallet.link.approved', link: 'approved' },
  { id: 'webhook.link-rejected', event: 'wallet.link.rejected', link: 'rejected' },
  { id: 'webhook.link-revoked', event: 'wallet.link.revoked', link: 'approved' },
  { id: 'webhook.link-expired', event: 'wallet.link.expired', link: 'waiting' },
] as const;

const of = async (context: CheckContext, walletId: string) => {
  const { merchant, all } = await lives(context);
  return { merchant, life: there(all.get(walletId), 'the wallet') };
};

/** Checks for several chapters: see `table`. */
export const sandboxWallets: readonly Row[] = ids.flatMap((walletId) => [
  ...looks.map(
    ({ id, what, needs: own = [], look }): Row => ({
      id,
      title: `sandbox wallet ${walletId}: ${what}`,
      needs: [...needs, ...own],
      waits: '2h',
      check: async (context) => look((await of(context, walletId)).life, walletId),
    }),
  ),
  ...told.map(
    ({ id, event, link }): Row => ({
      id,
      title: `sandbox wallet ${walletId}: ${event} is sent`,
      needs: [...needs, 'webhooks'],
      waits: '2h',
      async check(context) {
        const { merchant, life } = await of(context, walletId);
        await merchant.webhooks.arrives(event, life.links[link]);
      },
    }),
  ),
]);
