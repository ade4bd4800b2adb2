import {
  Blocked,
  type Body,
  type Capability,
  type CheckContext,
  checks,
  expect,
  field,
  type Merchant,
  NotExercised,
  shared,
} from '../../../../lib/interface/index.ts';
import { gain, purse } from '../../money/money.ts';
import { tries } from '../../support.ts';

// An optional field that a create request omits is not set: it never has its value from the previous request, whichever merchant sent that
// and whether or not it was refused, nor from a setting, which is about another rule.

const [MINUTE, HOUR] = [60, 3_600];
const AMOUNT = 33_017;
const named = {
  buyer: { email: 'ada.obi@example.com' },
  conditions: 'Whole, with its box',
  metadata: { order: 'A-17' },
};

interface Before {
  readonly what: string;
  readonly needs: readonly Capability[];
  /** The bodies of the requests right before the escrow that omits their fields. `ours`: a wallet that is linked to the merchant. */
  readonly bodies: (ours: string) => readonly Body[];
  /** The bodies are wrong and must be refused. */
  readonly isRefused?: true;
  /** What the merchant does in the console right before. */
  readonly sets?: (context: CheckContext) => Promise<unknown>;
  as(context: CheckContext): Merchant;
}

const fee = (feeWalletId: string) => ({ feeAmount: 3_001, feeWalletId });

const befores: readonly Before[] = [
  {
    what: 'one with 1 hour, a fee and a named buyer',
    needs: [],
    // Which wallets are "the merchant's own" is not shown, so a target may refuse the body with a fee.
    bodies: (ours) => [
      { ...named, autoReleaseHours: 1, ...fee(ours) },
      { ...named, autoReleaseHours: 1 },
    ],
    as: ({ merchant }) => merchant,
  },
  {
    what: 'one with 720 hours',
    needs: [],
    bodies: () => [{ autoReleaseHours: 720 }],
    as: ({ merchant }) => merchant,
  },
  {
    what: 'one that was refused, with 2 hours, a fee and a named buyer',
    needs: [],
    bodies: (ours) => [{ ...named, autoReleaseHours: 2, ...fee(ours), amount: 9_999 }],
    isRefused: true,
    as: ({ merchant }) => merchant,
  },
  {
    what: "another merchant's with 3 hours, a fee and a named buyer",
    needs: ['other-merchant'],
    bodies: (ours) => [
      { ...named, autoReleaseHours: 3, ...fee(ours) },
      { ...named, autoReleaseHours: 3 },
    ],
    as: ({ other }) => other,
  },
  {
    what: 'linked wallets were required',
    needs: ['linked-wallets-setting'],
    bodies: () => [],
    as: ({ merchant }) => merchant,
    sets: ({ console, merchant }) => console.change(merchant, { requireLinkedWallets: true }),
  },
];

const rows = befores.map(({ what, needs, bodies, as, isRefused, sets }) => {
  const all = ['escrow-buyer', 'escrow-buyer-email', 'wallets', ...needs] as const;
  /** An escrow without optional fields, created right after `bodies` and paid by an account with a new e-mail address. */
  const funded = async (context: CheckContext) => {
    const { merchant, buyer, data } = context;
    const [seller, ours] = [await purse(context), await purse(context)];
    const before = [];
    for (const body of bodies(ours.walletId)) before.push((await as(context).createEscrow(body)).status);
    if (before.length > 0 && !before.some((status) => (isRefused ? status >= 400 : status < 300)))
      throw new NotExercised(`the request before it was not ${isRefused ? 'refused' : 'accepted'}`);
    await sets?.(context);
    const escrow = await merchant.escrow({ amount: AMOUNT, seller: { walletId: seller.walletId } });
    await tries(context, buyer.paysEscrow(merchant, escrow, data.email()));
    return { merchant, seller, escrow, paid: await merchant.confirms(escrow, 'funded') };
  };
  const gained = shared(`what a seller gets after ${what}`, all, async (context) => {
    const { merchant, seller, escrow } = await funded(context);
    await merchant.api.releaseEscrow(escrow.reference);
    return await gain(context, seller, AMOUNT);
  });
  return { what, needs: all, funded, gained };
});

checks(
  'escrow.anybody-may-pay',
  rows,
  ({ what }) => `right after ${what}: any buyer pays one that names none`,
  async (context, { funded }) => {
    expect((await funded(context)).paid).toHaveField('status', 'funded');
  },
  ({ needs }) => ({ needs }),
);

checks(
  'escrow.release-pays-seller',
  rows,
  ({ what }) => `right after ${what}: one without a fee pays the seller all of it`,
  async (context, { gained }) => {
    expect(await gained(context), 'kobo that the seller has gained').toBe(AMOUNT);
  },
  ({ needs }) => ({ needs }),
);

checks(
  'escrow.auto-release-default',
  rows,
  ({ what }) => `right after ${what}: 72 hours where nothing is said`,
  async (context, { funded }) => {
    const { merchant, escrow, paid } = await funded(context);
    if (field(paid.json, 'status') !== 'funded') throw new Blocked('the escrow should have been paid');
    const { time } = context;
    await time.wait(72 * HOUR - 5 * MINUTE, 'an escrow is released after 72 hours');
    expect(await merchant.get(escrow)).toHaveField('status', 'funded');

    await time.wait(5 * MINUTE, 'an escrow is released after 72 hours');
    expect(await merchant.becomes(escrow, 'released', 10 * MINUTE)).toHaveField('status', 'released');
  },
  ({ needs }) => ({ needs }),
);
