import { check, checks, type Exchange, expect, NotExercised, shared } from '../../../lib/interface/index.ts';

// A refund refused because of its amount stays refused, even if another refund fails and makes room for it.

const PAID = 40_007;
const KEPT = 10_001;
/** Of one that is pending when another is refused, and succeeds. */
const GOOD = 2_003;

interface Told {
  readonly checkout: Exchange;
  readonly refused: Exchange;
}

const prepared = shared(
  'a refund refused, before another one fails',
  ['buyer'],
  async ({ merchant, buyer, data, time }) => {
    const payment = await buyer.paid(merchant, { amount: PAID });
    await merchant.refundSettles(payment, { amount: KEPT });
    const good = await merchant.refund(payment, { amount: GOOD });
    const failing = await merchant.refund(payment, { amount: 20_003, reason: 'sandbox_fail' });
    const reference = data.reference('rfd');
    const wish = { paymentReference: payment.reference, reference, amount: 15_005 };
    const refusal = await merchant.createRefund(wish);
    // The other refund had already failed, so there was room.
    if (refusal.status === 201) return null;
    const again = await merchant.createRefund({ ...wish, amount: PAID + 1 });
    await merchant.settles(failing, 'failed');
    const beside = await merchant.becomes(good, 'succeeded');
    const look = async (): Promise<Told> => ({
      checkout: await merchant.get(payment),
      refused: await merchant.get({ kind: 'refund', reference }),
    });
    const atOnce = await look();
    await time.listen(3_600, 'a refused refund is not made later');
    const anHourLater = await look();
    return {
      merchant,
      reference,
      again,
      beside,
      atOnce,
      anHourLater,
      rest: await merchant.createRefund({ ...wish, amount: PAID - KEPT - GOOD }),
    };
  },
);

async function told(context: Parameters<typeof prepared>[0]) {
  const life = await prepared(context);
  if (life === null) throw new NotExercised('the refund that fails was never seen pending: nothing was refused');
  return life;
}

checks(
  'refund.exceeding-has-no-effect',
  [
    { title: 'a refused refund for which there is room is not there as soon as another has failed', look: 'atOnce' },
    { title: 'a refused refund for which there is room is not there an hour later', look: 'anHourLater' },
    { title: 'all that is left can be refunded, under the reference that was refused twice', look: null },
  ] as const,
  ({ title }) => title,
  async (context, { look }) => {
    const life = await told(context);
    if (look === null) return expect(life.rest).toHaveStatus(201);

    expect(life[look].refused).toHaveStatus(404);
    expect(life[look].checkout).toHaveField('refundedAmount', KEPT + GOOD);
  },
  { waits: '1h' },
);

check(
  'refund.exceeding-has-no-effect',
  'one that was pending when others were refused for their amounts succeeds',
  async (context) => {
    expect((await told(context)).beside).toHaveField('status', 'succeeded');
  },
  { waits: '1h' },
);
