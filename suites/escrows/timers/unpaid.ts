import {
  Blocked,
  type Body,
  type Capability,
  type CheckContext,
  checks,
  type Exchange,
  expect,
  field,
  shared,
} from '../../../lib/interface/index.ts';
import { DAY, HOUR } from '../../support/attempts.ts';
import { feeTaker } from '../money/money.ts';
import { ofAmountWherePossible, tries } from '../support.ts';

// Unpaid escrows of several kinds: GET shows each as unpaid until its 24 hours are over, and then as expired, whatever its autoReleaseHours and
// its amount are. A buyer cannot pay an expired escrow, neither at once nor later.

const NAMED = 'ada.obi@example.com';

interface Kind {
  readonly what: string;
  readonly needs: readonly Capability[];
  readonly fields: Body;
  /** Who pays; undefined: any account. */
  readonly by?: string;
  readonly withFee?: true;
}

const kinds: readonly Kind[] = [
  { what: 'for a named buyer', needs: ['escrow-buyer-email'], fields: { buyer: { email: NAMED } }, by: NAMED },
  { what: 'that names nobody', needs: [], fields: {} },
  { what: 'of 1 hour', needs: [], fields: { autoReleaseHours: 1, amount: 10_000 } },
  { what: 'of 720 hours', needs: [], fields: { autoReleaseHours: 720, amount: 1_999_999_999 } },
  { what: 'with a fee', needs: [], fields: { feeAmount: 1_501 }, withFee: true },
];

const looks = [
  { when: 'after two hours', at: 2 * HOUR },
  { when: 'after twelve hours', at: 12 * HOUR },
  { when: 'shortly before its end', at: DAY - 300 },
];

const lateTries = [
  { when: 'at once', after: 0 },
  { when: 'half an hour later', after: HOUR / 2 },
  { when: 'a day later', after: DAY },
];

async function open(context: CheckContext, { fields, withFee }: Kind) {
  const { merchant, feeWalletId } = withFee
    ? await feeTaker(context)
    : { merchant: context.merchant, feeWalletId: undefined };
  return { merchant, escrow: await ofAmountWherePossible(merchant, { ...fields, feeWalletId }) };
}

const lives = kinds.map((kind) => {
  const unpaid = shared(`an escrow that is not paid, ${kind.what}`, kind.needs, async (context) => {
    const { merchant, escrow } = await open(context, kind);
    const seen = new Map<string, Exchange>();
    let passed = 0;
    for (const { when, at } of looks) {
      await context.time.wait(at - passed, 'an unpaid escrow grows older');
      passed = at;
      seen.set(when, await merchant.get(escrow));
    }
    await context.time.wait(DAY - passed, 'an unpaid escrow expires');
    return { merchant, escrow, seen, atLast: await merchant.becomes(escrow, 'expired', 600) };
  });
  const tooLate = shared(
    `an escrow that is paid too late, ${kind.what}`,
    ['escrow-buyer', ...kind.needs],
    async (context) => {
      const { buyer, time } = context;
      const { merchant, escrow, atLast } = await unpaid(context);
      if (field(atLast.json, 'status') !== 'expired') throw new Blocked('the escrow should have expired');
      const seen = new Map<string, Exchange>();
      let passed = 0;
      for (const { when, after } of lateTries) {
        if (after > passed) await time.wait(after - passed, 'an escrow has expired');
        passed = after;
        await tries(context, buyer.paysEscrow(merchant, escrow, kind.by));
        seen.set(when, await merchant.get(escrow));
      }
      return seen;
    },
  );
  return { ...kind, unpaid, tooLate };
});

function seenIn(seen: ReadonlyMap<string, Exchange>, when: string): Exchange {
  const found = seen.get(when);
  if (found === undefined) throw new Blocked('suite fault: it was not looked at');
  return found;
}

checks(
  'escrow.record-found',
  looks.flatMap((look) => lives.map((life) => ({ ...life, ...look }))),
  ({ what, when }) => `an unpaid escrow ${what} is found ${when}, unpaid`,
  async (context, { unpaid, when }) => {
    const record = seenIn((await unpaid(context)).seen, when);

    expect(record).toHaveStatus(200);
    expect(record).toHaveField('status', 'pending_payment');
  },
  ({ needs }) => ({ needs, waits: '25h', drawn: 1 }),
);

checks(
  'escrow.expires',
  lives,
  ({ what }) => `an unpaid escrow ${what} is unpaid until shortly before its 24 hours are over, and expired then`,
  async (context, { unpaid }) => {
    const { seen, atLast } = await unpaid(context);
    for (const { when } of looks) expect(seenIn(seen, when), when).toHaveField('status', 'pending_payment');

    expect(atLast).toHaveField('status', 'expired');
  },
  ({ needs, fields }) => ({ needs, waits: '25h', drawn: 1, alsoInLive: 'autoReleaseHours' in fields }),
);

checks(
  'escrow.expired-cannot-be-paid',
  lateTries.flatMap((each) => lives.map((life) => ({ ...life, ...each }))),
  ({ what, when }) => `an expired escrow ${what} is paid in vain ${when}`,
  async (context, { tooLate, when }) => {
    expect(seenIn(await tooLate(context), when)).toHaveField('status', 'expired');
  },
  ({ needs }) => ({ needs, waits: '49h', drawn: 1 }),
);
