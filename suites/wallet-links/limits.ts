import { expect, requirement } from '../../lib/harness/index.ts';
import { usedUp } from './lives.ts';

requirement('wallet-link.five-per-hour', 'five requests for one wallet are accepted', async ({ merchant, wallets }) => {
  const wallet = await wallets.make();

  for (const _request of [1, 2, 3, 4, 5]) {
    expect(await wallets.createLink(merchant, wallet)).toHaveStatus(201);
  }
});

requirement('wallet-link.sixth-refused', 'a sixth request for it is refused', async (given) => {
  const { sixth } = await usedUp(given);

  expect(sixth).toBeRefused();
  expect(sixth).toHaveErrorShape();
});

requirement('wallet-link.sixth-refused', 'another wallet still takes one', async (given) => {
  const { elsewhere } = await usedUp(given);

  expect(elsewhere).toHaveStatus(201);
});

requirement('wallet-link.limit-ends', 'after an hour it takes one again', async ({ merchant, wallets, time }) => {
  const wallet = await wallets.make();
  for (const _request of [1, 2, 3, 4, 5]) await wallets.link(merchant, wallet);

  await time.wait(60 * 60, 'a wallet takes link requests again');
  await time.wait(60, 'a wallet takes link requests again');

  const answer = await wallets.createLink(merchant, wallet, {}, { onRateLimited: 'return' });
  expect(answer).toHaveStatus(201);
});
