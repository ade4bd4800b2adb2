import { afterAll, expect, test } from 'vitest';
import { type Bench, bodies, type Caller, nextReference, startBench, startReceiver } from './testing.ts';

const bench: Bench = await startBench();
afterAll(() => bench[Symbol.asyncDispose]());

let wallets = 7_000_000_000;

async function newWallet(environment: 'sandbox' | 'live' = 'sandbox', holderName = 'Ada Obi'): Promise<string> {
  wallets += 1;
  await bench.control('POST', '/wallets', { environment, walletId: String(wallets), holderName });
  return String(wallets);
}

async function linked(merchant: Caller, walletId: string): Promise<string> {
  const { body } = await merchant.post('/v1/wallet-links', bodies.link({ walletId }));
  await bench.control('POST', `/merchants/${merchant.id}/wallet-links/${body.linkId}/owner`, { decision: 'approve' });
  return String(body.linkId);
}

async function pocket(merchant: Caller, walletId: string): Promise<unknown> {
  const { availableMinor, heldMinor } = (await merchant.get(`/v1/wallets/${walletId}/balance`)).body;
  return [availableMinor, heldMinor];
}

async function escrow(merchant: Caller, changes: object, pay = true) {
  const { body } = await merchant.post('/v1/escrows', bodies.escrow(changes));
  const own = `/merchants/${merchant.id}/escrows/${body.reference}`;
  if (pay) await bench.control('POST', `${own}/pay`);
  return {
    path: `/v1/escrows/${body.reference}`,
    own,
    status: async () => (await merchant.get(`/v1/escrows/${body.reference}`)).body.status,
  };
}

test('release: held, then split between the seller and the fee wallet', async () => {
  const merchant = await bench.merchant();
  const [seller, fees] = [await newWallet(), await newWallet()];
  await linked(merchant, seller);
  await linked(merchant, fees);
  const { path, status } = await escrow(merchant, { seller: { walletId: seller }, feeAmount: 700, feeWalletId: fees });
  expect(await pocket(merchant, seller)).toEqual([0, 50_000]);
  expect((await merchant.post(`${path}/cancel`)).status).toBe(409);
  expect(await status()).toBe('funded');
  expect((await merchant.post(`${path}/release`)).body.status).toBe('released');
  expect(await pocket(merchant, seller)).toEqual([49_300, 0]);
  expect(await pocket(merchant, fees)).toEqual([700, 0]);
  expect((await merchant.post(`${path}/refund`)).status).toBe(409);
});

test('a dispute stops the automatic release; a partial refund leaves the rest to the seller', async () => {
  const merchant = await bench.merchant();
  const seller = await newWallet();
  await linked(merchant, seller);
  const { path, own, status } = await escrow(merchant, { seller: { walletId: seller }, autoReleaseHours: 1 });
  await bench.control('POST', `${own}/dispute`);
  await bench.advance(7_200);
  expect(await status()).toBe('disputed');
  expect((await merchant.post(`${path}/refund`, { amount: 50_001 })).code).toBe('refund_exceeds_paid');
  expect((await merchant.post(`${path}/refund`, { amount: 20_000, reason: 'half' })).body.status).toBe('refunded');
  expect(await pocket(merchant, seller)).toEqual([30_000, 0]);
});

test('time: unpaid ones expire, paid ones release themselves', async () => {
  await using receiver = await startReceiver();
  const merchant = await bench.merchant('sandbox', receiver.url);
  const unpaid = await escrow(merchant, {}, false);
  const paid = await escrow(merchant, {});
  await bench.advance(86_400);
  expect(await unpaid.status()).toBe('expired');
  expect(await paid.status()).toBe('funded');
  await bench.advance(47 * 3_600);
  expect(await paid.status()).toBe('funded');
  await bench.advance(3_600);
  expect(await paid.status()).toBe('released');
  expect(receiver.events()).toEqual(['escrow.funded', 'escrow.cancelled', 'escrow.released']);
});

