import { Blocked, check, checks, type Exchange, expect, shared } from '../../../lib/interface/index.ts';
import { refused } from '../../support/requests/refusals.ts';
import { refundLives, reusedReferences } from './lives.ts';

// The reference of a settled refund stays used for refunds of every checkout, also when all of its own is refunded, and for ever.

const ends = ['succeeded', 'failed'] as const;

const late = shared('references of refunds, for another checkout, a day later', ['buyer'], async (context) =>
  (await reusedReferences(context)).later(),
);

checks(
  'refund.settled-reference-stays-used',
  ends,
  (end) => `of one that ${end}, for a refund of another checkout`,
  async (context, end) => {
    expect((await reusedReferences(context)).atOnce[end]).toBeRefusedWith(409, 'duplicate_reference');
  },
  { drawn: 1 },
);

checks(
  'refund.settled-reference-stays-used',
  ends,
  (end) => `of one that ${end}, for a refund of another checkout, a day after all of its own was refunded`,
  async (context, end) => {
    const first: Exchange = (await reusedReferences(context)).atOnce[end];
    if (first.status === 201) throw new Blocked('it was accepted at once, and is the reference of that refund now');
    expect((await late(context))[end]).toBeRefusedWith(409, 'duplicate_reference');
  },
  { waits: '27h', drawn: 1 },
);

check(
  'refund.refused-refunds-nothing',
  'where the references of its refunds are asked for again, also for another checkout, one that is refunded stays so',
  async (context) => {
    const { atOnce, own, records, beyond } = await reusedReferences(context);
    for (const answer of [...Object.values(atOnce), ...own]) refused(answer);

    expect(records.one).toHaveField('refundedAmount', 9_001);
    expect(records.other).toHaveField('refundedAmount', 0);
    for (const record of Object.values(records)) expect(record).toHaveField('status', 'succeeded');
    expect(beyond).toBeRefusedWith(422, 'refund_exceeds_paid');
  },
);

checks(
  'refund.failed-reference-stays-used',
  ['a day after it failed'] satisfies readonly string[],
  (when) => `a failed refund is asked for again ${when}`,
  async (context) => {
    expect((await refundLives.failed.aged(context)).lateDuplicate).toBeRefusedWith(409, 'duplicate_reference');
  },
  { waits: '25h' },
);
