import { Blocked, check, checks, expect, shared } from '../../lib/interface/index.ts';
import { gain, purseWherePossible } from './money.ts';
import { tries } from './support.ts';

// Who may read an escrow, act on it and pay it.

const AMOUNT = 23_011;
const deeds = ['reads', 'releases', 'refunds', 'cancels'] as const;

/** Escrows of one merchant, unpaid and paid, and all that another merchant tries with them. */
const meddledWith = shared(
  'escrows of which another merchant knows the reference',
  ['other-merchant', 'escrow-buyer'],
  async (context) => {
    const { merchant, other, buyer } = context;
    const seller = await purseWherePossible(context);
    const fields = { amount: AMOUNT, ...(seller && { seller: { walletId: seller.walletId } }) };
    const unpaid = await merchant.escrow(fields);
    const funded = await buyer.funded(merchant, fields);
    const seen = [];
    for (const escrow of [unpaid, funded]) {
      const status = escrow === unpaid ? 'pending_payment' : 'funded';
      for (const deed of deeds) {
        const { reference } = escrow;
        const answer =
          deed === 'reads'
            ? await other.api.getEscrow(reference)
            : deed === 'releases'
              ? await other.api.releaseEscrow(reference)
              : deed === 'refunds'
                ? await other.api.refundEscrow(reference, {})
                : await other.api.cancelEscrow(reference);
        seen.push({ status, deed, answer, record: await merchant.get(escrow) });
      }
    }
    const release = await merchant.api.releaseEscrow(funded.reference);
    return { seen, release, gained: seller && (await gain(context, seller, AMOUNT)) };
  },
);

checks(
  'escrow.other-merchant-cannot-act',
  (['funded', 'pending_payment'] as const).flatMap((status) => deeds.map((deed) => ({ status, deed }))),
  ({ status, deed }) => `${status}: another merchant ${deed} it in vain`,
  async (context, { status, deed }) => {
    const found = (await meddledWith(context)).seen.find((each) => each.status === status && each.deed === deed);
    if (found === undefined) throw new Blocked('suite fault: not tried');

    if (deed === 'reads') expect(found.answer).toHaveStatus(404);
    else expect(found.answer).toBeRefused();
    expect(found.record).toHaveField('status', status);
  },
);

check(
  'escrow.other-merchant-cannot-act',
  'then its own merchant releases it, and the seller has what is due',
  async (context) => {
    const { release, gained } = await meddledWith(context);

    expect(release).toHaveStatus(200);
    expect(gained, 'kobo that the seller has gained').toBe(AMOUNT);
  },
  { needs: ['wallets'] },
);

const NAMED = 'ada.obi@example.com';

checks(
  'escrow.buyer-email-restricts',
  ['xada.obi@example.com', 'ada.obi@example.net', 'ada.obi@example.org', 'ada.ob@example.com'],
  (stranger) => `${stranger} cannot pay for ${NAMED}, who then can`,
  async (context, stranger) => {
    const { merchant, buyer, time } = context;
    const escrow = await merchant.escrow({ buyer: { email: NAMED } });
    await tries(context, buyer.paysEscrow(merchant, escrow, stranger));
    await time.wait(10, 'the escrow stays unpaid');
    expect(await merchant.get(escrow)).toHaveField('status', 'pending_payment');

    await tries(context, buyer.paysEscrow(merchant, escrow, NAMED));
    expect(await merchant.becomes(escrow, 'funded', 60)).toHaveField('status', 'funded');
  },
);

check('escrow.buyer-email-restricts', 'after the named buyer a stranger changes nothing', async (context) => {
  const { merchant, buyer } = context;
  const escrow = await buyer.funds(merchant, await merchant.escrow({ buyer: { email: NAMED } }), NAMED);
  await tries(context, buyer.paysEscrow(merchant, escrow, 'bola.obi@example.com'));

  expect(await merchant.get(escrow)).toHaveField('status', 'funded');
});

check('escrow.anybody-may-pay', 'without buyer.email an account of any address pays', async (context) => {
  const { merchant, buyer, data } = context;
  const escrow = await merchant.escrow();

  await tries(context, buyer.paysEscrow(merchant, escrow, data.email()));

  expect(await merchant.becomes(escrow, 'funded', 60)).toHaveField('status', 'funded');
});
