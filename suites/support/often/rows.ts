import { liveAtSandbox, sandboxAtLive } from '../../environments/support.ts';
import { unpaced } from '../../rate-limit/support.ts';
import { type Asked, asked, once } from './asked.ts';

/** Services that count failed attempts usually act after 5, 10 or 20. `SOME` is for requests that do not help to guess anything. */
const [MANY, SOME] = [21, 11];

const unknownKey = 'svc_test_sk_nobodys00000000000000000000';

/** By a live merchant that no other check uses. */
const live = { by: 'live', needs: ['live', 'other-live-merchant'] } as const;
const wallets = { needs: ['wallets'] } as const;

const refused: readonly Asked[] = [
  asked(
    'environment.live-key-in-sandbox',
    'a live key at the sandbox address',
    MANY,
    [403, 'wrong_environment'],
    async (context) => () => unpaced({ api: liveAtSandbox(context) }).getBalance(),
    live,
  ),
  asked(
    'environment.sandbox-key-in-live',
    'a sandbox key at the live address',
    MANY,
    [403, 'wrong_environment'],
    async (context) => () => unpaced({ api: sandboxAtLive(context) }).getBalance(),
    { needs: ['live'] },
  ),
  asked(
    'auth.unknown-key-refused',
    'a key that nobody has, with the id of a merchant',
    MANY,
    'any',
    async ({ merchant }) => {
      const { merchantId } = await merchant.present();
      return () => unpaced(merchant).getBalance({ credentials: { apiKey: unknownKey, merchantId } });
    },
  ),
  asked(
    'environment.live-account-not-found',
    'a live escrow for a wallet that nobody has',
    SOME,
    [422, 'account_not_found'],
    async (context) => {
      const seller = { walletId: context.data.walletId() };
      return () => context.live.createEscrow({ seller }, once);
    },
    live,
  ),
  asked(
    'environment.live-payout-above-balance',
    'a live payout above the balance',
    SOME,
    [422, 'insufficient_balance'],
    async (context) => () => context.live.createPayout({ amount: 1_999_999_999 }, once),
    live,
  ),
  asked('error.shape-of-404', 'GET of a payout that is not there', MANY, 'refused', async ({ merchant, data }) => {
    const nil = data.reference('nil');
    return () => merchant.api.getPayout(nil, once);
  }),
  asked(
    'error.shape-of-404',
    'a refund of an unknown payment',
    SOME,
    [404, 'payment_not_found'],
    async ({ merchant, data }) => {
      const paymentReference = data.reference('nil');
      return () => merchant.createRefund({ paymentReference }, once);
    },
  ),
  asked('error.shape-of-400', 'a payout to 9 digits', SOME, [400, 'invalid_request'], async ({ merchant }) => {
    return () => merchant.createPayout({ recipient: { accountNumber: '012345678' } }, once);
  }),
  asked(
    'error.shape-of-409',
    'a second checkout of one reference',
    SOME,
    [409, 'duplicate_reference'],
    async ({ merchant }) => {
      const { reference } = await merchant.checkout();
      return () => merchant.createCheckout({ reference }, once);
    },
  ),
  asked(
    'error.shape-of-409',
    'a key that is used again',
    SOME,
    [409, 'idempotency_key_reused'],
    async ({ merchant, data }) => {
      const idempotencyKey = data.reference('key');
      await merchant.createCheckout({}, { idempotencyKey });
      return () => merchant.createCheckout({}, { ...once, idempotencyKey });
    },
  ),
  asked(
    'error.shape-of-422',
    'a refund of more than was paid',
    SOME,
    [422, 'refund_exceeds_paid'],
    async ({ merchant, buyer }) => {
      const { reference: paymentReference, amount } = await buyer.paid(merchant, { amount: 5_003 });
      return () => merchant.createRefund({ paymentReference, amount: amount + 1 }, once);
    },
    { needs: ['buyer'] },
  ),
  asked(
    'wallet-link.sixth-refused',
    'a link request beyond the fifth within an hour',
    SOME,
    'any',
    async (context) => {
      const wallet = await context.wallets.make();
      for (let turn = 0; turn < 5; turn++) await context.wallets.link(context.merchant, wallet);
      return () => context.wallets.createLink(context.merchant, wallet);
    },
    wallets,
  ),
  asked(
    'wallet.balance-without-link',
    'the balance of a wallet that is not linked',
    SOME,
    'refused',
    async (context) => {
      const { walletId } = await context.wallets.make();
      return () => context.merchant.api.getWalletBalance(walletId, once);
    },
    wallets,
  ),
];

const served: readonly Asked[] = [
  asked(
    'account.known-wallet',
    'the account of a wallet',
    MANY,
    'served',
    async (context) => {
      const { walletId } = await context.wallets.make();
      return () => context.merchant.api.getAccount(walletId, once);
    },
    wallets,
  ),
  asked(
    'wallet.balance-when-approved',
    'the balance of a linked wallet',
    SOME,
    'served',
    async (context) => {
      const { wallet } = await context.wallets.approvedLink(context.merchant, await context.wallets.make());
      return () => context.merchant.api.getWalletBalance(wallet.walletId, once);
    },
    wallets,
  ),
  asked('bank.has-code', 'the list of banks', SOME, 'served', async ({ merchant }) => {
    return () => merchant.api.listBanks(once);
  }),
];

export const askedInARow: readonly Asked[] = [...refused, ...served];
