import { Blocked, checks, type Exchange, expect, shared } from '../../../lib/interface/index.ts';
import { DAY, HOUR } from '../../support/attempts.ts';
import { reached } from '../support.ts';

// An escrow that ended shortly before its 24 hours were over neither expires nor is released later.

const minutes = [50, 30, 10] as const;

const rows = minutes.flatMap((before) => [
  { before, end: 'cancelled', id: 'escrow.cancelled-is-final' } as const,
  { before, end: 'released', id: 'escrow.released-is-final' } as const,
  { before, end: 'refunded', id: 'escrow.refunded-is-final' } as const,
]);

const nameOf = ({ before, end }: { before: number; end: string }) => `${end} ${before} minutes before`;

const later = shared('escrows that end shortly before their 24 hours are over', ['escrow-buyer'], async (context) => {
  const { merchant, buyer, time } = context;
  const made = [];
  for (const row of rows) made.push({ ...row, escrow: await merchant.escrow({ autoReleaseHours: 1 }) });
  let now = 0;
  const passes = async (until: number) => {
    await time.wait(until - now, 'unpaid escrows are about to expire');
    now = until;
  };
  for (const moment of minutes) {
    await passes(DAY - moment * 60);
    for (const { end, escrow } of made.filter((each) => each.before === moment)) {
      if (end !== 'cancelled') await buyer.funds(merchant, escrow);
      if (end === 'cancelled') await merchant.api.cancelEscrow(escrow.reference);
      else if (end === 'released') await merchant.api.releaseEscrow(escrow.reference);
      else await merchant.api.refundEscrow(escrow.reference, {});
      await reached(merchant, escrow, end);
    }
  }
  await passes(DAY + 3 * HOUR);
  const records = new Map<string, Exchange>();
  for (const { escrow, ...row } of made) records.set(nameOf(row), await merchant.get(escrow));
  return records;
});

checks(
  ({ id }) => id,
  rows,
  (row) => `${nameOf(row)} its 24 hours were over: it is ${row.end} three hours later`,
  async (context, row) => {
    const record = (await later(context)).get(nameOf(row));
    if (record === undefined) throw new Blocked('suite fault: it was not looked at');

    expect(record).toHaveField('status', row.end);
  },
  { needs: ['escrow-buyer'], waits: '27h', drawn: 3 },
);
