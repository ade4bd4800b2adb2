import type { Capability, CheckContext } from '../../lib/interface/index.ts';
import { attempt } from '../support/attempts.ts';
import { otherSettings } from '../support/console-settings.ts';

/** What is done while a key is refused, without a request of that key. */
export interface Meanwhile {
  readonly what: string;
  readonly needs: readonly Capability[];
  /** Makes what it needs, with requests of the key, and returns what is done without one. */
  ready(context: CheckContext): Promise<() => Promise<unknown>>;
}

export const acts: readonly Meanwhile[] = [
  ...otherSettings.map(({ what, needs, change }) => ({
    what,
    needs,
    ready: async (context: CheckContext) => () => change(context),
  })),
  {
    what: 'the list of deliveries is looked at',
    needs: ['deliveries'],
    ready:
      async ({ console, merchant }) =>
      () =>
        console.deliveries(merchant),
  },
  {
    what: 'a buyer pays a checkout',
    needs: ['buyer'],
    async ready({ buyer, merchant }) {
      const checkout = await merchant.checkout();
      return () => buyer.tries(merchant, checkout, 'succeeded');
    },
  },
  {
    what: 'a buyer pays an escrow',
    needs: ['escrow-buyer'],
    async ready({ buyer, merchant }) {
      const escrow = await merchant.escrow();
      return () => buyer.paysEscrow(merchant, escrow);
    },
  },
  {
    what: 'a buyer opens the page of a checkout',
    needs: ['browser'],
    async ready({ buyer, merchant }) {
      const checkout = await merchant.checkout();
      return () => buyer.atPage(checkout, async () => {});
    },
  },
  {
    what: 'a buyer opens the page of a checkout that is paid',
    needs: ['browser', 'buyer'],
    async ready({ buyer, merchant }) {
      const checkout = await buyer.paid(merchant);
      // There may be no such page any more: it was asked for all the same.
      return () => attempt(buyer.atPage(checkout, async () => {}));
    },
  },
  {
    what: 'a buyer enters another card than the test card',
    needs: ['browser'],
    async ready({ buyer, merchant }) {
      const checkout = await merchant.checkout();
      return () =>
        attempt(buyer.atPage(checkout, (page) => page.pays({ number: '4000000000000002' }, { stays: true })));
    },
  },
  {
    what: 'a buyer pays on the page of a checkout',
    needs: ['browser'],
    async ready({ buyer, merchant }) {
      const checkout = await merchant.checkout();
      return () => buyer.paysOnPage(checkout);
    },
  },
  {
    what: 'the owner of a wallet declines a link',
    needs: ['wallets', 'wallet-owner'],
    async ready({ merchant, wallets }) {
      const link = await wallets.link(merchant, await wallets.make());
      return () => wallets.owner(merchant, link, 'reject');
    },
  },
  // The last to be begun is the first to be seen.
  {
    what: 'a payout settles and its event is sent',
    needs: [],
    async ready({ merchant, time }) {
      await merchant.payout();
      return () => time.wait(8, 'a payout settles');
    },
  },
];

/** A page of live may ask its visitor who they are, and a payout needs what was paid in. */
export function actsIn(environment: CheckContext['environment']): readonly Meanwhile[] {
  const inLive = ({ what, needs }: Meanwhile) => !needs.includes('browser') && !what.includes('payout');
  return environment === 'live' ? acts.filter(inLive) : acts;
}
