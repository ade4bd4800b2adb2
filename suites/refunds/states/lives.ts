import { shared } from '../../../lib/interface/index.ts';
import { DAY, HOUR } from '../../support/attempts.ts';
import { settledLives } from '../../support/states/settled.ts';

/** One refund for each end, each of its own checkout, of which more can be refunded. */
export const refundLives = {
  succeeded: settledLives('a refund that succeeds', {
    kind: 'refund',
    needs: ['buyer'],
    becomes: 'succeeded',
    async ask({ merchant, buyer, data }) {
      const { reference: paymentReference } = await buyer.paid(merchant, { amount: 900_001 });
      const own = data.reference('rfd');
      const wish = { paymentReference, amount: 123_457, reason: 'Came back – “unopened”, ọ̀kan' };
      return (reference) =>
        reference === undefined
          ? merchant.createRefund({ ...wish, reference: own })
          : merchant.createRefund({ paymentReference, amount: 2_000, reason: 'another', reference });
    },
  }),
  failed: settledLives('a refund that fails', {
    kind: 'refund',
    needs: ['buyer'],
    becomes: 'failed',
    async ask({ merchant, buyer, data }) {
      const { reference: paymentReference } = await buyer.paid(merchant, { amount: 900_001 });
      const own = data.reference('rfd');
      return (reference) =>
        merchant.createRefund({
          paymentReference,
          amount: reference === undefined ? 123_457 : 2_000,
          reason: reference === undefined ? 'sandbox_fail' : undefined,
          reference: reference ?? own,
        });
    },
  }),
} as const;

/** A checkout that is refunded as a whole, after a refund that failed; its references are asked for again for another checkout. */
export const reusedReferences = shared(
  'references of refunds, for another checkout',
  ['buyer'],
  async ({ merchant, buyer, time }) => {
    const [one, other] = [
      await buyer.paid(merchant, { amount: 9_001 }),
      await buyer.paid(merchant, { amount: 90_001 }),
    ];
    const failed = await merchant.settles(
      await merchant.refund(one, { amount: 9_001, reason: 'sandbox_fail' }),
      'failed',
    );
    const refunds = { failed, succeeded: await merchant.refundSettles(one, { amount: 9_001 }) };
    const ask = ({ reference }: { reference: string }, { reference: paymentReference } = other) =>
      merchant.createRefund({ reference, paymentReference, amount: 101 });
    const again = async () => ({ succeeded: await ask(refunds.succeeded), failed: await ask(refunds.failed) });
    const atOnce = await again();
    const own = [await ask(refunds.succeeded, one), await ask(refunds.failed, one)];
    const records = { one: await merchant.get(one), other: await merchant.get(other) };
    const beyond = await merchant.createRefund({ paymentReference: one.reference, amount: 1 });
    const duplicate = await merchant.createCheckout({ reference: one.reference, amount: 90_011 });
    const beyondLater = await merchant.createRefund({ paymentReference: one.reference, amount: 1 });
    const later = async () => {
      await time.wait(DAY + HOUR, 'references of refunds stay used');
      return await again();
    };
    return { atOnce, own, records, beyond, duplicate, beyondLater, later };
  },
);
