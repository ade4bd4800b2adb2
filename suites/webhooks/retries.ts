import { Blocked, expect, requirement } from '../../lib/harness/index.ts';
import { retried, sent } from './support.ts';

requirement(
  'delivery.retry-signed-afresh',
  'its timestamp is at least 45 s after that of the first attempt',
  async (given) => {
    const { first, retry } = await retried(given);
    const stamp = first.verification.timestamp;
    if (stamp === null) throw new Blocked('the first attempt has no timestamp');

    expect(retry.verification.timestamp, 'timestamp of the retry').toBeGreaterThanOrEqual(stamp + 45);
  },
);

requirement('delivery.retry-signed-afresh', 'its x-service-signature-v2 holds for its own timestamp', async (given) => {
  const { first, retry } = await retried(given);
  if (first.verification.v2 !== 'valid') throw new Blocked('the first attempt has no valid x-service-signature-v2');

  expect(retry.verification.v2, retry.verification.problems.join('; ')).toBe('valid');
});

requirement('delivery.retry-same-body', 'it is the same to the byte', async (given) => {
  const { first, retry } = await retried(given);

  expect(retry.delivery.body.toString('latin1')).toBe(first.delivery.body.toString('latin1'));
});

requirement('delivery.retry-same-body', 'it has the same event id', async (given) => {
  const { first, retry } = await retried(given);

  expect(retry.payload.id).toBe(first.payload.id);
});

// The statement is that of the event: nothing in it lets an event wait for an earlier one.
requirement('webhook.payout-succeeded', 'it is sent also while an earlier event waits for its retry', async (given) => {
  const { merchant } = given;
  const failing = await sent(given, 500);
  const payout = await merchant.payout();

  await merchant.webhooks.arrives('payout.succeeded', payout.reference, 50);
  failing.answer(200);
});
