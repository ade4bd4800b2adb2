import { check, checks, expect } from '../../../lib/interface/index.ts';
import { tries } from '../support.ts';

check(
  'escrow.released',
  'the merchant releases a funded escrow',
  async ({ merchant, buyer }) => {
    const escrow = await buyer.funded(merchant);

    const answer = await merchant.api.releaseEscrow(escrow.reference);

    expect(answer).toHaveStatus(200);
    expect(await merchant.becomes(escrow, 'released', 60)).toHaveField('status', 'released');
  },
  { alsoInLive: true },
);

check('escrow.released-by-buyer', 'the buyer releases a funded escrow', async (context) => {
  const { merchant, buyer } = context;
  const escrow = await buyer.funded(merchant);

  await tries(context, buyer.releases(merchant, escrow));

  expect(await merchant.becomes(escrow, 'released', 60)).toHaveField('status', 'released');
});

checks(
  'escrow.unpaid-not-released',
  [
    { what: 'a release before payment does nothing', times: 1 },
    { what: 'nor do three, one after another', times: 3 },
  ],
  ({ what }) => what,
  async ({ merchant, time }, { times }) => {
    const escrow = await merchant.escrow();

    for (let time = 0; time < times; time++) await merchant.api.releaseEscrow(escrow.reference);
    await time.wait(10, 'the escrow stays unpaid');

    expect(await merchant.get(escrow)).toHaveField('status', 'pending_payment');
  },
  ({ times }) => ({ alsoInLive: times > 1 }),
);
