import {
  Blocked,
  type CheckContext,
  type Created,
  checks,
  type EventKind,
  type Exchange,
  expect,
  type Merchant,
  of,
  type RequirementId,
  shared,
} from '../../../lib/interface/index.ts';

/**
 * In kobo: every number of digits, limits of number types, values that floating-point naira cannot hold, round and odd ones, and values
 * just within a limit.
 */
const telling = [
  1, 2, 9, 10, 49, 50, 99, 100, 101, 109, 113, 150, 999, 1_000, 1_001, 9_999, 10_000, 10_001, 10_050, 12_814, 32_768,
  65_537, 99_999, 100_000, 102_413, 999_999, 1_000_000, 1_000_001, 9_999_999, 12_345_678, 16_777_217, 99_999_999,
  104_857_613, 123_456_789, 999_999_999, 1_000_000_001, 1_073_741_825, 1_234_567_891, 1_900_000_006, 1_999_990_001,
  1_999_999_001, 1_999_999_500, 1_999_999_999, 2_000_000_000,
];

/** These amounts from `least` to 2,000,000,000 kobo. */
export const amountsFrom = (least: number) => telling.filter((amount) => amount >= least);

interface Row {
  readonly amount: number;
}

interface Made {
  readonly merchant: Merchant;
  readonly reference: string;
  readonly answer: Exchange;
  readonly record: Exchange;
}

/** Creates an object for each amount and leads it to its event; defines the checks of its own chapter and of webhooks. */
export function amountsTable(
  kind: 'checkout' | 'refund' | 'payout',
  ids: Readonly<{ accepted: (amount: number) => RequirementId; kept: RequirementId; told: RequirementId }>,
  { needs, least, event }: { needs: Parameters<typeof shared>[1]; least: number; event: EventKind },
  make: (context: CheckContext, amounts: readonly number[]) => Promise<Map<number, Exchange>>,
  ends: (context: CheckContext, resource: Pick<Created, 'kind' | 'reference'>, answer: Exchange) => Promise<unknown>,
): { own(): void; told(): void } {
  const rows = amountsFrom(least).map((amount): Row => ({ amount }));
  const made = shared(`${kind}s of many amounts`, needs, async (context) => {
    const { merchant } = context;
    const seen = new Map<number, Made>();
    for (const [amount, answer] of await make(context, amountsFrom(least))) {
      const { reference } = JSON.parse(answer.sent.body ?? '{}') as { reference: string };
      if (answer.status === 201) await ends(context, { kind, reference }, answer);
      seen.set(amount, { merchant, reference, answer, record: await merchant.get({ kind, reference }) });
    }
    return seen;
  });
  const madeOf = async (context: CheckContext, { amount }: Row): Promise<Made> => {
    const found = (await made(context)).get(amount);
    if (found === undefined) throw new Blocked('an earlier one of them was not to be had');
    return found;
  };

  return {
    own() {
      checks(
        ({ amount }: Row) => ids.accepted(amount),
        rows,
        ({ amount }) => `among many amounts: a ${kind} of ${amount} kobo is accepted`,
        async (context, row) => {
          expect((await madeOf(context, row)).answer).toHaveStatus(201);
        },
        { needs, drawn: 6 },
      );

      checks(
        ids.kept,
        rows,
        ({ amount }) => `among many amounts: the record of a ${kind} of ${amount} kobo has that amount once it is over`,
        async (context, row) => {
          expect((await madeOf(context, row)).record).toHaveField('amount', row.amount);
        },
        { needs, drawn: 6 },
      );
    },
    told() {
      checks(
        ids.told,
        rows,
        ({ amount }) => `among many amounts: ${event} of ${amount} kobo tells that amount`,
        async (context, row) => {
          const { merchant, reference } = await madeOf(context, row);

          expect(of(await merchant.webhooks.given(event, reference), 'amountMinor')).toBe(row.amount);
        },
        { needs: [...needs, 'webhooks'], drawn: 6 },
      );
    },
  };
}
