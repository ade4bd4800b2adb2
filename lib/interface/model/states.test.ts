import { describe, expect, test } from 'vitest';
import type { Contradiction, ObjectKind } from './machine.ts';
import { machines } from './machines.ts';
import { failing, seenIn, ways } from './states.support.ts';
import { checkoutBody, checkoutRecord, paid, payoutBody, Story } from './stories.support.ts';

/** Resources that are meant to fail: only their failure is allowed to show. */
const meantToFail: Readonly<Partial<Record<ObjectKind, () => Story>>> = {
  refund: () => paid().creates('refunds', failing),
  payout: () => new Story().creates('payouts', payoutBody('p1', '0000000000')),
};

describe.each(Object.values(machines))('the table of a $kind', ({ kind, states, contradictions }) => {
  test.each(states)('has a way into %s, where that is what GET shows', (state) => {
    const story = ways[kind][state]?.() ?? expect.fail(`no way into ${state}`);
    expect(seenIn(kind, story, state).broken).toEqual([]);
    expect(seenIn(kind, story.waits(60_000), state).broken).toEqual([]);
  });

  test.each(contradictions.filter(({ after }) => after === undefined))(
    'was $was, seen $seen: breaks $requirement',
    (line) => {
      const broken = pairs(kind, line).map(([was, seen]) => {
        const story = ways[kind][was]?.() ?? expect.fail(`no way into ${was}`);
        const other = was === 'pending' ? meantToFail[kind]?.() : undefined;
        return [...seenIn(kind, story, seen).broken, ...(other === undefined ? [] : seenIn(kind, other, seen).broken)];
      });
      expect(broken).toContainEqual(expect.arrayContaining([line.requirement]));
    },
  );
});

/** The pairs of states for which this line is the first match. */
function pairs(kind: ObjectKind, line: Contradiction): [string, string][] {
  const { states, contradictions } = machines[kind];
  const all = states
    .flatMap((was) => states.map((seen): [string, string] => [was, seen]))
    .filter(([was, seen]) => was !== seen);
  const fits = ({ was, seen }: Contradiction, pair: [string, string]) =>
    (was === '*' || was === pair[0]) && (seen === '*' || seen === pair[1]);
  return all.filter((pair) => contradictions.find((each) => each.after === undefined && fits(each, pair)) === line);
}

test('a clock that is moved slowly may stand still meanwhile', () => {
  const HOURS = 24 - 0.1;
  const moved = (story: Story, tookMs: number) =>
    story
      .step('POST /clock/advance', {}, { seconds: HOURS * 3_600 }, { began: story.now + 1, ended: story.now + tookMs })
      .waits(tookMs + 10_000);
  const made = () => new Story().creates('checkouts', checkoutBody());
  const pending = (story: Story) => story.gets('checkouts/c1', checkoutRecord('pending')).broken;
  expect(pending(moved(made(), 20 * 60_000))).toEqual([]);
  // The time before the advance did pass.
  expect(pending(moved(made().waits(20 * 60_000), 10))).toEqual(['checkout.expires']);
});
