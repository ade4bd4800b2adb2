import { checks, expect, NotExercised, of, type RequirementId, withStatus } from '../../../lib/interface/index.ts';
import { expectBetween, expectSame } from '../../support/attempts.ts';
import { refused } from '../../support/requests/refusals.ts';
import { AMOUNT, type Life, life, narration } from './lived.ts';
import { wrongInLive } from './wrong.ts';

const kept = ['id', 'reference', 'amount', 'currency', 'narration', 'createdAt'] as const;

interface Row {
  readonly id: RequirementId;
  readonly what: string;
  expected(life: Life): void;
}

const rows: readonly Row[] = [
  {
    id: 'payout.created',
    what: 'is answered with id, reference and status',
    expected({ first, reference }) {
      expect(first).toHaveStatus(201);
      expect(first).toHaveField('id', /./);
      expect(first).toHaveField('reference', reference);
      expect(first).toFit('payoutCreated', 'status');
    },
  },
  {
    id: 'payout.created',
    what: 'is made once more with another reference, and all else alike',
    expected({ twin }) {
      expect(twin).toHaveStatus(201);
      expect(twin).toFit('payoutCreated', 'status');
    },
  },
  {
    id: 'payout.unsupported-bank',
    what: 'to a bank that is none is refused',
    expected: ({ noBank }) => expect(noBank).toBeRefusedWith(422, 'unsupported_bank'),
  },
  {
    id: 'payout.listed-bank-accepted',
    what: 'to a bank of the list of live is accepted',
    expected({ listed }) {
      if (listed === null) throw new NotExercised('the names of the banks are not to be found in the list of live');
      expect(listed).toHaveStatus(201);
    },
  },
  {
    id: 'payout.unknown-reference',
    what: 'that was not made yet is not found',
    expected({ unknown }) {
      expect(unknown).toHaveStatus(404);
      expect(unknown).toHaveErrorShape();
    },
  },
  {
    id: 'payout.record-found',
    what: 'is found, though it was looked for before',
    expected({ record, reference, first }) {
      expect(record).toHaveStatus(200);
      expect(record).toHaveField('reference', reference);
      expect(of(record, 'id')).toBe(of(first, 'id').value);
    },
  },
  {
    id: 'payout.record-as-sent',
    what: 'has the amount, currency and narration that were sent',
    expected({ record }) {
      expect(record).toHaveField('amount', AMOUNT);
      expect(record).toHaveField('currency', 'NGN');
      expect(record).toHaveField('narration', narration);
    },
  },
  {
    id: 'payout.record-nulls',
    what: 'without a narration has null',
    expected({ plain }) {
      expect(plain).toHaveField('narration', null);
      expect(plain).toFit('payoutRecord', 'failureReason');
    },
  },
  {
    id: 'payout.record-recipient',
    what: 'has a recipient',
    expected: ({ record }) => expect(record).toFit('payoutRecord', 'recipient'),
  },
  {
    id: 'payout.record-created-at',
    what: 'has a createdAt',
    expected: ({ record }) => expect(record).toFit('payoutRecord', 'createdAt'),
  },
  {
    id: 'payout.created-at-true',
    what: 'has the time of its request as createdAt',
    expected: ({ record, before, after }) => expectBetween(record, 'createdAt', before, after),
  },
  {
    id: 'payout.record-stays',
    what: 'stays as it was, whatever else is paid out',
    expected: ({ found, record }) => expectSame(found, record, kept),
  },
  {
    id: 'payout.amount-kept',
    what: 'each has its own amount',
    expected({ record, plain }) {
      expect(record).toHaveField('amount', AMOUNT);
      expect(plain).toHaveField('amount', 10_009);
    },
  },
  {
    id: 'payout.references-apart',
    what: 'two references are two payouts',
    expected({ record, plain }) {
      expect(of(plain, 'id')).not.toBe(of(record, 'id').value);
      expect(record).toHaveField('amount', AMOUNT);
    },
  },
  {
    id: 'payout.other-merchant-sees-nothing',
    what: 'is not found by a merchant of the sandbox',
    expected: ({ strange }) => expect(strange).toHaveStatus(404),
  },
  {
    id: 'payout.reference-case',
    what: 'whose reference differs in case is another one',
    // Which characters a reference may contain is not shown, so capitals may be refused for that reason.
    expected: ({ upper }) => expect(upper).not.toBeRefusedWith(409, 'duplicate_reference'),
  },
  {
    id: 'payout.duplicate-reference',
    what: 'with its reference and another amount is refused',
    expected: ({ duplicate }) => expect(duplicate).toBeRefusedWith(409, 'duplicate_reference'),
  },
  {
    id: 'payout.concurrent-same-reference',
    what: 'of three at once with one reference one is made',
    expected: ({ together }) => expect(withStatus(together, 201), 'answers with 201').toHaveLength(1),
  },
  {
    id: 'payout.refused-creates-nothing',
    what: 'that was refused is not made, and its reference is free',
    expected({ noBank, notMade, made }) {
      refused(noBank);
      expect(notMade).toHaveStatus(404);
      expect(made).toHaveStatus(201);
    },
  },
];

checks(
  ({ id }) => id,
  [...rows, ...wrongInLive.map(({ id, what }) => ({ id, what: `${what} is refused`, expected: isInvalid(what) }))],
  ({ what }) => `live: a payout: ${what}`,
  async (context, { expected }) => void expected(await life(context)),
  { needs: ['live', 'live-buyer'], drawn: 4 },
);

checks(
  'payout.body-object',
  ['a list of one payout'],
  (what) => `live: ${what} is refused`,
  async (context, what) => isInvalid(what)(await life(context)),
  { needs: ['live', 'live-buyer'] },
);

function isInvalid(what: string): (life: Life) => void {
  return ({ wrongs }) => expect(wrongs.get(what)).toBeRefusedWith(400, 'invalid_request');
}
