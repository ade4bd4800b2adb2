import {
  Blocked,
  type CheckContext,
  type Created,
  checks,
  type Exchange,
  expect,
  type RequirementId,
  shared,
} from '../../../lib/interface/index.ts';
import { digitsOf } from './digits.ts';

// References that differ only slightly are different: a reference is a text and has to be compared as a whole.

/** Two references that a service must distinguish. Neither `own` nor `number` is used elsewhere. */
export interface Pair {
  readonly what: string;
  /** A further checkout requirement that the pair tests. */
  readonly also?: RequirementId;
  of(own: string, number: string): readonly [string, string];
}

const characters = 'checkout.reference-allowed-characters';
const longest = 'checkout.reference-longest';
const behind = (length: number, own: string) => own.padEnd(length, 'x');

export const alikePairs: readonly Pair[] = [
  { what: 'zeros in front of digits', also: characters, of: (_, number) => [number, `00${number}`] },
  { what: 'the case of their letters', of: (own) => [`${own}-abc`, `${own}-ABC`] },
  { what: 'the case of one letter', of: (own) => [`${own}-a`, `${own}-A`] },
  { what: 'a number and its exponent', also: characters, of: (_, number) => [`1${number}00`, `1${number}e2`] },
  { what: 'a fraction of nothing', also: characters, of: (_, number) => [number, `${number}.0`] },
  {
    what: 'the last of 20 digits',
    also: characters,
    of: (_, n) => [`${n}0000000`.slice(0, 19) + 1, `${n}0000000`.slice(0, 19) + 2],
  },
  { what: 'a zero behind a fraction', also: characters, of: (_, n) => [`${n.slice(-9)}.1`, `${n.slice(-9)}.10`] },
  { what: 'a sign in front', also: characters, of: (own) => [`1${own}`, `-1${own}`] },
  { what: 'a hyphen and an underscore', also: characters, of: (own) => [`${own}-1`, `${own}_1`] },
  { what: 'a colon and a dot', also: characters, of: (own) => [`${own}:1`, `${own}.1`] },
  { what: 'a sign more within', also: characters, of: (own) => [`${own}-1-2`, `${own}-12`] },
  { what: 'a sign behind it', also: characters, of: (own) => [`${own}a`, `${own}a-`] },
  { what: 'one sign twice', also: characters, of: (own) => [`${own}-a`, `${own}--a`] },
  { what: 'what stands behind a dot', also: characters, of: (own) => [`${own}.json`, `${own}.xml`] },
  { what: 'what stands behind a colon', also: characters, of: (own) => [`${own}:a`, `${own}:b`] },
  { what: 'letters that look alike', also: characters, of: (own) => [`${own}-O0`, `${own}-0O`] },
  { what: 'the character after 32', also: longest, of: (own) => [`${behind(32, own)}a`, `${behind(32, own)}b`] },
  { what: 'the character after 50', also: longest, of: (own) => [`${behind(50, own)}a`, `${behind(50, own)}b`] },
  { what: 'the character after 63', also: longest, of: (own) => [`${behind(63, own)}a`, `${behind(63, own)}b`] },
  ...[36, 40, 64, 80].map(
    (at): Pair => ({
      what: `the character after ${at}`,
      also: longest,
      of: (own) => [`${behind(at, own)}a`, `${behind(at, own)}b`],
    }),
  ),
  { what: 'the last of 100 characters', also: longest, of: (own) => [`${behind(99, own)}a`, `${behind(99, own)}b`] },
  { what: 'the first of 100 characters', also: longest, of: (own) => [`a${behind(99, own)}`, `b${behind(99, own)}`] },
  { what: 'the last of 100 characters, missing', also: longest, of: (own) => [behind(100, own), behind(99, own)] },
];

type Ask = (reference: string, amount: number) => Promise<Exchange>;

/** `ask`: returns the create call for a reference and an amount. */
export function alikeReferences(
  kind: Created['kind'],
  id: RequirementId,
  needs: Parameters<typeof shared>[1],
  ask: (context: CheckContext) => Promise<Ask>,
): void {
  const asked = shared(`${kind}s whose references are nearly alike`, needs, async (context) => {
    const { merchant, data } = context;
    const request = await ask(context);
    const seen = new Map<string, { answers: Exchange[]; records: Exchange[] }>();
    for (const { what, of } of alikePairs) {
      const references = of(data.reference('r'), digitsOf(data.reference('n')));
      const answers = [await request(references[0], 10_001), await request(references[1], 10_002)];
      const records: Exchange[] = [];
      for (const reference of references) records.push(await merchant.get({ kind, reference }));
      seen.set(what, { answers, records });
    }
    return seen;
  });
  const rows = alikePairs.flatMap(({ what, also }) => [
    { id, what },
    ...(also !== undefined && kind === 'checkout' ? [{ id: also, what }] : []),
  ]);
  checks(
    (row) => row.id,
    rows,
    ({ what }) => `two ${kind}s whose references differ in ${what} are two`,
    async (context, { what }) => {
      const { answers, records } = (await asked(context)).get(what) ?? { answers: [], records: [] };
      const [first, second] = answers;
      if (first === undefined || second === undefined) throw new Blocked('suite fault: there is no such pair');
      if (kind === 'checkout') for (const answer of answers) expect(answer).toHaveStatus(201);
      // Which characters and lengths other references may have is not shown: a refusal for that reason is ignored.
      else expect(second).not.toBeRefusedWith(409, 'duplicate_reference');
      for (const [at, record] of records.entries()) {
        if (answers[at]?.status !== 201) continue;
        if (kind === 'escrow') expect(record).toHaveStatus(200);
        else expect(record).toHaveField('amount', 10_001 + at);
      }
    },
    { needs, drawn: 3 },
  );
}
