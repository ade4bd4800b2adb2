import { pause } from '../../steps.ts';
import { probes, told } from '../probe.support.ts';
import { found } from './money-keys.ts';

const SLOW_MS = 4_000;
const LATER_MS = 2_000;

probes(found, {
  'blind15-fingerprint-without-nested-fields': async (story) => {
    const merchant = await story.merchant();
    const body = story.payout();
    const other = { ...body, recipient: { ...body.recipient, accountNumber: '0123456780' } };
    await merchant.post('/v1/payouts', body, { 'idempotency-key': 'one' });
    return told(await merchant.post('/v1/payouts', other, { 'idempotency-key': 'one' }));
  },
  'blind15-lock-ends-after-a-second': async (story) => {
    const merchant = await story.merchant();
    await story.control('POST', `/merchants/${merchant.id}/processing-delay`, { milliseconds: SLOW_MS });
    const body = story.checkout();
    const first = merchant.post('/v1/checkouts', body, { 'idempotency-key': 'one' });
    await pause(LATER_MS);
    const second = await merchant.post('/v1/checkouts', body, { 'idempotency-key': 'one' });
    return [told(await first), told(second)];
  },
  'blind15-kept-answer-is-used-up': async (story) => {
    const merchant = await story.merchant();
    const body = story.checkout();
    const send = () => merchant.post('/v1/checkouts', body, { 'idempotency-key': 'one' });
    return [told(await send()), told(await send()), told(await send())];
  },
  'blind15-reused-key-takes-the-later-fingerprint': async (story) => {
    const merchant = await story.merchant();
    const body = story.refund(await story.paid(merchant));
    const send = (sent: object) => merchant.post('/v1/refunds', sent, { 'idempotency-key': 'one' });
    await send(body);
    return [told(await send({ ...body, amount: 900 })), told(await send(body))];
  },
});
