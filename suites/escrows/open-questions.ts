import { field, NotExercised, observation, summary } from '../../lib/interface/index.ts';
import { escrowWithFee, gainInTheEnd, purse } from './money/money.ts';
import { disputed, names, reached } from './support.ts';

observation('escrow.record-fields', async ({ merchant }) => {
  const escrow = await merchant.escrow({ metadata: { order: 'A-1' } });
  return names((await merchant.get(escrow)).json);
});

observation('escrow.action-responses', async ({ merchant, buyer }) => {
  const [unpaid, released, refunded] = await Promise.all([
    merchant.escrow(),
    buyer.funded(merchant),
    buyer.funded(merchant),
  ]);
  const release = await merchant.api.releaseEscrow(released.reference);
  const refund = await merchant.api.refundEscrow(refunded.reference, { amount: 20_000 });
  const cancel = await merchant.api.cancelEscrow(unpaid.reference);
  return `release: ${names(release.json)}; refund: ${names(refund.json)}; cancel: ${names(cancel.json)}`;
});

observation('escrow.dispute-decided', async () => {
  throw new NotExercised("nothing here can bring about an administrator's decision");
});

observation('escrow.release-while-disputed', async (context) => {
  const escrow = await disputed(context);
  const answer = await context.merchant.api.releaseEscrow(escrow.reference);
  const state = field((await context.merchant.get(escrow)).json, 'status');
  return `${summary(answer)}; the escrow is then ${state}`;
});

observation('escrow.refund-in-other-states', async ({ merchant, buyer }) => {
  const [unpaid, cancelled, released] = await Promise.all([
    merchant.escrow(),
    merchant.escrow(),
    buyer.funded(merchant),
  ]);
  await merchant.api.cancelEscrow(cancelled.reference);
  await reached(merchant, cancelled, 'cancelled');
  await merchant.api.releaseEscrow(released.reference);
  await reached(merchant, released, 'released');
  const refund = async (reference: string) => summary(await merchant.api.refundEscrow(reference, {}));
  const answers = await Promise.all([unpaid, cancelled, released].map(({ reference }) => refund(reference)));
  return `unpaid: ${answers[0]}; cancelled: ${answers[1]}; released: ${answers[2]}`;
});

observation('escrow.refused-transitions', async ({ merchant, buyer }) => {
  const unpaid = await merchant.escrow();
  const paid = await buyer.funded(merchant);
  const release = await merchant.api.releaseEscrow(unpaid.reference);
  const cancel = await merchant.api.cancelEscrow(paid.reference);
  return `release of an unpaid one: ${summary(release)}; cancel of a paid one: ${summary(cancel)}`;
});

observation('escrow.action-on-unknown', async ({ merchant, data }) => {
  const reference = data.reference('esc');
  const release = await merchant.api.releaseEscrow(reference);
  const refund = await merchant.api.refundEscrow(reference, {});
  const cancel = await merchant.api.cancelEscrow(reference);
  return `release: ${summary(release)}; refund: ${summary(refund)}; cancel: ${summary(cancel)}`;
});

observation('escrow.amount-maximum', async ({ merchant }) =>
  summary(await merchant.createEscrow({ amount: 2_000_000_001 })),
);

observation('escrow.reference-length', async ({ merchant, data }) => {
  const unique = data.reference('esc');
  const long = await merchant.createEscrow({ reference: unique.padEnd(101, 'x') });
  const longer = await merchant.createEscrow({ reference: unique.padEnd(300, 'y') });
  const odd = await merchant.createEscrow({ reference: `${unique} #/ọ` });
  return `101 characters: ${summary(long)}; 300: ${summary(longer)}; a space, #, / and ọ: ${summary(odd)}`;
});

observation('escrow.seller-wallet-format', async ({ merchant }) => {
  const short = await merchant.createEscrow({ seller: { walletId: '123456789' } });
  const letters = await merchant.createEscrow({ seller: { walletId: 'ABCDEFGHIJ' } });
  const seen = [`9 digits: ${summary(short)}`, `10 letters: ${summary(letters)}`];
  for (const walletId of ['0000000001\n', ' 0000000001', '+0000000001']) {
    seen.push(`${JSON.stringify(walletId)}: ${summary(await merchant.createEscrow({ seller: { walletId } }))}`);
  }
  return seen.join('; ');
});

observation('escrow.refund-above-amount', async ({ merchant, buyer }) => {
  const refund = async (amount: number) => {
    const escrow = await buyer.funded(merchant, { amount: 50_000 });
    return summary(await merchant.api.refundEscrow(escrow.reference, { amount }));
  };
  return `0: ${await refund(0)}; one kobo too much: ${await refund(50_001)}`;
});

observation(
  'escrow.partial-refund-fee',
  async (context) => {
    const { merchant, buyer } = context;
    const [seller, ours] = [await purse(context), await purse(context)];
    const escrow = await escrowWithFee(context, {
      amount: 50_000,
      seller: { walletId: seller.walletId },
      feeAmount: 1_500,
      feeWalletId: ours.walletId,
    });
    await buyer.funds(merchant, escrow);
    await merchant.api.refundEscrow(escrow.reference, { amount: 20_000 });
    await reached(merchant, escrow, 'refunded');
    const released = await merchant.webhooks.after(30, 'escrow.released', escrow.reference);
    const [remainder, fee] = [await gainInTheEnd(context, seller), await gainInTheEnd(context, ours)];
    const sent = released.value.length > 0 ? 'is sent' : 'is not sent';
    return `of 30,000 left the seller gets ${remainder} and the fee wallet ${fee}; escrow.released ${sent}`;
  },
  { needs: ['wallets'] },
);
