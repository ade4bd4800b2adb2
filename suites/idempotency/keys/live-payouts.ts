import { checks, expect, header, NotExercised, type RequirementId } from '../../../lib/interface/index.ts';
import { type Life, life } from '../../payouts/live/lived.ts';
import { expectSameAnswer } from '../support.ts';

// The key of a live payout does what it does in sandbox.

interface Row {
  readonly id: RequirementId;
  readonly what: string;
  expected(life: Life): void;
}

const rows: readonly Row[] = [
  {
    id: 'idempotency.payout-key-reused',
    what: 'another one under its key is refused each time',
    expected({ reused }) {
      for (const answer of reused) expect(answer).toBeRefusedWith(409, 'idempotency_key_reused');
    },
  },
  {
    id: 'idempotency.payout-replay',
    what: 'sent again is answered as at first',
    expected({ replays, first }) {
      for (const again of replays) expectSameAnswer(again, first);
    },
  },
  {
    id: 'idempotency.replay-is-marked',
    what: 'sent again it is marked each time, and the first is not',
    expected({ replays, first }) {
      for (const again of replays) expect(header(again, 'idempotent-replayed')).toBe('true');
      expect(header(first, 'idempotent-replayed'), 'the first answer').not.toBe('true');
    },
  },
  {
    id: 'idempotency.paid-out-once',
    what: 'sent again and refused ones take nothing: all the rest is paid out',
    expected({ last }) {
      if (last === null) throw new NotExercised('what the standing merchant has left is not certain, or too much');
      expect(last).toHaveStatus(201);
    },
  },
];

checks(
  ({ id }) => id,
  rows,
  ({ what }) => `live: a payout: ${what}`,
  async (context, { expected }) => void expected(await life(context)),
  { needs: ['live', 'live-buyer'], drawn: 4 },
);
