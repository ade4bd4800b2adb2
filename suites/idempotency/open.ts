import { observation, summary } from '../../lib/interface/index.ts';
import { isReplay } from './support.ts';

observation('idempotency.scope-of-a-key', async ({ merchant, data }) => {
  const idempotencyKey = data.reference('key');
  const checkout = await merchant.createCheckout({}, { idempotencyKey });
  const payout = await merchant.createPayout({}, { idempotencyKey });
  return `checkout create ${summary(checkout)}, then payout create with its key ${summary(payout)}`;
});

observation('idempotency.reordered-body', async ({ merchant, data }) => {
  const idempotencyKey = data.reference('key');
  const first = await merchant.createCheckout({}, { idempotencyKey });
  const body = JSON.parse(first.sent.body ?? '{}') as Record<string, unknown>;
  const reordered = Object.fromEntries(Object.entries(body).toReversed());
  const otherOrder = await merchant.api.createCheckout(reordered, { idempotencyKey });
  const spaced = await merchant.api.createCheckout({}, { idempotencyKey, rawBody: JSON.stringify(body, null, 2) });
  const seen = (answer: typeof first) => (isReplay(answer) ? 'replayed' : summary(answer));
  return `fields in another order: ${seen(otherOrder)}; other white space: ${seen(spaced)}`;
});

observation('idempotency.errors-replayed', async ({ merchant, data }) => {
  const idempotencyKey = data.reference('key');
  const body = { reference: data.reference('chk'), customer: { email: 'ada@example.com' } };
  const first = await merchant.createCheckout({ ...body, amount: 99 }, { idempotencyKey });
  const again = await merchant.createCheckout({ ...body, amount: 99 }, { idempotencyKey });
  const mended = await merchant.createCheckout({ ...body, amount: 100 }, { idempotencyKey });
  const marked = isReplay(again) ? 'marked as replayed' : 'not marked';
  return `${summary(first)}, again ${summary(again)} ${marked}; the mended body under that key: ${summary(mended)}`;
});
