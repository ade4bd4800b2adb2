import {
  Blocked,
  type CheckContext,
  check,
  checks,
  type Exchange,
  expect,
  observation,
  shared,
  summary,
} from '../../../lib/interface/index.ts';
import { otherSettings } from '../../support/console-settings.ts';
import { linkedBeside, nearby } from '../../support/nearby-wallets.ts';
import { earnedBefore } from './earned-before.ts';
import { lacks } from './lacking-links.ts';

// "Require linked wallets": which links permit escrows for a wallet, and which do not.

function expectNotLinked(refusal: Exchange): void {
  expect(refusal).toBeRefused();
  expect(refusal).toHaveField('error.code', 'wallet_not_linked');
}

check('escrow.wallet-not-linked', 'a wallet that was never linked is refused', async (context) => {
  expectNotLinked(await escrowForUnlinked(context));
});

check(
  'escrow.wallet-not-linked',
  'a wallet that was never linked is refused, also where another one is',
  async ({ merchant, console, wallets }) => {
    await console.change(merchant, { requireLinkedWallets: true });
    await wallets.approvedLink(merchant, await wallets.make());

    expectNotLinked(await merchant.createEscrow({ seller: { walletId: (await wallets.make()).walletId } }));
  },
  { needs: ['wallets'], alsoInLive: true },
);

checks(
  'escrow.wallet-not-linked',
  otherSettings.filter(({ linkedWallets }) => linkedWallets === undefined),
  ({ what }) => `a wallet that was never linked is refused, also after ${what}`,
  async (context, { change }) => {
    const { merchant, console } = context;
    await console.change(merchant, { requireLinkedWallets: true });
    await change(context);

    expectNotLinked(await merchant.createEscrow({ seller: { walletId: '0000000001' } }));
  },
  ({ needs }) => ({ needs }),
);

/** One link from its request to its end, and the answer to an escrow for its wallet at each stage. */
const alongALink = shared('escrows for a wallet along its link', ['linked-wallets-setting'], async (context) => {
  const { merchant, console, wallets } = context;
  await console.change(merchant, { requireLinkedWallets: true });
  return await wallets.withLinkable(1, async ({ walletId, holderName }) => {
    const escrow = () => merchant.createEscrow({ seller: { walletId } });
    const link = await wallets.link(merchant, { walletId, holderName });
    const whilePending = await escrow();
    await wallets.decide(merchant, link, 'approve');
    const whileApproved = await escrow();
    await merchant.api.deleteWalletLink(link.linkId);
    const afterRevocation = await escrow();
    await console.change(merchant, { requireLinkedWallets: false });
    return { whilePending, whileApproved, afterRevocation, whenNotRequired: await escrow() };
  });
});

for (const [what, at] of [
  ['whose link is still pending', 'whilePending'],
  ['that was unlinked again', 'afterRevocation'],
] as const) {
  check(
    'escrow.wallet-not-linked',
    `a wallet ${what} is refused`,
    async (context) => {
      expectNotLinked((await alongALink(context))[at]);
    },
    { needs: ['sandbox-wallet'] },
  );
}

check('escrow.wallet-linked', 'a wallet with an approved link is accepted', async (context) => {
  const { whileApproved } = await alongALink(context);

  expect(whileApproved).toHaveStatus(201);
});

check('escrow.wallet-linked', 'when links are not required any more the same wallet is accepted', async (context) => {
  const { whenNotRequired } = await alongALink(context);

  expect(whenNotRequired).toHaveStatus(201);
});

checks(
  'escrow.wallet-not-linked-otherwise',
  lacks,
  ({ what }) => `a wallet ${what} is refused`,
  async (context, { lead }) => {
    const { merchant, console, wallets } = context;
    await console.change(merchant, { requireLinkedWallets: true });
    const wallet = await wallets.make();
    await lead(context, wallet);

    expectNotLinked(await merchant.createEscrow({ seller: { walletId: wallet.walletId } }));
    // The balance of such a wallet is not accessible either.
    expect(await merchant.api.getWalletBalance(wallet.walletId)).toHaveStatus(403);
  },
  ({ needs, waits }) => ({
    needs: ['wallets', ...needs],
    ...(waits !== undefined && { waits }),
    alsoInLive: !needs.includes('other-merchant'),
  }),
);

check(
  'escrow.wallet-linked-again',
  'a wallet that was unlinked and linked once more is accepted, while a newer request waits',
  async ({ merchant, console, wallets }) => {
    await console.change(merchant, { requireLinkedWallets: true });
    const wallet = await wallets.make();
    const first = await wallets.approvedLink(merchant, wallet);
    await merchant.api.deleteWalletLink(first.linkId);
    await wallets.approvedLink(merchant, wallet);
    await wallets.link(merchant, wallet);

    expect(await merchant.createEscrow({ seller: { walletId: wallet.walletId } })).toHaveStatus(201);
  },
  { needs: ['wallets'], alsoInLive: true },
);

checks(
  'escrow.wallet-not-linked',
  nearby,
  ({ what }) => `beside a linked wallet, one ${what} is refused`,
  async (context, row) => {
    const { merchant, console } = context;
    await console.change(merchant, { requireLinkedWallets: true });
    const [linked, other] = await linkedBeside(context, row);
    const accepted = await merchant.createEscrow({ seller: { walletId: linked.walletId } });
    if (accepted.status !== 201) throw new Blocked(`the linked wallet should be accepted; got ${summary(accepted)}`);

    expectNotLinked(await merchant.createEscrow({ seller: { walletId: other.walletId } }));
  },
  { needs: ['wallets'] },
);

checks(
  ({ id }) => id,
  earnedBefore,
  ({ what }) => `a wallet is refused ${what}`,
  async (context, { lead }) => {
    const { merchant, wallets } = context;
    const wallet = await wallets.make();
    await lead(context, wallet);

    expectNotLinked(await merchant.createEscrow({ seller: { walletId: wallet.walletId } }));
  },
  { needs: ['wallets', 'escrow-buyer'] },
);

observation('escrow.wallet-not-linked-status', async (context) => summary(await escrowForUnlinked(context)));

async function escrowForUnlinked({ merchant, console }: CheckContext) {
  await console.change(merchant, { requireLinkedWallets: true });
  return await merchant.createEscrow({ seller: { walletId: '0000000001' } });
}
