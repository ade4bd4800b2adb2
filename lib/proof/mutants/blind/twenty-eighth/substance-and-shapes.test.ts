import { probes } from '../probe.support.ts';
import { found } from './substance-and-shapes.ts';

probes(found, {
  'blind28-newer-bank-is-listed-and-not-matched': async (story) => {
    const merchant = await story.merchant();
    const banks = (await merchant.get('/v1/banks')).body.banks as { name: string }[];
    const refused: string[] = [];
    for (const { name } of banks) {
      const recipient = { bankName: name, accountNumber: '0123456789', accountName: 'Ada Obi' };
      if ((await merchant.post('/v1/payouts', story.payout({ recipient }))).status !== 201) refused.push(name);
    }
    return refused;
  },
  'blind28-refund-has-the-time-of-its-checkout': async (story) => {
    const merchant = await story.merchant();
    const payment = await story.paid(merchant);
    await story.advance(100);
    const refund = await story.made(merchant, 'refunds', story.refund(payment));
    const { createdAt } = await story.record(merchant, 'refunds', refund);
    return createdAt === (await story.record(merchant, 'checkouts', payment)).createdAt;
  },
  'blind28-failure-reason-of-a-success': async (story) => {
    const merchant = await story.merchant();
    const refund = await story.made(merchant, 'refunds', story.refund(await story.paid(merchant)));
    await story.advance(60);
    return (await story.record(merchant, 'refunds', refund)).failureReason;
  },
  'blind28-several-problems-are-a-list': async (story) => {
    const merchant = await story.merchant();
    const { body } = await merchant.post('/v1/checkouts', story.checkout({ amount: 1, currency: 'USD' }));
    return typeof (body.error as { message: unknown }).message;
  },
  'blind28-encoded-slash-ends-at-the-proxy': async (story) => {
    const merchant = await story.merchant();
    const { status, headers, code } = await merchant.get('/v1/refunds/a%2Fb');
    return [status, headers['content-type'], typeof code];
  },
  'blind28-in-progress-has-its-own-shape': async (story) => {
    const merchant = await story.merchant();
    await story.control('POST', `/merchants/${merchant.id}/processing-delay`, { milliseconds: 300 });
    const sent = story.checkout();
    const answers = await Promise.all(
      [1, 2].map(() => merchant.post('/v1/checkouts', sent, { 'idempotency-key': 'one' })),
    );
    return answers.map(({ status, body }) => [status, typeof body.error]).sort();
  },
});
