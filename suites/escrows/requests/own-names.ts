import { checks, type Exchange, expect, NotExercised, shared } from '../../../lib/interface/index.ts';
import { otherNamesOf } from '../../support/references/other-names.ts';
import { ownNames, ownNamesOf } from '../../support/references/own-names.ts';

ownNamesOf(
  'escrow',
  { unknown: 'escrow.unknown-reference', created: ['escrow.reference-case', 'escrow.record-found'] },
  [],
  async ({ merchant }) =>
    (reference, amount) =>
      merchant.createEscrow({ reference, amount }),
);

otherNamesOf('escrow', 'escrow.unknown-reference');

/** Those that were accepted: which characters the reference of an escrow may have is not shown. */
const cancelled = shared('escrows with names of programs, cancelled', ['own-merchant'], async ({ merchant }) => {
  const found = new Map<string, { answer: Exchange; record: Exchange }>();
  for (const reference of ownNames.flatMap(({ names }) => [...names])) {
    const made = await merchant.createEscrow({ reference });
    if (made.status !== 201) continue;
    const answer = await merchant.api.cancelEscrow(reference);
    found.set(reference, { answer, record: await merchant.becomes({ kind: 'escrow', reference }, 'cancelled', 60) });
  }
  return found;
});

checks(
  'escrow.cancelled',
  ownNames,
  ({ what }) => `escrows whose references are ${what}`,
  async (context, { names }) => {
    const found = await cancelled(context);
    const made = names.filter((name) => found.has(name));
    if (made.length === 0) throw new NotExercised('the target accepts no such reference for an escrow');
    for (const name of made) {
      expect(found.get(name)?.answer, name).toHaveStatus(200);
      expect(found.get(name)?.record, name).toHaveField('status', 'cancelled');
    }
  },
  { needs: ['own-merchant'], drawn: 3 },
);
