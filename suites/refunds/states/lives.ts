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
