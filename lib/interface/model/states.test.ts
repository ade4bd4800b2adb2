import { describe, expect, test } from 'vitest';
import type { Contradiction, Kind } from './machine.ts';
import { machines } from './machines.ts';
import { failing, ways } from './states.support.ts';
import {
  checkoutBody,
  checkoutRecord,
  paid,
  payoutBody,
  payoutRecord,
  refundRecord,
  Story,
} from './stories.support.ts';

const show: Readonly<Record<Kind, (story: Story, status: string) => Story>> = {
  checkout: (story, status) => story.gets('checkouts/c1', checkoutRecord(status)),
  refund: (story, status) => story.gets('refunds/r1', refundRecord(status, status === 'failed' ? failing : {})),
  payout: (story, status) => story.gets('payouts/p1', payoutRecord(status)),
  escrow: (story, status) => story.gets('escrows/e1', { status }),
  'wallet link': (story, status) => story.gets('wallet-links/l1', { status }),
};

const path: Readonly<Record<Kind, string>> = {
  checkout: 'checkouts/c1',
  refund: 'refunds/r1',
  payout: 'payouts/p1',
  escrow: 'escrows/e1',
  'wallet link': 'wallet-links/l1',
};

/** Those that are meant to fail: nothing but that is seen of them. */
const meantToFail: Readonly<Partial<Record<Kind, () => Story>>> = {
  refund: () => paid().creates('refunds', failing),
  payout: () => new Story().creates('payouts', payoutBody('p1', '0000000000')),
};

const seenIn = (kind: Kind, story: Story, state: string) =>
  state === 'absent' ? story.misses(path[kind]) : show[kind](story, state === 'superseded' ? 'REJECTED' : state);

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

/** The pairs of states that this line is the first to speak of, and that no row allows. */
function pairs(kind: Kind, line: Contradiction): [string, string][] {
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
  // What passed before it was moved did pass.
  expect(pending(moved(made().waits(20 * 60_000), 10))).toEqual(['checkout.expires']);
});
