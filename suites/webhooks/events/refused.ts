import { type Capability, type CheckContext, captured, checks, expect } from '../../../lib/interface/index.ts';
import { otherKinds } from '../content/fields.ts';

// What was refused has not happened: no event tells of it.

interface Refused {
  readonly what: string;
  readonly needs: readonly Capability[];
  /** Kinds that may come for the reference all the same. */
  readonly may: readonly string[];
  /** Tries what the document does not let happen; which answer it gets is another matter. Returns the reference of what it is about. */
  tries(context: CheckContext): Promise<string>;
}

const refusals: readonly Refused[] = [
  {
    what: 'a payout to an account number of 9 digits',
    needs: [],
    may: [],
    tries: async ({ merchant, data }) => {
      const reference = data.reference('pay');
      await merchant.createPayout({ reference, recipient: { accountNumber: '012345678' } });
      return reference;
    },
  },
  {
    what: 'a payout to a bank that does not exist',
    needs: [],
    may: [],
    tries: async ({ merchant, data }) => {
      const reference = data.reference('pay');
      const recipient = { bankName: 'Qzxv Wkjh Bnmq of Nowhere' };
      await merchant.createPayout({ reference, recipient });
      return reference;
    },
  },
  {
    what: 'a refund of more than was paid',
    needs: ['buyer'],
    may: [],
    tries: async ({ merchant, buyer, data }) => {
      const reference = data.reference('rfd');
      const { reference: paymentReference } = await buyer.paid(merchant, { amount: 5_000 });
      await merchant.createRefund({ reference, paymentReference, amount: 5_001 });
      return reference;
    },
  },
  {
    what: 'a refund of a checkout that was not paid',
    needs: [],
    may: [],
    tries: async ({ merchant, data }) => {
      const reference = data.reference('rfd');
      const { reference: paymentReference } = await merchant.checkout();
      await merchant.createRefund({ reference, paymentReference, amount: 100 });
      return reference;
    },
  },
  {
    what: 'the release of an escrow that was not paid',
    needs: [],
    may: [],
    tries: async ({ merchant }) => {
      const { reference } = await merchant.escrow();
      await merchant.api.releaseEscrow(reference);
      return reference;
    },
  },
  {
    what: 'the cancellation of an escrow that was paid',
    needs: ['escrow-buyer'],
    may: ['escrow.funded'],
    tries: async ({ merchant, buyer }) => {
      const { reference } = await buyer.funded(merchant);
      await merchant.api.cancelEscrow(reference);
      return reference;
    },
  },
  {
    what: 'the release of an escrow that was cancelled',
    needs: [],
    may: ['escrow.cancelled'],
    tries: async ({ merchant }) => {
      const { reference } = await merchant.escrow();
      await merchant.api.cancelEscrow(reference);
      await merchant.api.releaseEscrow(reference);
      return reference;
    },
  },
  {
    what: 'the approval of a link that was rejected',
    needs: ['wallets'],
    may: ['wallet.link.rejected'],
    tries: async ({ merchant, wallets }) => {
      const link = await wallets.link(merchant, await wallets.make());
      await wallets.decide(merchant, link, 'reject');
      await merchant.api.approveWalletLink(link.linkId);
      return link.linkId;
    },
  },
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

checks(
  'webhook.no-false-event',
  refusals,
  ({ what }) => `${what}: no event tells of it`,
  async (context, { tries, may }) => {
    const { merchant, run, time } = context;
    const reference = await tries(context);
    await time.listen(run.conductor.controlled ? 1_800 : 60, 'an event comes of what was refused');

    const all = captured(run, { path: merchant.webhooks.path, reference });
    expect(otherKinds(all, may), `events for ${reference}, beside ${may.join(', ') || 'none'}`).toEqual([]);
  },
  ({ needs }) => ({ needs }),
);
