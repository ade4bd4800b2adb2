import { Blocked, type CheckContext, came, type Exchange, shared } from '../../lib/interface/index.ts';
import { longestAsked } from './retry-after.ts';
import { letThrough, readOtherwise } from './spellings.ts';
import { type Api, atOnce, isRefused, reads, rested, unpaced } from './support.ts';

/** 300 reads at once, then creates and more reads while the key is refused; then a rest, and GET of the last refused create. */
export const excess = shared('far more requests than a minute has room for', [], async (context) => {
  const api = unpaced(context.merchant);
  // Repeated up to three times, because the end of a minute in between makes room for the later requests.
  for (let turn = 1; ; turn++) {
    const flood = await atOnce(context, 'reads', reads(api, 300));
    const attempts = await creates(context, api, 10);
    const otherwise = await readOtherwise(context, context.merchant);
    const [last, before] = attempts.filter(({ answer }) => isRefused(answer)).toReversed();
    const allThrough = last === undefined || letThrough(otherwise).length > 0;
    if (allThrough && turn < 3 && flood.refused.length > 0) continue;
    await rested(context, longestAsked([...flood.refused, ...attempts.map(({ answer }) => answer)]));
    return { ...flood, attempts, otherwise, after: last && (await lookedAt(context, last, before ?? null)) };
  }
});

interface Attempt {
  readonly body: { readonly reference: string };
  readonly idempotencyKey: string;
  readonly answer: Exchange;
}

async function creates(context: CheckContext, api: Api, count: number): Promise<Attempt[]> {
  const attempts = Array.from({ length: count }, async () => {
    const body = {
      reference: context.data.reference('chk'),
      amount: 5_000,
      currency: 'NGN',
      customer: { email: context.data.email() },
      returnUrl: 'https://shop.example.com/return',
    };
    const idempotencyKey = context.data.reference('key');
    return { body, idempotencyKey, answer: await api.createCheckout(body, { idempotencyKey }) };
  });
  return await came(attempts);
}

/** `other`: another refused create, whose reference is asked for under another key. */
async function lookedAt({ merchant }: CheckContext, { body, idempotencyKey }: Attempt, other: Attempt | null) {
  const found = await merchant.api.getCheckout(body.reference);
  const again = await merchant.api.createCheckout(body, { idempotencyKey, onRateLimited: 'return' });
  const anew = other && (await merchant.api.createCheckout(other.body, { onRateLimited: 'return' }));
  return { found, again, anew };
}

/** What was seen after a rest of a create that had been refused. */
export async function afterwards(context: CheckContext) {
  const { after } = await excess(context);
  if (after === undefined) throw new Blocked('no create was refused');
  return after;
}
