import {
  type Capability,
  type CheckContext,
  type Created,
  type Exchange,
  expect,
  type Merchant,
} from '../../../lib/interface/index.ts';
import { linkBecomes } from '../../wallet-links/support.ts';
import type { Row } from '../alike/groups.ts';

// A GET that overlaps a change may show the state before or after it. Afterwards every GET shows the new state: a service must not go on
// serving a record that it cached before the change.

interface Subject {
  look(): Promise<Exchange>;
  /** A step: causes the change. */
  change(): Promise<unknown>;
  /** The last response to GET: as soon as it shows this status, or at the latest time at which it may. */
  becomes(status: string): Promise<Exchange>;
}

interface Change {
  readonly id: Row['id'];
  readonly what: string;
  readonly needs: readonly Capability[];
  readonly to: string;
  begin(context: CheckContext): Promise<Subject>;
}

/** Target time, in seconds, within which a decision about a link shows. */
const DECIDED_WITHIN = 120;

const subject = (merchant: Merchant, resource: Created, change: Subject['change']): Subject => ({
  look: () => merchant.get(resource),
  change,
  becomes: (status) => merchant.confirms(resource, status),
});

function checkout(id: Row['id'], to: 'succeeded' | 'failed', needs: readonly Capability[]): Change {
  return {
    id,
    what: `a checkout while it has ${to}`,
    needs,
    to,
    async begin({ merchant, buyer }) {
      const made = await merchant.checkout();
      return subject(merchant, made, () => buyer.tries(merchant, made, to));
    },
  };
}

type Deed = (context: CheckContext, escrow: Created) => Promise<unknown>;

function escrow(id: Row['id'], to: string, from: 'unpaid' | 'funded', deed: Deed): Change {
  return {
    id,
    what: `an escrow while it becomes ${to}`,
    needs: from === 'unpaid' && to === 'cancelled' ? [] : ['escrow-buyer'],
    to,
    async begin(context) {
      const { merchant, buyer } = context;
      const made = from === 'unpaid' ? await merchant.escrow() : await buyer.funded(merchant);
      return subject(merchant, made, () => deed(context, made));
    },
  };
}

function link(id: Row['id'], to: string, lead: boolean): Change {
  return {
    id,
    what: `a link while it becomes ${to}`,
    needs: ['wallets'],
    to,
    async begin({ merchant, wallets, time }) {
      const wallet = await wallets.make();
      const { linkId } = lead ? await wallets.approvedLink(merchant, wallet) : await wallets.link(merchant, wallet);
      const { api } = merchant;
      return {
        look: () => api.getWalletLink(linkId),
        change: () =>
          to === 'REVOKED'
            ? api.deleteWalletLink(linkId)
            : to === 'APPROVED'
              ? api.approveWalletLink(linkId)
              : api.rejectWalletLink(linkId),
        becomes: (status) => linkBecomes({ merchant, time }, linkId, status, DECIDED_WITHIN),
      };
    },
  };
}

const changes: readonly Change[] = [
  checkout('checkout.paid', 'succeeded', ['buyer']),
  checkout('checkout.payment-fails', 'failed', ['payment-failure']),
  escrow('escrow.funded', 'funded', 'unpaid', ({ merchant, buyer }, made) => buyer.paysEscrow(merchant, made)),
  escrow('escrow.cancelled', 'cancelled', 'unpaid', ({ merchant }, made) => merchant.api.cancelEscrow(made.reference)),
  escrow('escrow.released', 'released', 'funded', ({ merchant }, made) => merchant.api.releaseEscrow(made.reference)),
  escrow('escrow.refunded', 'refunded', 'funded', ({ merchant }, made) =>
    merchant.api.refundEscrow(made.reference, {}),
  ),
  link('wallet-link.approved', 'APPROVED', false),
  link('wallet-link.rejected', 'REJECTED', false),
  link('wallet-link.revoked', 'REVOKED', true),
];

type Start = () => Promise<unknown>;

/** When two GETs are sent, both at the same moment: a later one might replace what an earlier one has left in a cache. */
const readings: readonly { when: string; at(context: CheckContext, read: Start, change: Start): Promise<unknown> }[] = [
  {
    when: 'under way when it changes',
    async at({ merchant }, read, change) {
      const readers = [read(), read()];
      // Once a later request is answered, the target has probably begun the two GETs.
      await merchant.api.listBanks();
      await Promise.all([...readers, change()]);
    },
  },
  { when: 'sent right before it changes', at: (_, read, change) => Promise.all([read(), read(), change()]) },
  { when: 'sent as it changes', at: (_, read, change) => Promise.all([change(), read(), read()]) },
];

/** Checks for several chapters: see `table`. */
export const readMeanwhile: readonly Row[] = readings.flatMap(({ when, at }) =>
  changes.map(
    ({ id, what, needs, to, begin }): Row => ({
      id,
      title: `${what} is read, ${when}: afterwards it is ${to} for whoever reads it`,
      needs,
      async check(context) {
        // Whether a GET overlaps the change is chance: a payment is tried four times.
        for (let round = 1; round <= (id === 'checkout.paid' ? 4 : 1); round++) {
          const { look, change, becomes } = await begin(context);
          await at(context, look, change);

          expect(await becomes(to)).toHaveField('status', to);
        }
      },
    }),
  ),
);
