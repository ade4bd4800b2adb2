import { expect, requirement } from '../../lib/harness/index.ts';
import { gainInTheEnd, purse, reached, tries } from './support.ts';

const MINUTE = 60;
const HOUR = 60 * MINUTE;

requirement('escrow.funded', 'an escrow becomes funded when the buyer pays', async (given) => {
  const { merchant, buyer } = given;
  const escrow = await merchant.escrow();

  await tries(given, buyer.paysEscrow(merchant, escrow));

  expect(await merchant.becomes(escrow, 'funded', 60)).toHaveField('status', 'funded');
});

requirement('escrow.buyer-email-restricts', 'the account of that address pays', async (given) => {
  const { merchant, buyer, fresh } = given;
  const email = fresh.email();
  const escrow = await merchant.escrow({ buyer: { email } });

  await tries(given, buyer.paysEscrow(merchant, escrow, email));

  expect(await merchant.becomes(escrow, 'funded', 60)).toHaveField('status', 'funded');
});

requirement('escrow.buyer-email-restricts', 'the account of another address cannot pay', async (given) => {
  const { merchant, buyer, time } = given;
  const escrow = await merchant.escrow({ buyer: { email: 'ada.obi@example.com' } });

  await tries(given, buyer.paysEscrow(merchant, escrow, 'bola.obi@example.com'));
  await time.wait(10, 'the escrow stays unpaid');

  expect(await merchant.get(escrow)).toHaveField('status', 'pending_payment');
});

requirement(
  'escrow.funding-is-held',
  'while the money is held the seller has no more to spend',
  async (given) => {
    const { merchant, buyer } = given;
    const seller = await purse(given);

    await buyer.funded(merchant, { amount: 50_000, seller: { walletId: seller.walletId } });

    expect(await gainInTheEnd(given, seller)).toBeLessThanOrEqual(0);
  },
  { needs: ['wallets'] },
);

requirement('escrow.cancelled', 'an unpaid escrow is cancelled', async ({ merchant }) => {
  const escrow = await merchant.escrow();

  const answer = await merchant.api.cancelEscrow(escrow.reference);

  expect(answer).toHaveStatus(200);
  expect(await merchant.becomes(escrow, 'cancelled', 60)).toHaveField('status', 'cancelled');
});

requirement('escrow.cancelled-cannot-be-paid', 'a buyer comes too late for a cancelled escrow', async (given) => {
  const { merchant, buyer, time } = given;
  const escrow = await merchant.escrow();
  await merchant.api.cancelEscrow(escrow.reference);
  await reached(merchant, escrow, 'cancelled');

  await tries(given, buyer.paysEscrow(merchant, escrow));
  await time.wait(10, 'the escrow stays cancelled');

  expect(await merchant.get(escrow)).toHaveField('status', 'cancelled');
});

requirement('escrow.paid-cannot-be-cancelled', 'a funded escrow stays funded', async ({ merchant, buyer }) => {
  const escrow = await buyer.funded(merchant);

  const refusal = await merchant.api.cancelEscrow(escrow.reference);

  expect(refusal).toBeRefused();
  expect(await merchant.get(escrow)).toHaveField('status', 'funded');
});

requirement('escrow.expires', 'it waits 23 hours and 55 minutes, and has expired after 24', async (given) => {
  const { merchant, time } = given;
  const escrow = await merchant.escrow();

  await time.wait(24 * HOUR - 5 * MINUTE, 'an unpaid escrow expires');
  expect(await merchant.get(escrow)).toHaveField('status', 'pending_payment');

  await time.wait(5 * MINUTE, 'an unpaid escrow expires');
  expect(await merchant.becomes(escrow, 'expired', 10 * MINUTE)).toHaveField('status', 'expired');
});

requirement(
  'escrow.paid-does-not-expire',
  'a funded escrow outlives its 24 hours',
  async ({ merchant, buyer, time }) => {
    const escrow = await buyer.funded(merchant);

    await time.wait(24 * HOUR, 'a paid escrow does not expire');
    await time.wait(10 * MINUTE, 'a paid escrow does not expire');

    expect(await merchant.get(escrow)).toHaveField('status', 'funded');
  },
);
