import { expect, type Given, observation, requirement, shared, summary } from '../../lib/harness/index.ts';

requirement('escrow.wallet-not-linked', 'a wallet that was never linked is refused', async (given) => {
  const refusal = await escrowForUnlinked(given);

  expect(refusal).toBeRefused();
  expect(refusal).toHaveField('error.code', 'wallet_not_linked');
});

/** One link from its request to its end, and how an escrow for its wallet is answered at each step. */
const alongALink = shared('escrows for a wallet along its link', ['linked-wallets-setting'], async (given) => {
  const { merchant, console, wallets } = given;
  await console.change(merchant, { requireLinkedWallets: true });
  return await wallets.withLinkable(1, async ({ walletId, holderName }) => {
    const escrow = () => merchant.createEscrow({ seller: { walletId } });
    const link = await wallets.link(merchant, { walletId, holderName });
    const whilePending = await escrow();
    await wallets.decide(merchant, link, 'approve');
    const whileApproved = await escrow();
    await merchant.api.deleteWalletLink(link.linkId);
    return { whilePending, whileApproved, afterRevocation: await escrow() };
  });
});

requirement(
  'escrow.wallet-not-linked',
  'a wallet whose link is still pending is refused',
  async (given) => {
    const { whilePending } = await alongALink(given);

    expect(whilePending).toBeRefused();
    expect(whilePending).toHaveField('error.code', 'wallet_not_linked');
  },
  { needs: ['sandbox-wallet'] },
);

requirement('escrow.wallet-linked', 'a wallet with an approved link is accepted', async (given) => {
  const { whileApproved } = await alongALink(given);

  expect(whileApproved).toHaveStatus(201);
});

requirement(
  'escrow.wallet-not-linked',
  'a wallet that was unlinked again is refused',
  async (given) => {
    const { afterRevocation } = await alongALink(given);

    expect(afterRevocation).toBeRefused();
    expect(afterRevocation).toHaveField('error.code', 'wallet_not_linked');
  },
  { needs: ['sandbox-wallet'] },
);

observation('escrow.wallet-not-linked-status', async (given) => summary(await escrowForUnlinked(given)));

async function escrowForUnlinked({ merchant, console }: Given) {
  await console.change(merchant, { requireLinkedWallets: true });
  return await merchant.createEscrow({ seller: { walletId: '0000000001' } });
}
