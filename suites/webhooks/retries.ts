import { Blocked, difference, expect, of, part, requirement, signatures, timestamp } from '../../lib/harness/index.ts';
import { retried, sent } from './support.ts';

requirement(
  'delivery.retry-signed-afresh',
  'its timestamp is at least 45 s after that of the first attempt',
  async (given) => {
    const { first, retry } = await retried(given);
    if (first.verification.timestamp === null) throw new Blocked('the first attempt has no timestamp');

    const later = difference(timestamp(retry), timestamp(first));
    expect(later, 'seconds between the timestamps').toBeGreaterThanOrEqual(45);
  },
);

requirement('delivery.retry-signed-afresh', 'its x-service-signature-v2 holds for its own timestamp', async (given) => {
  const { first, retry } = await retried(given);
  if (first.verification.v2 !== 'valid') throw new Blocked('the first attempt has no valid x-service-signature-v2');

  expect(signatures(retry)[1], retry.verification.problems.join('; ')).toBe('valid');
});

requirement('delivery.retry-same-body', 'it is the same to the byte', async (given) => {
  const { first, retry } = await retried(given);

  expect(part(retry, 'body')).toBe(part(first, 'body'));
});

requirement('delivery.retry-same-body', 'it has the same event id', async (given) => {
  const { first, retry } = await retried(given);

  expect(of(retry, 'id')).toBe(of(first, 'id'));
});

// The statement is that of the event: nothing in it lets an event wait for an earlier one.
requirement('webhook.payout-succeeded', 'it is sent also while an earlier event waits for its retry', async (given) => {
  const { merchant } = given;
  const failing = await sent(given, 500);
  const payout = await merchant.payout();

  await merchant.webhooks.arrives('payout.succeeded', payout.reference, 50);
  failing.answer(200);
});
