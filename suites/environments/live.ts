import {
  Blocked,
  type Capability,
  type CheckContext,
  check,
  checks,
  expect,
  field,
  movingLiveMoney,
  NotExercised,
  of,
  summary,
  type Wallet,
} from '../../lib/interface/index.ts';
import { saidOf } from '../accounts/support.ts';

check(
  'environment.live-account-not-found',
  'an escrow for a wallet that nobody has is refused',
  async ({ live, data }) => {
    const answer = await live.createEscrow({ seller: { walletId: data.walletId() } });

    expect(answer).toBeRefusedWith(422, 'account_not_found');
  },
);

check(
  'environment.live-account-not-found',
  'asked for again and again, the wallet stays one that nobody has',
  async ({ live, data }) => {
    const seller = { walletId: data.walletId() };
    const answers = [];
    for (let turn = 0; turn < 3; turn++) answers.push(await live.createEscrow({ seller }));
    const account = await live.api.getAccount(seller.walletId);

    for (const answer of answers) expect(answer).toBeRefusedWith(422, 'account_not_found');
    expect(account).not.toHaveField('exists', true);
  },
);

// The ids that sandbox knows are none of live, unless it has such wallets itself: then its account check says so.
checks(
  'environment.live-account-not-found',
  ['0000000001', '0000000002', '0000000003'],
  (walletId) => `an escrow for ${walletId} is refused where live does not know that wallet`,
  async ({ live, data }, walletId) => {
    const nobodys = data.walletId();
    const [known, unknown] = [await live.api.getAccount(walletId), await live.api.getAccount(nobodys)];
    const isUnknown = saidOf(known, walletId).value === saidOf(unknown, nobodys).value;
    if (!isUnknown) throw new NotExercised(`live has a wallet ${walletId}`);

    expect(await live.createEscrow({ seller: { walletId } })).toBeRefusedWith(422, 'account_not_found');
  },
  { drawn: 1 },
);

// "It must exist", and environments are fully separate: a wallet of the sandbox is none of live, whatever it has done there.
checks(
  'environment.live-account-not-found',
  [
    { what: 'was made there', needs: [], lead: async () => {} },
    {
      what: 'is linked there',
      needs: [],
      lead: ({ wallets, merchant }, wallet) => wallets.approvedLink(merchant, wallet),
    },
    {
      what: 'was paid there',
      needs: ['escrow-buyer'],
      async lead({ merchant, buyer }, { walletId }) {
        const escrow = await buyer.funded(merchant, { seller: { walletId } });
        await merchant.api.releaseEscrow(escrow.reference);
      },
    },
  ] satisfies readonly SandboxWallet[],
  ({ what }) => `an escrow for a wallet that exists in sandbox alone, and ${what}, is refused`,
  async (context, { lead }) => {
    const wallet = await context.wallets.make({ environment: 'sandbox' });
    await lead(context, wallet);

    const answer = await context.live.createEscrow({ seller: { walletId: wallet.walletId } });

    expect(answer).toBeRefusedWith(422, 'account_not_found');
  },
  ({ needs }) => ({ needs: ['wallets', ...needs] }),
);

interface SandboxWallet {
  readonly what: string;
  readonly needs: readonly Capability[];
  lead(context: CheckContext, wallet: Wallet): Promise<unknown>;
}

/** Ids that a wallet may have: 10 digits, whichever they are. */
const digits: Readonly<Record<string, (id: string) => string>> = {
  'any digits': (id) => id,
  'a zero in front': (id) => `0${id.slice(1)}`,
  'three zeros in front': (id) => `000${id.slice(3)}`,
  'zeros at the end': (id) => `${id.slice(0, 7)}000`,
  'nothing but nines in front': (id) => `9999${id.slice(4)}`,
};

checks(
  'environment.live-known-seller',
  Object.entries(digits),
  ([what]) => `an escrow for a wallet that exists is accepted: its id has ${what}`,
  async ({ live, wallets, data }, [, idOf]) => {
    const { walletId } = await wallets.make({ walletId: idOf(data.walletId()), environment: 'live' });

    expect(await live.createEscrow({ seller: { walletId } })).toHaveStatus(201);
  },
);

check(
  'environment.live-known-seller',
  'an escrow is accepted for a wallet that another was refused for before it existed',
  async ({ live, wallets, data }) => {
    const walletId = data.walletId();
    for (let turn = 0; turn < 2; turn++) await live.createEscrow({ seller: { walletId } });
    await live.api.getAccount(walletId);
    await wallets.make({ walletId, environment: 'live' });

    expect(await live.createEscrow({ seller: { walletId } })).toHaveStatus(201);
  },
);

for (const decision of ['approve', 'reject'] as const) {
  check(
    'environment.live-no-sandbox-calls',
    `${decision} is refused, and the link stays pending`,
    async ({ live, wallets }) => {
      const { linkId } = await wallets.link(live, await wallets.make({ environment: 'live' }));

      const answer =
        decision === 'approve' ? await live.api.approveWalletLink(linkId) : await live.api.rejectWalletLink(linkId);

      expect(answer).toBeRefused();
      expect(answer).toHaveErrorShape();
      expect(await live.api.getWalletLink(linkId)).toHaveField('status', 'PENDING');
    },
  );
}

check(
  'environment.live-sandbox-fail-is-plain',
  'a refund with that reason fares as one with another',
  async (context) => {
    const { live, buyer } = context;
    await movingLiveMoney(context, async () => {
      const payment = await buyer.paid(live, { amount: 5_000 });
      const usual = await live.refund(payment, { amount: 1_000, reason: 'sent back' });
      const special = await live.refund(payment, { amount: 1_000, reason: 'sandbox_fail' });

      const usualRecord = await live.becomes(usual, 'succeeded');
      if (field(usualRecord.json, 'status') === 'failed') {
        throw new Blocked(`refunds fail here whatever their reason: ${summary(usualRecord)}`);
      }
      expect(of(await live.becomes(special, 'succeeded'), 'status')).not.toBe('failed');
    });
  },
);
