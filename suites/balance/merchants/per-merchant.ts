import {
  availablePaths,
  Blocked,
  type CheckContext,
  type Created,
  check,
  checks,
  type Exchange,
  expect,
  field,
  type Merchant,
  NotExercised,
  of,
  watchBalance,
} from '../../../lib/interface/index.ts';

// Each merchant has a balance of its own, also where what moves it has a reference that another merchant uses as well.

/** Objects of two merchants that have one reference; `make` leads to them, and `act` moves the balance of one merchant. */
const namesakes: readonly {
  readonly what: string;
  /** Kobo. */
  readonly by: number;
  make(context: CheckContext, as: Merchant, reference: string): Promise<Created>;
  act(context: CheckContext, as: Merchant, made: Created): Promise<unknown>;
}[] = [
  {
    what: 'a payment of one of two checkouts with one reference',
    by: 12_345,
    make: (_, as, reference) => as.checkout({ reference, amount: 12_345 }),
    act: ({ buyer }, as, checkout) => buyer.pays(as, checkout),
  },
  {
    what: 'a refund of one of two checkouts with one reference',
    by: -3_001,
    make: ({ buyer }, as, reference) => buyer.paid(as, { reference, amount: 12_345 }),
    act: (_, as, payment) => as.refundSettles(payment, { amount: 3_001 }),
  },
];

check(
  'balance.per-merchant',
  'a payment to one merchant moves nothing of another',
  async (context) => {
    const balance = await watchBalance(context, context.other);
    await context.buyer.paid(context.merchant, { amount: 12_345 });

    expect(await balance.movement(0)).toBe(0);
  },
  { runs: 'undisturbed', alsoInLive: true },
);

checks(
  'balance.per-merchant',
  namesakes,
  ({ what }) => `${what}: it moves the balance of its own merchant alone, whoever's was made first`,
  async (context, { make, act, by }) => {
    const { merchant, other, data } = context;
    // To find this out may take days, after which what was made before would have expired.
    await availablePaths(context);
    const [older, younger, last] = [data.reference('one'), data.reference('one'), data.reference('one')];
    await make(context, other, older);
    const own = [await make(context, merchant, older), await make(context, merchant, younger)];
    await make(context, other, younger);
    const mine = await watchBalance(context);
    const balance = await watchBalance(context, other);
    for (const each of own) await act(context, merchant, each);

    expect(await balance.movement(0)).toBe(0);
    // When it shows is not shown: until then its own balance has not moved.
    const moved = await mine.movement(by * own.length);
    if (moved.value !== by * own.length) throw new Blocked('its own balance should have moved by all of them');
    // Made now: by the time that its own balance has moved, an unpaid checkout may have expired.
    const theirs = await make(context, other, last);
    await make(context, merchant, last);
    const later = await watchBalance(context);
    await act(context, other, theirs);
    expect(await later.movement(0)).toBe(0);
  },
  { needs: ['other-merchant'], runs: 'undisturbed' },
);

/** Whose balance is read at the same moment. */
const readers = [
  { words: 'each of two merchants', needs: ['other-merchant'], of: ({ other }: CheckContext) => other },
  { words: 'each of a sandbox and a live merchant', needs: ['live'], of: ({ live }: CheckContext) => live },
] as const;

checks(
  'balance.per-merchant',
  readers,
  ({ words }) => `read at the same moment, ${words} sees its own`,
  async (context, reader) => {
    const { merchant, buyer } = context;
    const other = reader.of(context);
    const [path] = await availablePaths(context);
    if (path === undefined) throw new NotExercised('where the balance is in the answer is not known');
    await buyer.paid(merchant, { amount: 12_347 });
    await (await watchBalance(context)).movement(0);
    const own = { of: merchant, alone: await readAlone(context, merchant) };
    const theirs = { of: other, alone: await readAlone(context, other) };
    const seen: { of: Merchant; alone: Exchange; now: Exchange }[] = [];
    for (let turn = 0; turn < 6; turn++) {
      const both = turn % 2 === 0 ? [own, theirs] : [theirs, own];
      seen.push(...(await Promise.all(both.map(async (each) => ({ ...each, now: await each.of.api.getBalance() })))));
    }
    // How soon a payment shows is not shown: the balance may move while it is read.
    for (const { of: as, alone } of [own, theirs])
      if (field((await readAlone(context, as)).json, path) !== field(alone.json, path))
        throw new NotExercised('the balance moved meanwhile');

    for (const { alone, now } of seen) expect(of(now, path)).toEqual(of(alone, path));
  },
  ({ needs }) => ({ needs, runs: 'undisturbed', drawn: 1, alsoInLive: needs[0] === 'other-merchant' }),
);

/** Some seconds after any other reading of the check. */
async function readAlone({ time }: CheckContext, merchant: Merchant): Promise<Exchange> {
  await time.wait(5, 'the balance is read by itself');
  return await merchant.api.getBalance();
}
