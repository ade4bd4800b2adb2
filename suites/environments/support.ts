import {
  availablePaths,
  Blocked,
  type CheckContext,
  type Created,
  integersIn,
  movingLiveMoney,
  NotExercised,
} from '../../lib/interface/index.ts';

/** The live merchant's client, sending to the sandbox address. Uses its own client, so that the live key stays masked. */
export function liveAtSandbox({ live, baseUrls }: Pick<CheckContext, 'live' | 'baseUrls'>) {
  return live.api.with({ baseUrl: baseUrls.sandbox });
}

/** The sandbox merchant's client, sending to the live address. */
export function sandboxAtLive({ merchant, baseUrls }: Pick<CheckContext, 'merchant' | 'baseUrls'>) {
  if (baseUrls.live === null) throw new Blocked('suite fault: no live address');
  return merchant.api.with({ baseUrl: baseUrls.live });
}

/** A complete checkout body, for clients that send to the other environment's address. */
export function checkoutBody(reference: string) {
  return {
    reference,
    amount: 5_000,
    currency: 'NGN',
    customer: { email: 'ada@example.com' },
    returnUrl: 'https://shop.example.com/return',
  };
}

/**
 * A step: a buyer pays these amounts to the live merchant; `work` gets the last payment, the balance then available, and all payments. When a payment
 * counts is not shown, so waits until the balance has grown by all of them.
 */
export async function withBalance(
  context: CheckContext,
  paid: readonly [number, ...number[]],
  work: (payment: Created, available: number, payments: readonly Created[]) => Promise<void>,
): Promise<void> {
  const { live, buyer, time } = context;
  const shown = await availablePaths(context).catch((error: unknown): readonly string[] => {
    if (error instanceof NotExercised) return [];
    throw error;
  });
  const balance = async () => new Map(integersIn((await live.api.getBalance()).json));
  await movingLiveMoney(context, async () => {
    const before = await balance();
    const [first, ...others] = paid;
    let payment = await buyer.paid(live, { amount: first });
    const payments = [payment];
    for (const amount of others) {
      payment = await buyer.paid(live, { amount });
      payments.push(payment);
    }
    const sum = others.reduce((before, amount) => before + amount, first);
    // The field's name is not shown: it is the one that grows by the amount paid in, and from which payouts went in sandbox.
    const available = await time.until('what was paid counts towards the balance', 60, async () => {
      const now = await balance();
      const grown = [...now.keys()].filter((path) => (now.get(path) ?? 0) - (before.get(path) ?? 0) === sum);
      const known = shown.length === 0 ? grown : grown.filter((path) => shown.includes(path));
      return now.get(known.find((name) => /avail/i.test(name)) ?? known[0] ?? '');
    });
    if (available === undefined)
      throw new NotExercised(`no number of the live balance grew by the ${sum} kobo paid in`);
    await work(payment, available, payments);
  });
}

/** A step: the payouts that count against the balance must not have failed meanwhile, as live ones may: that returns their amount. */
export async function notFailed(context: Pick<CheckContext, 'live'>, references: readonly string[]): Promise<void> {
  for (const reference of references) {
    const { json } = await context.live.api.getPayout(reference);
    if (typeof json === 'object' && json !== null && 'status' in json && json.status === 'failed') {
      throw new NotExercised(`the live payout ${reference} has failed: its amount is back in the balance`);
    }
  }
}
