import { Blocked, checks, expect, header, part, shared, summary } from '../../../lib/interface/index.ts';
import { expectSameAnswer } from '../support.ts';
import { keysWithOtherNames } from './rows.ts';

// A key is "a unique string" of its own: that it is also a reference, an id or another name says nothing. Many clients send the reference as the key.
// Each key is sent with one request alone, and its repetition: what a key means at two endpoints is not shown.

const rows = keysWithOtherNames.map((row) => ({
  ...row,
  sent: shared(row.what, row.needs, row.send),
}));

checks(
  'idempotency.keys-differ',
  rows,
  ({ what }) => `${what} is carried out, and what is asked for under other keys too`,
  async (context, { sent }) => {
    const { first, others } = await sent(context);

    for (const answer of [first, ...others]) {
      expect(part(answer, 'status'), summary(answer)).toBeLessThan(300);
      expect(header(answer, 'idempotent-replayed')).not.toBe('true');
    }
  },
  ({ needs }) => ({ needs, drawn: 2 }),
);

checks(
  ({ replay }) => replay ?? 'idempotency.checkout-replay',
  rows.filter(({ replay }) => replay !== null),
  ({ what }) => `${what}: sent again, it is answered as at first`,
  async (context, { sent }) => {
    const { first, again } = await sent(context);
    if (first.status >= 300) throw new Blocked(`it should have been carried out: ${summary(first)}`);

    expectSameAnswer(again, first);
  },
  ({ needs }) => ({ needs, drawn: 1 }),
);
