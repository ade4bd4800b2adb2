import {
  Blocked,
  type Capability,
  type CheckContext,
  type Created,
  checks,
  type Exchange,
  expect,
  part,
  type RequirementId,
  shared,
} from '../../../lib/interface/index.ts';
import { expectUnknown } from './patterns.ts';

/**
 * References with a special meaning in a language, a format or a router. A service that uses references as keys of objects, parses them as
 * numbers or routes by them finds objects that do not exist, or confuses two references. `.` and `..` are left out: URLs normalise them.
 */
export const ownNames = [
  { what: 'names that every object has', names: ['constructor', '__proto__', 'toString', 'hasOwnProperty', 'valueOf'] },
  { what: 'words for nothing, true and false', names: ['null', 'undefined', 'true', 'false', 'NaN'] },
  { what: 'spellings of the same numbers', names: ['0', '00', '-0', '0.0', '1', '01', '1.0', '1e0'] },
  { what: 'numbers that floating point cannot tell apart', names: ['9007199254740992', '9007199254740993'] },
  { what: 'signs without a letter', names: ['-', '_', ':', '.-'] },
  { what: 'words and endings of paths', names: ['new', 'release', 'index.html', 'order.json'] },
  { what: 'small numbers, in no order', names: ['12', '3', '0017', '2', '17'] },
  { what: 'words that lists of things know', names: ['all', 'latest', 'search', 'count', 'me'] },
  {
    what: 'ids of other kinds',
    names: [
      '00000000-0000-0000-0000-000000000000',
      '550e8400-e29b-41d4-a716-446655440000',
      '550E8400-E29B-41D4-A716-446655440000',
      '507f1f77bcf86cd799439011',
    ],
  },
] as const;

const names = ownNames.flatMap((group) => [...group.names]);

/** Numbers that may be internal ids of objects: spaced so that a run that creates at least 20 objects, up to some hundreds, meets one. */
const numbers = Array.from({ length: 24 }, (_, at) => String(at < 4 ? at + 4 : (at - 3) * 20 + 1));

/** The check needs its own merchant: with a permanent one an earlier run may have used these references. */
const FRESH = 'own-merchant';

interface Ids {
  readonly unknown: RequirementId;
  /** Requirements tested by the creates: each is accepted, and leads to its own record. */
  readonly created: readonly RequirementId[];
}

/** `ask`: returns the create call for a reference and an amount. */
export function ownNamesOf(
  kind: Created['kind'],
  ids: Ids,
  needs: readonly Capability[],
  ask: (context: CheckContext) => Promise<(reference: string, amount: number) => Promise<Exchange>>,
): void {
  const before = shared(`${kind}s that do not exist`, [FRESH], async ({ merchant }) => {
    const found = new Map<string, Exchange>();
    for (const reference of names) found.set(reference, await merchant.get({ kind, reference }));
    return found;
  });
  const after = shared(`${kind}s with names of programs`, [...needs, FRESH], async (context) => {
    const request = await ask(context);
    const answers = new Map<string, Exchange>();
    for (const [at, reference] of names.entries()) answers.set(reference, await request(reference, 10_001 + at));
    const made = new Map<string, { answer: Exchange; record: Exchange }>();
    for (const [reference, answer] of answers)
      made.set(reference, { answer, record: await context.merchant.get({ kind, reference }) });
    const strays = new Map<string, Exchange>();
    for (const reference of numbers) strays.set(reference, await context.merchant.get({ kind, reference }));
    return { made, strays };
  });

  checks(
    ids.unknown,
    ownNames,
    ({ what }) => `references that were never used, and are ${what}: 404`,
    async (context, group) => {
      const found = await before(context);
      for (const name of group.names) {
        const answer = found.get(name);
        if (answer === undefined) throw new Blocked('suite fault: it was not looked for');
        expectUnknown(answer, kind, name, name);
        expect(answer, name).toHaveErrorShape();
      }
    },
    { needs: [FRESH], drawn: 3 },
  );

  checks(
    ({ id }) => id,
    ids.created.flatMap((id) => ownNames.map((group) => ({ id, ...group }))),
    ({ what }) => `references that are ${what}: each leads to its own ${kind}`,
    async (context, group) => {
      const { made } = await after(context);
      for (const name of group.names) {
        const own = made.get(name);
        if (own === undefined) throw new Blocked('suite fault: nothing was asked for so');
        const { answer, record } = own;
        // For other kinds it is not shown which characters are permitted, nor whether another merchant's references may conflict.
        const due = kind === 'checkout' ? [201] : [201, 400, 409, 422];
        expect(part(answer, 'status'), `status of the create of ${name}`).toBeOneOf(due);
        if (answer.status !== 201) continue;
        expect(record, name).toHaveStatus(200);
        // What a GET of an escrow shows besides its status is not shown.
        if (kind !== 'escrow') expect(record, name).toHaveField('amount', 10_001 + names.indexOf(name));
      }
    },
    { needs: [...needs, FRESH], drawn: 3 },
  );

  checks(
    (id) => id,
    ids.created,
    () => `numbers that no reference is, beside ${kind}s that have others: 404`,
    async (context) => {
      for (const [name, record] of (await after(context)).strays) expect(record, name).toHaveStatus(404);
    },
    { needs: [...needs, FRESH] },
  );
}
