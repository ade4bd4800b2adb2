import {
  type Capability,
  type CheckContext,
  check,
  checks,
  type Exchange,
  expect,
  observation,
  shared,
  summary,
  type Wallet,
} from '../../lib/interface/index.ts';

// "Require linked wallets": which links open a wallet for escrows, and which do not.

function expectNotLinked(refusal: Exchange): void {
  expect(refusal).toBeRefused();
  expect(refusal).toHaveField('error.code', 'wallet_not_linked');
}

check('escrow.wallet-not-linked', 'a wallet that was never linked is refused', async (context) => {
  expectNotLinked(await escrowForUnlinked(context));
});

/** One link from its request to its end, and how an escrow for its wallet is answered at each step. */
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

/** What has become of links to a seller's wallet, none of which is an approved link of this merchant to this wallet. */
interface Lack {
  readonly what: string;
  readonly needs: readonly Capability[];
  readonly waits?: '5m';
  lead(context: CheckContext, wallet: Wallet): Promise<unknown>;
}

const lacks: readonly Lack[] = [
  {
    what: 'whose link was rejected',
    needs: [],
    async lead({ merchant, wallets }, wallet) {
      await wallets.decide(merchant, await wallets.link(merchant, wallet), 'reject');
    },
  },
  {
    what: 'that another merchant has linked',
    needs: ['other-merchant'],
    lead: ({ other, wallets }, wallet) => wallets.approvedLink(other, wallet),
  },
  {
    what: 'of somebody whose other wallet is linked',
    needs: [],
    lead: async ({ merchant, wallets }, { holderName }) =>
      wallets.approvedLink(merchant, await wallets.make({ holderName: holderName ?? 'Ada Obi' })),
  },
  {
    what: 'whose link a newer request has cancelled',
    needs: [],
    async lead({ merchant, wallets }, wallet) {
      const older = await wallets.link(merchant, wallet);
      await wallets.link(merchant, wallet);
      await merchant.api.approveWalletLink(older.linkId);
    },
  },
  {
    what: 'that its owner has unlinked',
    needs: ['wallet-owner'],
    async lead({ merchant, wallets }, wallet) {
      await wallets.owner(merchant, await wallets.approvedLink(merchant, wallet), 'unlink');
    },
  },
  {
    what: 'whose owner has declined',
    needs: ['wallet-owner'],
    async lead({ merchant, wallets }, wallet) {
      await wallets.owner(merchant, await wallets.link(merchant, wallet), 'reject');
    },
  },
  {
    what: 'whose link has expired',
    needs: [],
    waits: '5m',
    async lead({ merchant, wallets, time }, wallet) {
      await wallets.link(merchant, wallet, { expiresInMinutes: 5 });
      await time.wait(7 * 60, 'a wallet link expires');
    },
  },
];

/** Another merchant's approved link is none of this one's, whatever has become of its own. */
const besideAnothers: readonly Lack[] = [
  {
    what: 'whose link is pending',
    needs: [],
    lead: ({ merchant, wallets }: CheckContext, wallet: Wallet) => wallets.link(merchant, wallet),
  },
  {
    what: 'that the merchant itself has unlinked',
    needs: [],
    async lead({ merchant, wallets }: CheckContext, wallet: Wallet) {
      await merchant.api.deleteWalletLink((await wallets.approvedLink(merchant, wallet)).linkId);
    },
  },
  ...lacks.filter(({ needs }) => !needs.includes('other-merchant')),
].map(({ what, needs, lead, ...rest }) => ({
  ...rest,
  what: `that another merchant has linked, and ${what}`,
  needs: [...needs, 'other-merchant'],
  async lead(context, wallet) {
    await context.wallets.approvedLink(context.other, wallet);
    await lead(context, wallet);
  },
}));

checks(
  'escrow.wallet-not-linked-otherwise',
  [...lacks, ...besideAnothers],
  ({ what }) => `a wallet ${what} is refused`,
  async (context, { lead }) => {
    const { merchant, console, wallets } = context;
    await console.change(merchant, { requireLinkedWallets: true });
    const wallet = await wallets.make();
    await lead(context, wallet);

    expectNotLinked(await merchant.createEscrow({ seller: { walletId: wallet.walletId } }));
    // Nor does the balance of such a wallet open.
    expect(await merchant.api.getWalletBalance(wallet.walletId)).toHaveStatus(403);
  },
  ({ needs, waits }) => ({ needs: ['wallets', ...needs], ...(waits !== undefined && { waits }) }),
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
  { needs: ['wallets'] },
);

observation('escrow.wallet-not-linked-status', async (context) => summary(await escrowForUnlinked(context)));

async function escrowForUnlinked({ merchant, console }: CheckContext) {
  await console.change(merchant, { requireLinkedWallets: true });
  return await merchant.createEscrow({ seller: { walletId: '0000000001' } });
}
