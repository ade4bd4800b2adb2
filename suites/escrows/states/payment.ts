import { check, expect } from '../../../lib/interface/index.ts';
import { pageAddresses } from '../../support/states/page-addresses.ts';
import { gainInTheEnd, purse } from '../money/money.ts';
import { reached, tries } from '../support.ts';

const MINUTE = 60;
const HOUR = 60 * MINUTE;

check(
  'escrow.funded',
  'an escrow becomes funded when the buyer pays',
  async (context) => {
    const { merchant, buyer } = context;
    const escrow = await merchant.escrow();

    await tries(context, buyer.paysEscrow(merchant, escrow));

    expect(await merchant.confirms(escrow, 'funded')).toHaveField('status', 'funded');
  },
  { alsoInLive: true },
);

check('escrow.buyer-email-restricts', 'the account of that address pays', async (context) => {
  const { merchant, buyer, data } = context;
  const email = data.email();
  const escrow = await merchant.escrow({ buyer: { email } });

  await tries(context, buyer.paysEscrow(merchant, escrow, email));

  expect(await merchant.confirms(escrow, 'funded')).toHaveField('status', 'funded');
});

check('escrow.buyer-email-restricts', 'the account of another address cannot pay', async (context) => {
  const { merchant, buyer, time } = context;
  const escrow = await merchant.escrow({ buyer: { email: 'ada.obi@example.com' } });

  await tries(context, buyer.paysEscrow(merchant, escrow, 'bola.obi@example.com'));
  await time.wait(10, 'the escrow stays unpaid');

  expect(await merchant.get(escrow)).toHaveField('status', 'pending_payment');
});

check(
  'escrow.funding-is-held',
  'while the money is held the seller has no more to spend',
  async (context) => {
    const { merchant, buyer } = context;
    const seller = await purse(context);

    await buyer.funded(merchant, { amount: 50_000, seller: { walletId: seller.walletId } });

    expect(await gainInTheEnd(context, seller)).toBeLessThanOrEqual(0);
  },
  { needs: ['wallets'] },
);

check(
  'escrow.cancelled',
  'an unpaid escrow is cancelled',
  async ({ merchant }) => {
    const escrow = await merchant.escrow();

    const answer = await merchant.api.cancelEscrow(escrow.reference);

    expect(answer).toHaveStatus(200);
    expect(await merchant.becomes(escrow, 'cancelled', 60)).toHaveField('status', 'cancelled');
  },
  { alsoInLive: true },
);

check(
  'escrow.cancelled-cannot-be-paid',
  'a buyer comes too late for a cancelled escrow',
  async (context) => {
    const { merchant, buyer, time } = context;
    const escrow = await merchant.escrow();
    await merchant.api.cancelEscrow(escrow.reference);
    await reached(merchant, escrow, 'cancelled');

    await tries(context, buyer.paysEscrow(merchant, escrow));
    await time.wait(10, 'the escrow stays cancelled');

    expect(await merchant.get(escrow)).toHaveField('status', 'cancelled');
  },
  { alsoInLive: true },
);

check(
  'escrow.paid-cannot-be-cancelled',
  'a funded escrow stays funded',
  async ({ merchant, buyer }) => {
    const escrow = await buyer.funded(merchant);

    const refusal = await merchant.api.cancelEscrow(escrow.reference);

    expect(refusal).toBeRefused();
    expect(await merchant.get(escrow)).toHaveField('status', 'funded');
  },
  { alsoInLive: true },
);

check(
  'escrow.expires',
  'it waits 23 hours and 55 minutes, and has expired after 24',
  async (context) => {
    const { merchant, time } = context;
    const escrow = await merchant.escrow();

    await time.wait(24 * HOUR - 5 * MINUTE, 'an unpaid escrow expires');
    expect(await merchant.get(escrow)).toHaveField('status', 'pending_payment');

    await time.wait(5 * MINUTE, 'an unpaid escrow expires');
    expect(await merchant.becomes(escrow, 'expired', 10 * MINUTE)).toHaveField('status', 'expired');
  },
  { alsoInLive: true },
);

check(
  'escrow.paid-does-not-expire',
  'a funded escrow outlives its 24 hours',
  async ({ merchant, buyer, time }) => {
    const escrow = await buyer.funded(merchant);

    await time.wait(24 * HOUR, 'a paid escrow does not expire');
    await time.wait(10 * MINUTE, 'a paid escrow does not expire');

    expect(await merchant.get(escrow)).toHaveField('status', 'funded');
  },
  { alsoInLive: true },
);

pageAddresses('escrow', 'escrow.funded');
