import { type Probe, probes, told } from '../probe.support.ts';
import { DAY, HOUR } from '../ways.ts';
import { found } from './money-refunds.ts';

/** Refunds of these amounts, one after the other, and how each is answered. */
function inParts(paid: number, ...parts: readonly number[]): Probe {
  return async (story) => {
    const merchant = await story.merchant();
    const checkout = await story.paid(merchant, { amount: paid });
    const answers = [];
    for (const amount of parts)
      answers.push(told(await merchant.post('/v1/refunds', story.refund(checkout, { amount }))));
    return answers;
  };
}

/** A refund that fails and one that does not, made one right after the other; what has become of both. */
const twoAtOnce: Probe = async (story) => {
  const merchant = await story.merchant();
  const checkout = await story.paid(merchant);
  const failing = await story.made(merchant, 'refunds', story.refund(checkout, { reason: 'sandbox_fail' }));
  const plain = await story.made(merchant, 'refunds', story.refund(checkout));
  await story.advance(10);
  return [await story.status(merchant, 'refunds', failing), await story.status(merchant, 'refunds', plain)];
};

probes(found, {
  'blind16-escrows-found-among-the-payments': async (story) => {
    const merchant = await story.merchant();
    const escrow = await story.funded(merchant);
    return told(await merchant.post('/v1/refunds', story.refund(escrow)));
  },
  'blind16-absence-of-a-refund-remembered': async (story) => {
    const merchant = await story.merchant();
    const refund = story.refund(await story.paid(merchant));
    await story.record(merchant, 'refunds', refund.reference);
    await story.made(merchant, 'refunds', refund);
    return await story.status(merchant, 'refunds', refund.reference);
  },
  'blind16-references-unique-in-their-month': async (story) => {
    const merchant = await story.merchant();
    const checkout = await story.paid(merchant);
    const reference = await story.made(merchant, 'refunds', story.refund(checkout));
    await story.advance(32 * DAY);
    return told(await merchant.post('/v1/refunds', story.refund(checkout, { reference })));
  },
  'blind16-first-page-of-earlier-refunds': inParts(5_000, ...Array<number>(11).fill(450), 500),
  'blind16-refunds-added-up-in-naira': inParts(330, 110, 220),
  'blind16-batch-fails-as-a-whole': twoAtOnce,
  'blind16-refund-done-once-its-event-is-taken': async (story) => {
    const hook = await story.hook((response) => response.writeHead(500).end());
    const merchant = await story.merchant('sandbox', hook);
    const refund = await story.made(merchant, 'refunds', story.refund(await story.paid(merchant)));
    await story.advance(HOUR);
    return await story.status(merchant, 'refunds', refund);
  },
  'blind16-failure-restores-the-total-it-saw': async (story) => {
    const merchant = await story.merchant();
    const checkout = await story.paid(merchant);
    await story.made(merchant, 'refunds', story.refund(checkout));
    await story.made(merchant, 'refunds', story.refund(checkout, { reason: 'sandbox_fail' }));
    await story.advance(10);
    return (await story.record(merchant, 'checkouts', checkout)).refundedAmount;
  },
});
