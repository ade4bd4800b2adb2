import { createHmac } from 'node:crypto';
import {
  type CheckContext,
  captured,
  check,
  differentOf,
  expect,
  field,
  observation,
  signaturesOf,
} from '../../../lib/interface/index.ts';
import { announcedBy } from '../events/announced.ts';
import { arrivesAnywhere, delivery, EVENT, retryOf, sent, separate } from '../support.ts';

check('webhook.own-address-only', 'the event of a payout goes to one of two merchants', async (context) => {
  const { merchant, capture, time } = context;
  const other = await context.access('sandbox');
  separate(merchant.webhooks.path, other.hookPath);
  const payout = await merchant.payout();
  await merchant.webhooks.given(EVENT, payout.reference);
  await time.listen(10, 'the event goes elsewhere too');

  const everywhere = captured({ capture }, { reference: payout.reference });

  expect(differentOf(everywhere, 'path')).toEqual([merchant.webhooks.path]);
});

check('webhook.address-changed', 'the event of a later payout goes to the new address', async (context) => {
  const { merchant, console, capture } = context;
  const there = capture.hook();
  separate(merchant.webhooks.path, there.path);
  await console.change(merchant, { webhookUrl: there.url });
  const { reference } = await merchant.payout();
  await arrivesAnywhere(context, merchant, { event: EVENT, reference });

  const everywhere = captured({ capture }, { reference });
  if (everywhere.value.length === 0) await announcedBy[EVENT](context);

  expect(differentOf(everywhere, 'path')).toEqual([there.path]);
});

check('webhook.secret-rotated', 'the event of a later payout is signed with the new secret', async (context) => {
  const { merchant, console } = context;
  const secret = await console.rotateWebhookSecret(merchant);
  const { reference } = await merchant.payout();

  const event = await delivery(context, `the event of ${reference}`, { path: merchant.webhooks.path, reference });

  expect(signaturesOf(event, secret, null)).toEqual(['valid', 'valid']);
});

check('webhook.get-agrees', 'payment.succeeded: the checkout has succeeded', async ({ merchant, buyer }) => {
  const payment = await buyer.paid(merchant);
  await merchant.webhooks.given('payment.succeeded', payment.reference);

  expect(await merchant.get(payment)).toHaveField('status', 'succeeded');
});

check('webhook.get-agrees', 'refund.succeeded: the refund has succeeded', async ({ merchant, buyer }) => {
  const refund = await merchant.refund(await buyer.paid(merchant));
  await merchant.webhooks.given('refund.succeeded', refund.reference);

  expect(await merchant.becomes(refund, 'succeeded', 30)).toHaveField('status', 'succeeded');
});

check('webhook.get-agrees', 'payout.failed: the payout has failed', async ({ merchant }) => {
  const payout = await merchant.payout({ recipient: { accountNumber: '0000000000' } });
  await merchant.webhooks.given('payout.failed', payout.reference);

  expect(await merchant.becomes(payout, 'failed', 30)).toHaveField('status', 'failed');
});

observation('webhook.old-secret', async (context) => {
  const event = await sent(context, 500);
  const before = context.merchant.access.webhookSecret ?? '';
  const after = await context.console.rotateWebhookSecret(context.merchant);
  const { retry } = await retryOf(context, event);
  if (retry === undefined) return 'no retry came';
  const signature = retry.delivery.headers['x-service-signature'];
  const signedWith = (secret: string) => signature === hmac(secret, retry.delivery.body);
  return `the retry is signed with ${signedWith(after) ? 'the new' : signedWith(before) ? 'the old' : 'neither'} secret`;
});

observation('webhook.before-response', async ({ merchant }: CheckContext) => {
  let before = 0;
  for (let turn = 0; turn < 3; turn++) {
    const escrow = await merchant.escrow();
    const cancellation = await merchant.api.cancelEscrow(escrow.reference);
    const { delivery } = await merchant.webhooks.given('escrow.cancelled', escrow.reference);
    if (delivery.mono < cancellation.receivedMono) before++;
  }
  return `${before} of 3, after cancelling an escrow`;
});

observation('delivery.duplicates-and-order', async ({ merchant, time }) => {
  const payouts = [await merchant.payout(), await merchant.payout(), await merchant.payout()];
  for (const { reference } of payouts) await merchant.webhooks.given(EVENT, reference);
  await time.listen(30, 'acknowledged events come again');
  const all = payouts.map(({ reference }) => merchant.webhooks.all(EVENT, reference));
  const copies = payouts.flatMap(({ reference }) => merchant.webhooks.copies(EVENT, reference));
  const firsts = all.flatMap(([first]) => first ?? []).toSorted((a, b) => a.delivery.seq - b.delivery.seq);
  const times = firsts.map(({ payload }) => Date.parse(String(field(payload, 'occurredAt'))));
  const late = times.filter((at, turn) => times.slice(0, turn).some((earlier) => earlier > at)).length;
  return `of 3 events ${all.flat().length + copies.length - 3} came again, ${late} came after a later one`;
});

function hmac(secret: string, message: string | Buffer): string {
  return createHmac('sha256', secret).update(message).digest('hex');
}