test('only the named buyer pays; linked wallets may be required; live sellers must exist', async () => {
  const merchant = await bench.merchant();
  const { own, status } = await escrow(merchant, { buyer: { email: 'b@x.example' } }, false);
  expect((await bench.control('POST', `${own}/pay`, { buyerEmail: 'c@x.example' })).status).toBe(422);
  expect(await status()).toBe('pending_payment');
  expect((await bench.control('POST', `${own}/pay`, { buyerEmail: 'B@x.example' })).status).toBe(200);

  await bench.control('PATCH', `/merchants/${merchant.id}`, { requireLinkedWallets: true });
  const seller = await newWallet();
  const sent = bodies.escrow({ seller: { walletId: seller } });
  expect((await merchant.post('/v1/escrows', sent)).code).toBe('wallet_not_linked');
  await linked(merchant, seller);
  expect((await merchant.post('/v1/escrows', sent)).status).toBe(201);

  const live = await bench.merchant('live');
  expect((await live.post('/v1/escrows', bodies.escrow())).code).toBe('account_not_found');
  const known = { seller: { walletId: await newWallet('live') } };
  expect((await live.post('/v1/escrows', bodies.escrow(known))).status).toBe(201);
});

test('wallet links: masked on create, registered in the event, expiry, revocation', async () => {
  await using receiver = await startReceiver();
  const merchant = await bench.merchant('sandbox', receiver.url);
  const walletId = await newWallet('sandbox', 'Ọlá Ṣónúgà');
  const sent = bodies.link({ walletId });
  const created = await merchant.post('/v1/wallet-links', sent);
  expect(created.body).toMatchObject({ status: 'PENDING', walletName: 'Ọ*** Ṣ***', walletId, linkRef: sent.linkRef });
  const again = await merchant.post('/v1/wallet-links', sent);
  expect(again).toMatchObject({ status: 200, text: created.text });
  const { linkId } = created.body;
  expect((await merchant.get(`/v1/wallets/${walletId}/balance`)).status).toBe(403);
  expect((await merchant.post(`/v1/sandbox/wallet-links/${linkId}/approve`)).status).toBe(200);
  expect((await merchant.get(`/v1/wallets/${walletId}/balance`)).body).toEqual({
    availableMinor: 0,
    heldMinor: 0,
    currency: 'NGN',
  });
  expect((await (await bench.merchant()).get(`/v1/wallets/${walletId}/balance`)).status).toBe(403);
  expect((await merchant.delete(`/v1/wallet-links/${linkId}`)).status).toBe(200);
  expect((await merchant.get(`/v1/wallets/${walletId}/balance`)).status).toBe(403);

  const second = await merchant.post('/v1/wallet-links', bodies.link({ walletId }));
  await bench.advance(600);
  expect((await merchant.get(`/v1/wallet-links/${second.body.linkId}`)).body.status).toBe('EXPIRED');
  expect(receiver.events()).toEqual(['wallet.link.approved', 'wallet.link.revoked', 'wallet.link.expired']);
  expect(receiver.received[0]?.body).toMatchObject({
    reference: linkId,
    linkId,
    linkRef: sent.linkRef,
    walletId,
    walletName: 'Ọlá Ṣónúgà',
  });
});

test('wallet links: a newer request cancels the older, and 5 an hour is the limit', async () => {
  const merchant = await bench.merchant();
  const walletId = await newWallet();
  const first = await merchant.post('/v1/wallet-links', bodies.link({ walletId }));
  for (let count = 2; count <= 5; count += 1)
    expect((await merchant.post('/v1/wallet-links', bodies.link({ walletId }))).status).toBe(201);
  expect((await merchant.post(`/v1/sandbox/wallet-links/${first.body.linkId}/approve`)).status).toBe(409);
  const sixth = await merchant.post('/v1/wallet-links', bodies.link({ walletId, linkRef: nextReference() }));
  expect(sixth.status).toBe(429);
  await bench.advance(Number(sixth.headers['retry-after']));
  expect((await merchant.post('/v1/wallet-links', bodies.link({ walletId }))).status).toBe(201);
  expect((await (await bench.merchant('live')).post(`/v1/sandbox/wallet-links/x/approve`)).code).toBe('not_found');
});
