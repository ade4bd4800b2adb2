import { captured, checks, expect, field } from '../../../lib/interface/index.ts';
import { lives } from '../../support/states/at-its-page.ts';
import { otherKinds } from '../content/fields.ts';
import { type Tried, uneventful } from './uneventful.ts';

// A refused request has no effect, so no event reports it.

const refusals: readonly Tried[] = [
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
];

checks(
  'webhook.no-false-event',
  [...refusals, ...uneventful],
  ({ what }) => `${what}: no event tells of it`,
  async (context, { tries, may }) => {
    const { merchant, capture, time } = context;
    const reference = await tries(context);
    await time.listen(time.canMove ? 1_800 : 60, 'an event comes of what was refused');

    const all = captured({ capture }, { path: merchant.webhooks.path, reference });
    expect(otherKinds(all, may), `events for ${reference}, beside ${may.join(', ') || 'none'}`).toEqual([]);
  },
  ({ needs }) => ({ needs }),
);

checks(
  'webhook.no-false-event',
  lives,
  ({ what }) => `at its page, ${what}: of what came to nothing no event tells`,
  async (context, { life }) => {
    const { merchant, reference, last } = await life(context);
    await context.time.listen(context.time.canMove ? 900 : 60, 'an event comes of what did not happen');

    const may = field(last.json, 'status') === 'failed' ? 'payment.failed' : 'payment.succeeded';
    const all = captured(context, { path: merchant.webhooks.path, reference });
    expect(otherKinds(all, [may]), `events for ${reference} beside ${may}`).toEqual([]);
  },
  { needs: ['browser', 'webhooks'], drawn: 2 },
);
