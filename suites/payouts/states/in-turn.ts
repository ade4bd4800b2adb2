import { type Created, type Exchange, shared } from '../../../lib/interface/index.ts';

/** Payouts one after another: the record of each right after its end, and again after each later one was created and had ended. */
export const payoutsInTurn = shared('payouts one after another', [], async ({ merchant }) => {
  const payouts: { payout: Created; ended: Exchange; later: Exchange[] }[] = [];
  const look = async () => {
    for (const { payout, later } of payouts) later.push(await merchant.get(payout));
  };
  for (const [at, status] of (['succeeded', 'failed', 'failed', 'succeeded'] as const).entries()) {
    const accountNumber = status === 'failed' ? '0000000000' : '2087654321';
    const payout = await merchant.payout({
      amount: 10_001 + at,
      narration: `payout ${at}`,
      recipient: { accountNumber },
    });
    await look();
    const { exchange } = await merchant.settles(payout, status);
    await look();
    payouts.push({ payout, ended: exchange, later: [] });
  }
  return { merchant, payouts };
});
