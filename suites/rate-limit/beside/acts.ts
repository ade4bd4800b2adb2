import type { Capability, CheckContext, Exchange, RequirementId } from '../../../lib/interface/index.ts';
import { attempt } from '../../support/attempts.ts';
import { otherSettings } from '../../support/console-settings.ts';

/** What is done while a key is refused, without a request of that key. */
export interface Meanwhile {
  readonly what: string;
  readonly needs: readonly Capability[];
  /** What becomes of it, as if the key were not refused. */
  readonly becomes?: { readonly id: RequirementId; readonly status: string };
  /** Makes what it needs, with requests of the key. */
  ready(context: CheckContext): Promise<Ready>;
}

export interface Ready {
  /** What is done without a request of the key. */
  act(): Promise<unknown>;
  /** Looks, with requests of the key, at what it was done to. */
  look?(): Promise<Exchange>;
}

export const acts: readonly Meanwhile[] = [
  ...otherSettings.map(({ what, needs, change }) => ({
    what,
    needs,
    ready: async (context: CheckContext) => ({ act: () => change(context) }),
  })),
  {
    what: 'the list of deliveries is looked at',
    needs: ['deliveries'],
    ready: async ({ console, merchant }) => ({ act: () => console.deliveries(merchant) }),
  },
  {
    what: 'a buyer pays a checkout',
    needs: ['buyer'],
    becomes: { id: 'checkout.paid', status: 'succeeded' },
    async ready({ buyer, merchant }) {
      const checkout = await merchant.checkout();
      return {
        act: () => buyer.tries(merchant, checkout, 'succeeded'),
        look: () => merchant.confirms(checkout, 'succeeded'),
      };
    },
  },
  {
    what: 'a buyer pays an escrow',
    needs: ['escrow-buyer'],
    becomes: { id: 'escrow.funded', status: 'funded' },
    async ready({ buyer, merchant }) {
      const escrow = await merchant.escrow();
      return { act: () => buyer.paysEscrow(merchant, escrow), look: () => merchant.confirms(escrow, 'funded') };
    },
  },
  {
    what: 'a buyer opens the page of a checkout',
    needs: ['browser'],
    async ready({ buyer, merchant }) {
      const checkout = await merchant.checkout();
      return { act: () => buyer.atPage(checkout, async () => {}) };
    },
  },
  {
    what: 'a buyer opens the page of a checkout that is paid',
    needs: ['browser', 'buyer'],
    async ready({ buyer, merchant }) {
      const checkout = await buyer.paid(merchant);
      // There may be no such page any more: it was asked for all the same.
      return { act: () => attempt(buyer.atPage(checkout, async () => {})) };
    },
  },
  {
    what: 'a buyer enters another card than the test card',
    needs: ['browser'],
    async ready({ buyer, merchant }) {
      const checkout = await merchant.checkout();
      return {
        act: () =>
          attempt(buyer.atPage(checkout, (page) => page.pays({ number: '4000000000000002' }, { stays: true }))),
      };
    },
  },
  {
    what: 'a buyer pays on the page of a checkout',
    needs: ['browser'],
    becomes: { id: 'page.test-card-pays', status: 'succeeded' },
    async ready({ buyer, merchant }) {
      const checkout = await merchant.checkout();
      return { act: () => buyer.paysOnPage(checkout), look: () => merchant.confirms(checkout, 'succeeded') };
    },
  },
  {
    what: 'a buyer pays on the page of an escrow',
    needs: ['browser'],
    becomes: { id: 'page.escrow-pay', status: 'funded' },
    async ready({ buyer, merchant }) {
      const escrow = await merchant.escrow();
      return { act: () => buyer.paysOnPage(escrow), look: () => merchant.confirms(escrow, 'funded') };
    },
  },
  {
    what: 'the owner of a wallet declines a link',
    needs: ['wallets', 'wallet-owner'],
    becomes: { id: 'wallet-link.decided-by-owner', status: 'REJECTED' },
    async ready({ merchant, wallets }) {
      const link = await wallets.link(merchant, await wallets.make());
      return {
        act: () => wallets.owner(merchant, link, 'reject'),
        look: () => merchant.api.getWalletLink(link.linkId),
      };
    },
  },
  // The last to be begun is the first to be seen.
  {
    what: 'a payout settles and its event is sent',
    needs: [],
    becomes: { id: 'payout.succeeds', status: 'succeeded' },
    async ready({ merchant, time }) {
      const payout = await merchant.payout();
      return {
        act: () => time.wait(8, 'a payout settles'),
        look: () => merchant.becomes(payout, 'succeeded'),
      };
    },
  },
];

/** A page of live may ask its visitor who they are, and a payout needs what was paid in. */
export function actsIn(environment: CheckContext['environment']): readonly Meanwhile[] {
  const inLive = ({ what, needs }: Meanwhile) => !needs.includes('browser') && !what.includes('payout');
  return environment === 'live' ? acts.filter(inLive) : acts;
}
