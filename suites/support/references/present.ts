import {
  Blocked,
  type CheckContext,
  checks,
  type Exchange,
  expect,
  type Merchant,
  type RequirementId,
  shared,
} from '../../../lib/interface/index.ts';

// GET answers for the requesting merchant and the present state: two merchants request the same reference in turn, before it exists, while
// it is pending and after it ended.

type Kind = 'checkout' | 'refund' | 'payout';

/** Each merchant reads twice, so that an answer cached for the other would show. */
const TURNS = 2;

interface Asked {
  readonly first: readonly Exchange[];
  readonly other: readonly Exchange[];
}

/** How a merchant creates one with a reference and an amount, and how it ends. */
interface Life {
  make(context: CheckContext, as: Merchant, reference: string, amount: number): Promise<Exchange>;
  ends(context: CheckContext, as: Merchant, made: Exchange): Promise<unknown>;
}

export function presentForEach(kind: Kind, id: RequirementId, needs: Parameters<typeof shared>[1], life: Life): void {
  const lived = shared(
    `${kind}s of two merchants with one reference, read in turn`,
    ['other-merchant', ...needs],
    async (context) => {
      const { merchant, other, data } = context;
      const reference = data.reference('ref');
      const look = async (): Promise<Asked> => {
        const first: Exchange[] = [];
        const theirs: Exchange[] = [];
        for (let turn = 0; turn < TURNS; turn++) {
          first.push(await merchant.get({ kind, reference }));
          theirs.push(await other.get({ kind, reference }));
        }
        return { first, other: theirs };
      };
      const before = await look();
      const made = await life.make(context, merchant, reference, 10_001);
      if (made.status !== 201) throw new Blocked(`the first ${kind} should have been accepted`);
      const pending = await look();
      await life.ends(context, merchant, made);
      const ended = await look();
      const second = await life.make(context, other, reference, 10_002);
      const taken = second.status === 201;
      const both = await look();
      if (taken) await life.ends(context, other, second);
      return { before, pending, ended, taken, both, bothEnded: await look() };
    },
  );

  checks(
    id,
    [
      { when: 'before it is made', at: 'before', first: 404, second: false },
      { when: 'as soon as the first has made it', at: 'pending', first: 200, second: false },
      { when: 'once that of the first is over', at: 'ended', first: 200, second: false },
      { when: 'as soon as the other has asked for it too', at: 'both', first: 200, second: true },
      { when: 'once both are over', at: 'bothEnded', first: 200, second: true },
    ] as const,
    ({ when }) => `a ${kind} read in turn by two merchants, ${when}: each finds its own, or none`,
    async (context, { at, first, second }) => {
      const seen = await lived(context);
      for (const record of seen[at].first) {
        expect(record, 'for the first').toHaveStatus(first);
        if (first !== 200) continue;
        expect(record, 'for the first').toHaveField('amount', 10_001);
        if (at !== 'pending') expect(record, 'for the first').toHaveField('status', 'succeeded');
      }
      // Whether references are unique per merchant or for all merchants is not shown, except for checkouts.
      for (const record of seen[at].other) {
        if (second && seen.taken) {
          expect(record, 'for the other').toHaveField('amount', 10_002);
          if (at === 'bothEnded') expect(record, 'for the other').toHaveField('status', 'succeeded');
        } else expect(record, 'for the other').toHaveStatus(404);
      }
    },
    { needs: ['other-merchant', ...needs], drawn: 2 },
  );
}
