import { check, expect } from '../../../lib/interface/index.ts';
import { tries } from '../support.ts';

check('escrow.released', 'the merchant releases a funded escrow', async ({ merchant, buyer }) => {
  const escrow = await buyer.funded(merchant);

  const answer = await merchant.api.releaseEscrow(escrow.reference);

  expect(answer).toHaveStatus(200);
  expect(await merchant.becomes(escrow, 'released', 60)).toHaveField('status', 'released');
});

check('escrow.released-by-buyer', 'the buyer releases a funded escrow', async (context) => {
  const { merchant, buyer } = context;
  const escrow = await buyer.funded(merchant);

  await tries(context, buyer.releases(merchant, escrow));

  expect(await merchant.becomes(escrow, 'released', 60)).toHaveField('status', 'released');
});

check('escrow.unpaid-not-released', 'a release before payment does nothing', async ({ merchant, time }) => {
  const escrow = await merchant.escrow();

  await merchant.api.releaseEscrow(escrow.reference);
  await time.wait(10, 'the escrow stays unpaid');

  expect(await merchant.get(escrow)).toHaveField('status', 'pending_payment');
});
