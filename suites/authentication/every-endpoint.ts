import { type Exchange, expect, requirement } from '../../lib/harness/index.ts';
import { unknownKey } from './support.ts';

// What is asked for exists, and what is sent is valid: an endpoint that looks at no key would do it.

requirement(
  'auth.refused-has-no-effect',
  'nothing exists under the reference afterwards',
  async ({ merchant, fresh }) => {
    const reference = fresh.reference('chk');

    await merchant.createCheckout({ reference }, unknownKey({ fresh }));

    expect(await merchant.api.getCheckout(reference)).toHaveStatus(404);
  },
);

requirement('auth.every-endpoint-guarded', 'GET of the bank list, the balance and a wallet account', async (given) => {
  const { merchant, wallets } = given;
  await wallets.withLinkable(0, async ({ walletId }) => {
    expectAllRefused({
      'GET /v1/banks': await merchant.api.listBanks(unknownKey(given)),
      'GET /v1/balance': await merchant.api.getBalance(unknownKey(given)),
      'GET /v1/accounts': await merchant.api.getAccount(walletId, unknownKey(given)),
    });
  });
});

requirement('auth.every-endpoint-guarded', 'GET of a checkout, a payout and an escrow', async (given) => {
  const { merchant } = given;
  const [checkout, payout, escrow] = [await merchant.checkout(), await merchant.payout(), await merchant.escrow()];

  expectAllRefused({
    'GET /v1/checkouts': await merchant.api.getCheckout(checkout.reference, unknownKey(given)),
    'GET /v1/payouts': await merchant.api.getPayout(payout.reference, unknownKey(given)),
    'GET /v1/escrows': await merchant.api.getEscrow(escrow.reference, unknownKey(given)),
  });
});

requirement('auth.every-endpoint-guarded', 'POST of a checkout, a payout and an escrow', async (given) => {
  const { merchant } = given;

  expectAllRefused({
    'POST /v1/checkouts': await merchant.createCheckout({}, unknownKey(given)),
    'POST /v1/payouts': await merchant.createPayout({}, unknownKey(given)),
    'POST /v1/escrows': await merchant.createEscrow({}, unknownKey(given)),
  });
});

requirement(
  'auth.every-endpoint-guarded',
  'GET and POST of a refund',
  async (given) => {
    const { merchant, buyer } = given;
    const payment = await buyer.paid(merchant);
    const refund = await merchant.refund(payment);

    expectAllRefused({
      'GET /v1/refunds': await merchant.api.getRefund(refund.reference, unknownKey(given)),
      'POST /v1/refunds': await merchant.createRefund({ paymentReference: payment.reference }, unknownKey(given)),
    });
  },
  { needs: ['buyer'] },
);

requirement('auth.every-endpoint-guarded', 'cancelling an escrow, which stays as it was', async (given) => {
  const { merchant } = given;
  const escrow = await merchant.escrow();

  expectAllRefused({
    'POST /v1/escrows/{reference}/cancel': await merchant.api.cancelEscrow(escrow.reference, unknownKey(given)),
  });

  expect(await merchant.get(escrow)).toHaveField('status', 'pending_payment');
});

requirement(
  'auth.every-endpoint-guarded',
  'releasing and refunding an escrow, which stays as it was',
  async (given) => {
    const { merchant, buyer } = given;
    const { reference } = await buyer.funded(merchant);

    expectAllRefused({
      'POST /v1/escrows/{reference}/release': await merchant.api.releaseEscrow(reference, unknownKey(given)),
      'POST /v1/escrows/{reference}/refund': await merchant.api.refundEscrow(reference, {}, unknownKey(given)),
    });

    expect(await merchant.api.getEscrow(reference)).toHaveField('status', 'funded');
  },
  { needs: ['escrow-buyer'] },
);

requirement(
  'auth.every-endpoint-guarded',
  'asking for and deciding about a wallet link, which stays pending',
  async (given) => {
    const { merchant, wallets } = given;
    await wallets.withLinkable(2, async (wallet) => {
      const { linkId } = await wallets.link(merchant, wallet);

      expectAllRefused({
        'GET /v1/wallet-links': await merchant.api.getWalletLink(linkId, unknownKey(given)),
        'POST /v1/wallet-links': await wallets.createLink(merchant, wallet, {}, unknownKey(given)),
        'POST /v1/sandbox/wallet-links/{linkId}/approve': await merchant.api.approveWalletLink(
          linkId,
          unknownKey(given),
        ),
        'POST /v1/sandbox/wallet-links/{linkId}/reject': await merchant.api.rejectWalletLink(linkId, unknownKey(given)),
      });

      expect(await merchant.api.getWalletLink(linkId)).toHaveField('status', 'PENDING');
    });
  },
);

requirement('auth.every-endpoint-guarded', 'unlinking a wallet and reading its balance', async (given) => {
  const { merchant, wallets } = given;
  await wallets.withLinkable(1, async (wallet) => {
    const { linkId } = await wallets.approvedLink(merchant, wallet);

    expectAllRefused({
      'GET /v1/wallets/{walletId}/balance': await merchant.api.getWalletBalance(wallet.walletId, unknownKey(given)),
      'DELETE /v1/wallet-links': await merchant.api.deleteWalletLink(linkId, unknownKey(given)),
    });

    expect(await merchant.api.getWalletLink(linkId)).toHaveField('status', 'APPROVED');
  });
});

function expectAllRefused(answers: Record<string, Exchange>): void {
  for (const [endpoint, answer] of Object.entries(answers)) expect(answer, endpoint).toBeRefused();
}
