import { expect, requirement } from '../../lib/harness/index.ts';
import { ask } from './support.ts';

// Each of these should be refused before it counts as one of a wallet's five requests an hour, so none is set aside for it; where
// it counts all the same, later checks may find the sandbox's own wallets used up.

for (const name of ['linkRef', 'requesterName', 'expiresInMinutes'] as const) {
  requirement('wallet-link.required-fields', `a request without ${name} is refused`, async (given) => {
    await given.wallets.withLinkable(0, async (wallet) => {
      expect(await ask(given, wallet, { [name]: undefined })).toBeRefusedWith(400, 'invalid_request');
    });
  });
}

requirement('wallet-link.required-fields', 'a request without walletId is refused', async ({ merchant, fresh }) => {
  const refusal = await merchant.api.createWalletLink({
    linkRef: fresh.reference('lnk'),
    requesterName: 'Harbour Books',
    expiresInMinutes: 30,
  });

  expect(refusal).toBeRefusedWith(400, 'invalid_request');
});

for (const [what, fields] of [
  ['a number as linkRef', { linkRef: 4_711 }],
  ['a number as requesterName', { requesterName: 4_711 }],
  ['5.5 as expiresInMinutes', { expiresInMinutes: 5.5 }],
  ['digits in a string as expiresInMinutes', { expiresInMinutes: '30' }],
] as const) {
  requirement('wallet-link.field-types', `${what} is refused`, async (given) => {
    await given.wallets.withLinkable(0, async (wallet) => {
      expect(await ask(given, wallet, fields)).toBeRefusedWith(400, 'invalid_request');
    });
  });
}

requirement('wallet-link.field-types', 'a number as walletId is refused', async ({ merchant, fresh }) => {
  const refusal = await merchant.api.createWalletLink({
    linkRef: fresh.reference('lnk'),
    walletId: 7_123_456_789,
    requesterName: 'Harbour Books',
    expiresInMinutes: 30,
  });

  expect(refusal).toBeRefusedWith(400, 'invalid_request');
});

requirement('wallet-link.expiry-too-short', '4 minutes are refused', async (given) => {
  await given.wallets.withLinkable(0, async (wallet) => {
    expect(await ask(given, wallet, { expiresInMinutes: 4 })).toBeRefusedWith(400, 'invalid_request');
  });
});

requirement('wallet-link.expiry-too-long', '61 minutes are refused', async (given) => {
  await given.wallets.withLinkable(0, async (wallet) => {
    expect(await ask(given, wallet, { expiresInMinutes: 61 })).toBeRefusedWith(400, 'invalid_request');
  });
});
