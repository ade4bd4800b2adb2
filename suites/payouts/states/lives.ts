import { settledLives } from '../../support/states/settled.ts';

/** One payout for each end. */
export const payoutLives = {
  succeeded: lifeOf('a payout that succeeds', 'succeeded', '2087654321'),
  failed: lifeOf('a payout that fails', 'failed', '0000000000'),
} as const;

const another = {
  amount: 20_000,
  narration: 'another',
  recipient: { accountNumber: '3011112222', accountName: 'Obi Eze' },
};

function lifeOf(name: string, becomes: 'succeeded' | 'failed', accountNumber: string) {
  return settledLives(name, {
    kind: 'payout',
    needs: [],
    becomes,
    async ask({ merchant, data }) {
      const own = data.reference('pay');
      return (reference) =>
        reference === undefined
          ? merchant.createPayout({
              reference: own,
              amount: 1_234_567,
              narration:
                'Sales – “week 47”, ọjà; all that was sold in three shops, from Monday to Sunday, and sent on.',
              recipient: { accountNumber },
            })
          : merchant.createPayout({ ...another, reference });
    },
  });
}
