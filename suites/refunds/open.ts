import { observation, summary } from '../../lib/interface/index.ts';

observation('refund.reference-length', async ({ merchant, buyer, data }) => {
  const payment = await buyer.paid(merchant, { amount: 5_000 });
  const references = [
    ['101 characters', data.reference('rfd').padEnd(101, 'x')],
    ['256 characters', data.reference('rfd').padEnd(256, 'x')],
    ['with a space', `${data.reference('rfd')} x`],
    ['with a slash', `${data.reference('rfd')}/x`],
  ] as const;
  const seen: string[] = [];
  for (const [what, reference] of references) {
    const answer = await merchant.createRefund({ paymentReference: payment.reference, reference, amount: 1 });
    seen.push(`${what}: ${summary(answer)}`);
  }
  return seen.join('; ');
});

observation('refund.status-on-create', async ({ merchant, buyer, time }) => {
  const payment = await buyer.paid(merchant);
  const began = time.now();
  const refund = await merchant.refund(payment);
  if (refund.status !== 'pending') return `${refund.status} at once`;
  await merchant.settles(refund);
  return `pending; succeeded within ${Math.ceil((time.now() - began) / 1_000)} s`;
});
