import type { Capability, CheckContext } from '../../../lib/interface/index.ts';

/** An attempt that must not cause an event. */
export interface Tried {
  readonly what: string;
  readonly needs: readonly Capability[];
  /** Kinds of events that may still come for the reference. */
  readonly may: readonly string[];
  /** Attempts something that the document does not permit; its answer is checked elsewhere. Returns the reference concerned. */
  tries(context: CheckContext): Promise<string>;
}

/** Requests about a resource that are not transitions of it. */
export const uneventful: readonly Tried[] = [
  {
    what: 'a checkout, asked for again with another key, and with its own key and another body',
    needs: [],
    may: [],
    tries: async ({ merchant, data }) => {
      const [reference, idempotencyKey] = [data.reference('chk'), data.reference('key')];
      await merchant.createCheckout({ reference, amount: 5_003 }, { idempotencyKey });
      await merchant.createCheckout({ reference, amount: 5_003 });
      await merchant.createCheckout({ reference, amount: 5_009 }, { idempotencyKey });
      return reference;
    },
  },
  {
    what: 'a checkout whose page is opened twice, filled in and left',
    needs: ['browser'],
    may: [],
    tries: async ({ merchant, buyer }) => {
      const checkout = await merchant.checkout();
      await buyer.atPage(checkout, async (page) => void (await page.shows('card')));
      await buyer.atPage(checkout, (page) => page.fills());
      return checkout.reference;
    },
  },
  {
    what: 'an escrow whose page is opened and left',
    needs: ['browser'],
    may: [],
    tries: async ({ merchant, buyer }) => {
      const escrow = await merchant.escrow();
      await buyer.atPage(escrow, async (page) => void (await page.shows('Pay')));
      return escrow.reference;
    },
  },
  {
    what: 'a checkout that waits while everything in the console is changed',
    needs: ['rotate-secret', 'linked-wallets-setting'],
    may: [],
    tries: async ({ merchant, console }) => {
      const { reference } = await merchant.checkout();
      await console.change(merchant, { requireLinkedWallets: true });
      await console.change(merchant, { requireLinkedWallets: false });
      await console.rotateWebhookSecret(merchant);
      return reference;
    },
  },
  {
    what: 'a wallet link, asked for again, read and refused a balance',
    needs: ['wallets'],
    may: [],
    tries: async ({ merchant, wallets }) => {
      const wallet = await wallets.make();
      const { linkId, linkRef } = await wallets.link(merchant, wallet, { expiresInMinutes: 60 });
      await wallets.createLink(merchant, wallet, { linkRef, expiresInMinutes: 60 });
      await merchant.api.getWalletLink(linkId);
      await merchant.api.getWalletBalance(wallet.walletId);
      return linkId;
    },
  },
];
