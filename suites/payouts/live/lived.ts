import { Blocked, type CheckContext, type Exchange, raw, shared, unknownBank } from '../../../lib/interface/index.ts';
import { notFailed, withBalance } from '../../environments/support.ts';
import { atOnce, repeatablePayout } from '../../idempotency/support.ts';
import { moment } from '../../support/attempts.ts';
import { bankNames } from '../support.ts';
import { wrongInLive } from './wrong.ts';

// What holds of payouts in sandbox holds in live, where a balance has to cover them. Nothing here depends on when they settle.

export const AMOUNT = 12_345;
export const narration = 'Sales of week 47, “ọjà” & more';
export const life = shared('live payouts that a balance covers', ['live', 'live-buyer'], async (context) => {
  const seen: Awaited<ReturnType<typeof lived>>[] = [];
  await withBalance(context, [300_000], async (_payment, available) => {
    seen.push(await lived(context, available));
  });
  const [only] = seen;
  if (only === undefined) throw new Blocked('suite fault: no payout was asked for');
  return only;
});

async function lived(context: CheckContext, available: number) {
  const { live, merchant, data } = context;
  const get = (reference: string) => live.get({ kind: 'payout', reference });
  const [reference, free, many] = [data.reference('pay-a'), data.reference('pay'), data.reference('pay')];
  const unknown = await get(reference);
  const send = repeatablePayout({ merchant: live, data }, { reference, amount: AMOUNT, narration });
  const before = await moment(context, "the target's time before a live payout was asked for");
  const first = await send();
  const after = await moment(context, "the target's time after a live payout was asked for");
  const record = await get(reference);
  // As the first in all but its reference and key, right after it.
  const twin = await live.createPayout({ amount: AMOUNT, narration, recipient: { accountName: 'Ada Obi' } });

  const otherBody = { reference: free, amount: 11_003 };
  const reused = [await send(otherBody), await send(otherBody)];
  const replays = [await send(), await send()];
  const duplicate = await live.createPayout({ reference, amount: 20_002 });
  const noBank = await live.createPayout({ reference: free, recipient: { bankName: unknownBank } });
  const wrongs = new Map<string, Exchange>();
  for (const { what, fields } of wrongInLive)
    wrongs.set(what, await live.createPayout({ reference: free, amount: 10_009, ...fields }));
  const list = `[${first.sent.body ?? ''}]`;
  wrongs.set('a list of one payout', await live.api.createPayout({}, { rawBody: list }));
  const notMade = await get(free);
  const made = await live.createPayout({ reference: free, amount: 10_009 });
  const plain = await get(free);

  const upper = await live.createPayout({ reference: reference.toUpperCase(), amount: 10_013 });
  const together = await atOnce(3, () => live.createPayout({ reference: many, amount: 10_019 }, raw));
  const names = bankNames(await live.api.listBanks());
  const bankName = names[Math.floor(names.length / 2)];
  const listed = bankName === undefined ? null : await live.createPayout({ amount: 10_037, recipient: { bankName } });
  const found = await get(reference);
  const strange = await merchant.get({ kind: 'payout', reference });

  const accepted = [first, twin, made, upper, ...together, ...(listed === null ? [] : [listed])].filter(
    ({ status }) => status === 201,
  );
  const sent = accepted.map(({ sent }) => JSON.parse(sent.body ?? '{}') as { reference: string; amount: number });
  // The rest is what is left when each of them has been paid out once. The maximum of a payout may be less; and of a standing merchant
  // other numbers of the balance grow as well, so that it is not certain which one is available.
  const rest = available - sent.reduce((sum, { amount }) => sum + amount, 0);
  const last = rest > 2_000_000_000 || !live.access.own ? null : await live.createPayout({ amount: rest });
  await notFailed(
    context,
    sent.map((each) => each.reference),
  );
  const one = { reference, before, after, first, twin, record, found, plain, made };
  return {
    ...one,
    unknown,
    reused,
    replays,
    duplicate,
    strange,
    noBank,
    wrongs,
    notMade,
    upper,
    together,
    listed,
    last,
  };
}

export type Life = Awaited<ReturnType<typeof lived>>;
