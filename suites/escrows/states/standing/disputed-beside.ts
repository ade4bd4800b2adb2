import {
  type CheckContext,
  type Created,
  check,
  checks,
  type Exchange,
  expect,
  type RequirementId,
  shared,
} from '../../../../lib/interface/index.ts';
import { attempt } from '../../../support/attempts.ts';
import { gain, known, purseWherePossible } from '../../money/money.ts';
import { disputed, reached } from '../../support.ts';

// A dispute is of one escrow: others of its seller, funded or disputed, go their own way beside it, and it stays open whatever becomes of them,
// until it is decided itself.

const HOUR = 3_600;
const BACK = 5_003;

const life = shared(
  'escrows of one seller, of which some are disputed',
  ['escrow-buyer', 'escrow-dispute'],
  async (context) => {
    const { merchant, buyer, time } = context;
    const seller = await purseWherePossible(context);
    const made = (amount: number) =>
      merchant.escrow({
        amount,
        autoReleaseHours: 2,
        ...(seller && { seller: { walletId: seller.walletId } }),
      });
    const open = async (amount: number) => buyer.funds(merchant, await made(amount));
    const disputes = async (escrow: Created) => {
      await attempt(buyer.disputes(merchant, escrow));
      return await merchant.becomes(escrow, 'disputed', 60);
    };
    const [first, second] = [await open(20_011), await open(30_013)];
    const [third, fourth, fifth] = [await open(40_009), await open(50_021), await made(60_029)];
    // In vain: it is not paid yet.
    await attempt(buyer.disputes(merchant, fifth));
    await buyer.funds(merchant, fifth);
    for (const each of [first, second]) {
      await buyer.disputes(merchant, each);
      await reached(merchant, each, 'disputed');
    }
    const beside: Exchange[] = [];
    const look = async () => void beside.push(await merchant.get(second));
    await merchant.api.refundEscrow(first.reference, { amount: BACK });
    await reached(merchant, first, 'refunded');
    await look();
    const funded = await merchant.get(third);
    const release = await merchant.api.releaseEscrow(third.reference);
    const released = await merchant.becomes(third, 'released', 60);
    await look();
    await refusedOf(context, fifth);
    const disputedAfter = await disputes(fifth);
    await time.wait(2 * HOUR, 'an escrow is released by itself');
    const byItself = await merchant.becomes(fourth, 'released', 600);
    await look();
    const refund = await merchant.api.refundEscrow(second.reference, {});
    const refunded = await merchant.becomes(second, 'refunded', 60);
    const due = 20_011 - BACK + 40_009 + 50_021;
    const gained = seller && (await gain(context, seller, due));
    return { beside, funded, release, released, disputedAfter, byItself, refund, refunded, due, gained };
  },
);

/** What a funded escrow does not allow. */
async function refusedOf({ merchant }: CheckContext, { reference }: Created): Promise<void> {
  await merchant.api.cancelEscrow(reference);
  await merchant.api.refundEscrow(reference, { amount: 'a part' });
  await merchant.createEscrow({ reference, amount: 70_039 });
}

type Life = Awaited<ReturnType<typeof life>>;

const rows: readonly { readonly id: RequirementId; readonly what: string; expected(life: Life): void }[] = [
  {
    id: 'escrow.stays-until-its-turn',
    what: 'one stays disputed when another dispute is decided, and others are released, by the merchant and by time',
    expected({ beside }) {
      for (const record of beside) expect(record).toHaveField('status', 'disputed');
    },
  },
  {
    id: 'escrow.stays-until-its-turn',
    what: 'one that is not disputed is funded',
    expected: ({ funded }) => expect(funded).toHaveField('status', 'funded'),
  },
  {
    id: 'escrow.released',
    what: 'one that is not is released by the merchant',
    expected({ release, released }) {
      expect(release).toHaveStatus(200);
      expect(released).toHaveField('status', 'released');
    },
  },
  {
    id: 'escrow.releases-by-itself',
    what: 'one that is not is released by itself',
    expected: ({ byItself }) => expect(byItself).toHaveField('status', 'released'),
  },
  {
    id: 'escrow.disputed',
    what: 'one that was disputed in vain when it was not paid, and for which much was refused, is disputed',
    expected: ({ disputedAfter }) => expect(disputedAfter).toHaveField('status', 'disputed'),
  },
  {
    id: 'escrow.disputed-refunded',
    what: 'the last dispute is decided by a refund',
    expected({ refund, refunded }) {
      expect(refund).toHaveStatus(200);
      expect(refunded).toHaveField('status', 'refunded');
    },
  },
];

checks(
  ({ id }) => id,
  rows,
  ({ what }) => `of five escrows of one seller, of which some are disputed: ${what}`,
  async (context, { expected }) => expected(await life(context)),
  { needs: ['escrow-buyer', 'escrow-dispute'], waits: '2h', drawn: 2 },
);

check(
  'escrow.each-pays-its-own',
  'of five escrows of one seller, of which some are disputed, it has what is due for those that have ended',
  async (context) => {
    const { gained, due } = await life(context);

    expect(known(gained), 'kobo that the seller has gained').toBe(due);
  },
  { needs: ['escrow-buyer', 'escrow-dispute', 'wallets'], waits: '2h' },
);

check(
  'escrow.dispute-pauses-release',
  'the buyer looks at its page while it is disputed, and tries to pay there once more',
  async (context) => {
    const { merchant, buyer, time } = context;
    const escrow = await disputed(context, { autoReleaseHours: 1 });
    // What the page of a paid escrow shows, or whether there is one, is not stated.
    await attempt(buyer.atPage(escrow, async () => {}));
    await attempt(buyer.atPage(escrow, async (page) => void (await attempt(page.pays({}, { stays: true })))));
    expect(await merchant.get(escrow)).toHaveField('status', 'disputed');
    await time.wait(HOUR + 600, 'a disputed escrow is not released');

    expect(await merchant.get(escrow)).toHaveField('status', 'disputed');
  },
  { needs: ['browser'] },
);
