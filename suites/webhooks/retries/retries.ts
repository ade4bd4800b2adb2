import {
  Blocked,
  check,
  difference,
  expect,
  observation,
  of,
  signatures,
  timestamp,
} from '../../../lib/interface/index.ts';
import { retried, sent } from '../support.ts';

check(
  'delivery.retry-signed-afresh',
  'its timestamp is at least 45 s after that of the first attempt',
  async (context) => {
    const { first, retry } = await retried(context);
    if (first.verification.timestamp === null) throw new Blocked('the first attempt has no timestamp');

    const later = difference(timestamp(retry), timestamp(first));
    expect(later, 'seconds between the timestamps').toBeGreaterThanOrEqual(45);
  },
);

check('delivery.retry-signed-afresh', 'its x-service-signature-v2 holds for its own timestamp', async (context) => {
  const { first, retry } = await retried(context);
  if (first.verification.v2 !== 'valid') throw new Blocked('the first attempt has no valid x-service-signature-v2');

  expect(signatures(retry)[1], retry.verification.problems.join('; ')).toBe('valid');
});

check('delivery.retry-same-body', 'it has the same event id', async (context) => {
  const { first, retry } = await retried(context);

  expect(of(retry, 'id')).toBe(of(first, 'id'));
});

observation('delivery.retry-bytes', async (context) => {
  const { first, retry } = await retried(context);
  const [before, after] = [first, retry].map(({ payload }) => Object.entries(payload));
  if (first.delivery.body.equals(retry.delivery.body)) return 'the same bytes as the first attempt';
  const other = (after ?? []).filter(
    ([name, value]) => !(before ?? []).some((known) => JSON.stringify(known) === JSON.stringify([name, value])),
  );
  return `other bytes than the first attempt; fields that differ: ${other.map(([name]) => name).join(', ') || 'none'}`;
});

// The requirement is that of the event: nothing in it permits an event to wait for an earlier one.
check('webhook.payout-succeeded', 'it is sent also while an earlier event waits for its retry', async (context) => {
  const { merchant } = context;
  await sent(context, 500);
  const payout = await merchant.payout();

  await merchant.webhooks.arrives('payout.succeeded', payout.reference);
});
