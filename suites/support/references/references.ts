import {
  Blocked,
  type CheckContext,
  check,
  type Exchange,
  expect,
  part,
  shared,
  withStatus,
} from '../../../lib/interface/index.ts';
import { expectUnknown, patternsOf } from './patterns.ts';

type Id = Parameters<typeof check>[0];
type Needs = Parameters<typeof shared>[1];

/** The common table about references of refunds and payouts. Their characters and length are not shown. */
export function referencesOf(
  kind: 'refund' | 'payout',
  needs: Needs,
  ids: Readonly<Record<'concurrent' | 'case' | 'apart' | 'unknown', Id>>,
  /** Returns the merchant's create call for a reference and an amount; a refund needs a paid checkout first. */
  ask: (
    context: CheckContext,
    whose: 'merchant' | 'other',
  ) => Promise<(reference: string, amount: number) => Promise<Exchange>>,
  alsoInLive = false,
): void {
  const get = (merchant: CheckContext['merchant'], reference: string) => merchant.get({ kind, reference });

  for (const round of ['first', 'second'] as const) {
    check(
      ids.concurrent,
      `of five at once exactly one is created, ${round} round`,
      async (context) => {
        const request = await ask(context, 'merchant');
        const reference = context.data.reference('ref');

        const answers = await Promise.all(
          [10_001, 10_002, 10_003, 10_004, 10_005].map((amount) => request(reference, amount)),
        );

        expect(withStatus(answers, 201), `${kind}s created`).toHaveLength(1);
        for (const refusal of answers.filter(({ status }) => status !== 201)) {
          expect(refusal).toBeRefusedWith(409, 'duplicate_reference');
        }
        const [made] = answers.filter(({ status }) => status === 201);
        if (made === undefined) throw new Blocked('none was created');
        const sent: unknown = JSON.parse(made.sent.body ?? '{}');
        expect(await get(context.merchant, reference)).toHaveField('amount', part(sent as object, 'amount'));
      },
      { needs, alsoInLive: alsoInLive && round === 'first' },
    );
  }

  const cased = shared(`${kind}s whose references differ in case alone`, needs, async (context) => {
    const { merchant, data } = context;
    const request = await ask(context, 'merchant');
    const reference = data.reference('ref-Case');
    const [lower, upper] = [reference.toLowerCase(), reference.toUpperCase()];
    const first = await request(lower, 10_001);
    await merchant.becomes({ kind, reference: lower }, 'succeeded');
    const second = await request(upper, 10_002);
    return { first, second, record: await get(merchant, lower) };
  });

  check(
    ids.case,
    'once it has settled, the same letters in the other case are no reference already used',
    async (context) => {
      const { first, second } = await cased(context);
      if (first.status !== 201) throw new Blocked('the first should have been accepted');

      // Which characters a reference may contain is not shown, so capitals may be refused for that reason.
      expect(second).not.toBeRefusedWith(409, 'duplicate_reference');
    },
    { needs },
  );

  check(
    ids.case,
    'the first leads to its own record',
    async (context) => {
      const { first, record } = await cased(context);
      if (first.status !== 201) throw new Blocked('the first should have been accepted');

      expect(record).toHaveField('amount', 10_001);
    },
    { needs },
  );

  check(
    ids.apart,
    `another merchant asks for a ${kind} with the same reference, and each finds its own or none`,
    async (context) => {
      const { merchant, other, data } = context;
      const reference = data.reference('ref');
      const first = await (await ask(context, 'merchant'))(reference, 10_001);
      if (first.status !== 201) throw new Blocked('the first should have been accepted');
      const second = await (await ask(context, 'other'))(reference, 10_002);

      expect(await get(merchant, reference)).toHaveField('amount', 10_001);
      // Whether references are unique per merchant or for all merchants is not shown.
      if (second.status === 201) expect(await get(other, reference)).toHaveField('amount', 10_002);
      else expect(await get(other, reference)).toHaveStatus(404);
    },
    { needs: [...needs, 'other-merchant'], alsoInLive },
  );

  check(
    ids.unknown,
    'a used one and a character more, without its last character, in the other case, or with a sign that stands for others in searches, finds nothing',
    async (context) => {
      const reference = context.data.reference('ref');
      const first = await (await ask(context, 'merchant'))(reference, 10_001);
      if (first.status !== 201) throw new Blocked('the first should have been accepted');

      expect(await get(context.merchant, `${reference}x`)).toHaveStatus(404);
      expect(await get(context.merchant, reference.slice(0, -1))).toHaveStatus(404);
      const near = [{ what: 'capitals', text: reference.toUpperCase() }, ...patternsOf(reference)];
      for (const { what, text } of near) expectUnknown(await get(context.merchant, text), kind, text, what);
    },
    { needs },
  );
}
