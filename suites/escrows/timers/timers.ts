import {
  type CheckContext,
  type Created,
  check,
  checks,
  expect,
  type Merchant,
  of,
} from '../../../lib/interface/index.ts';
import { disputed, ofAmountWherePossible, tries } from '../support.ts';

// Each timer runs from its own start, whatever is read, repeated or refused meanwhile; the status is read before and after its end.

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const EARLY = 5 * MINUTE;

/** The check itself: shortly before the time it has status `from`, soon after it status `to`. */
async function turns(
  { merchant, time }: CheckContext,
  escrow: Created,
  { after, from, to }: { after: number; from: string; to: string },
): Promise<void> {
  await time.wait(after - EARLY, `an escrow becomes ${to}`);
  expect(await merchant.get(escrow)).toHaveField('status', from);

  await time.wait(EARLY, `an escrow becomes ${to}`);
  expect(await merchant.becomes(escrow, to, 10 * MINUTE)).toHaveField('status', to);
}

check('escrow.auto-release-from-payment', 'paid half an hour after it was created', async (context) => {
  const { merchant, buyer, time } = context;
  const escrow = await merchant.escrow({ autoReleaseHours: 1 });
  await time.wait(HOUR / 2, 'the buyer takes half an hour');
  await buyer.funds(merchant, escrow);

  await turns(context, escrow, { after: HOUR, from: 'funded', to: 'released' });
});

check(
  'escrow.auto-release-from-payment',
  'paid 23 hours after it was created',
  async (context) => {
    const { merchant, buyer, time } = context;
    const escrow = await merchant.escrow({ autoReleaseHours: 2 });
    await time.wait(23 * HOUR, 'the buyer takes 23 hours');
    await buyer.funds(merchant, escrow);

    await turns(context, escrow, { after: 2 * HOUR, from: 'funded', to: 'released' });
  },
  { waits: '25h', alsoInLive: true },
);

checks(
  'escrow.releases-after-its-hours',
  [2, 30, 73, 24, 48, 71, 100, 168, 336, 719],
  (hours) => `autoReleaseHours ${hours}`,
  async (context, hours) => {
    const { merchant, buyer } = context;
    const fields = { autoReleaseHours: hours, amount: amountFor(hours) };
    const escrow = await buyer.funds(merchant, await ofAmountWherePossible(merchant, fields));

    await turns(context, escrow, { after: hours * HOUR, from: 'funded', to: 'released' });
  },
  (hours) => ({ waits: `${hours}h`, alsoInLive: hours < 48 }),
);

/** Kobo, from the smallest amount to a large one: the time of an escrow does not depend on them. */
function amountFor(hours: number): number {
  if (hours === 2) return 10_000;
  return hours === 73 ? 1_999_999_999 : hours * 1_000_003;
}

/** Requests that must not restart a timer. */
async function disturb(
  { merchant, data }: CheckContext,
  escrow: Created,
  repeat: () => Promise<unknown>,
): Promise<void> {
  await merchant.get(escrow);
  await repeat();
  await merchant.createEscrow({ reference: escrow.reference, autoReleaseHours: 720 });
  await merchant.api.refundEscrow(escrow.reference, { amount: 'a part' }, { idempotencyKey: data.reference('key') });
}

/** A step: an escrow whose create request can be replayed. */
async function repeatable(merchant: Merchant, key: string, fields: Record<string, unknown>) {
  const body = { currency: 'NGN', seller: { walletId: '0000000001' }, amount: 50_000, reference: key, ...fields };
  const escrow = await merchant.escrow(body);
  return { escrow, again: () => merchant.createEscrow(body) };
}

check(
  'escrow.timers-run-on',
  'reads, a second payment, a refused cancel and refund do not put off the automatic release',
  async (context) => {
    const { merchant, buyer, time, data } = context;
    const { escrow, again } = await repeatable(merchant, data.reference('esc'), { autoReleaseHours: 1 });
    await buyer.funds(merchant, escrow);
    await time.wait(HOUR / 2, 'half of the time to the automatic release passes');
    await disturb(context, escrow, again);
    await merchant.api.cancelEscrow(escrow.reference);
    await tries(context, buyer.paysEscrow(merchant, escrow));

    await turns(context, escrow, { after: HOUR / 2, from: 'funded', to: 'released' });
  },
  { needs: ['escrow-buyer'], waits: '1h' },
);

check(
  'escrow.timers-run-on',
  'reads, a second creation and refused calls do not put off the end of an unpaid escrow',
  async (context) => {
    const { merchant, time, data } = context;
    const { escrow, again } = await repeatable(merchant, data.reference('esc'), {});
    await time.wait(12 * HOUR, 'half of the time of an unpaid escrow passes');
    await disturb(context, escrow, again);
    await merchant.api.releaseEscrow(escrow.reference);

    await turns(context, escrow, { after: 12 * HOUR, from: 'pending_payment', to: 'expired' });
  },
);

check(
  'escrow.paid-does-not-expire',
  'an escrow that is paid in its last five minutes',
  async (context) => {
    const { merchant, buyer, time } = context;
    const escrow = await merchant.escrow();
    await time.wait(24 * HOUR - EARLY, 'the buyer comes at the last moment');
    await buyer.funds(merchant, escrow);
    await time.wait(HOUR, 'a paid escrow does not expire');

    expect(await merchant.get(escrow)).toHaveField('status', 'funded');
  },
  { waits: '25h' },
);

check('escrow.dispute-pauses-release', 'a dispute five minutes before the release', async (context) => {
  const { merchant, buyer, time } = context;
  const escrow = await buyer.funded(merchant, { autoReleaseHours: 1 });
  await time.wait(HOUR - EARLY, 'the buyer complains at the last moment');
  await buyer.disputes(merchant, escrow);
  await time.wait(HOUR, 'a disputed escrow is not released');

  expect(await merchant.get(escrow)).toHaveField('status', 'disputed');
});

check(
  'escrow.dispute-pauses-release',
  'after the default of 72 hours it is still disputed',
  async (context) => {
    const escrow = await disputed(context);
    await context.time.wait(73 * HOUR, 'a disputed escrow is not released');

    expect(await context.merchant.get(escrow)).toHaveField('status', 'disputed');
  },
  { waits: '73h' },
);

check(
  'escrow.dispute-pauses-release',
  'a month after the default of 72 hours it is not released',
  async (context) => {
    const escrow = await disputed(context);
    await context.time.wait(33 * 24 * HOUR, 'a disputed escrow is not released');

    expect(of(await context.merchant.get(escrow), 'status')).not.toBe('released');
  },
  { waits: '792h' },
);
