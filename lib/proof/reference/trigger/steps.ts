/** The steps that cause each kind of event (Events, event kinds), using only the interface and the control interface. */
import { setTimeout as delay } from 'node:timers/promises';
import type { EventName } from '../rules/states.ts';

type Json = Record<string, unknown>;

/** The calls used to cause an event. Each rejects if the answer is not 2xx. */
export interface Hands {
  /** Calls the interface as the merchant; paths are below `/v1`. */
  api(method: 'GET' | 'POST' | 'DELETE', path: string, body?: Json): Promise<Json>;
  /** Calls control for this merchant; paths are below `/merchants/{merchantId}`. */
  merchant(path: string, body?: Json): Promise<Json>;
  /** Calls control. */
  control(path: string, body: Json): Promise<Json>;
  /** A new reference, and a new 10-digit wallet id. */
  newReference(prefix: string): string;
  newWalletId(): string;
}

/** Causes the event; resolves to the reference in its payload. */
type Way = (hands: Hands) => Promise<string>;

export const ways: Readonly<Record<EventName, Way>> = {
  'payment.succeeded': (hands) => settledCheckout(hands, 'succeeded'),
  'payment.failed': (hands) => settledCheckout(hands, 'failed'),
  'refund.succeeded': (hands) => refund(hands, 'changed their mind'),
  // The exact value that forces a failed refund in sandbox (Resources, refund).
  'refund.failed': (hands) => refund(hands, 'sandbox_fail'),
  'payout.succeeded': (hands) => payout(hands, '0123456789'),
  // The account that fails in sandbox (States, payout).
  'payout.failed': (hands) => payout(hands, '0000000000'),
  'escrow.funded': fundedEscrow,
  'escrow.disputed': async (hands) => {
    const reference = await fundedEscrow(hands);
    await hands.merchant(`/escrows/${reference}/dispute`);
    return reference;
  },
  'escrow.released': async (hands) => {
    const reference = await fundedEscrow(hands);
    await hands.api('POST', `/escrows/${reference}/release`);
    return reference;
  },
  'escrow.refunded': async (hands) => {
    const reference = await fundedEscrow(hands);
    await hands.api('POST', `/escrows/${reference}/refund`, {});
    return reference;
  },
  'escrow.cancelled': async (hands) => {
    const reference = await escrow(hands);
    await hands.api('POST', `/escrows/${reference}/cancel`);
    return reference;
  },
  'wallet.link.approved': (hands) => decidedLink(hands, 'approve'),
  'wallet.link.rejected': (hands) => decidedLink(hands, 'reject'),
  'wallet.link.expired': async (hands) => {
    const linkId = await link(hands);
    await hands.control('/clock/advance', { seconds: LINK_MINUTES * 60 + 1 });
    return linkId;
  },
  'wallet.link.revoked': async (hands) => {
    const linkId = await decidedLink(hands, 'approve');
    await hands.api('DELETE', `/wallet-links/${linkId}`);
    return linkId;
  },
};

/** The shortest permitted `expiresInMinutes` (Endpoints). */
const LINK_MINUTES = 5;
const AMOUNT = 150_000;

async function settledCheckout(hands: Hands, outcome: 'succeeded' | 'failed'): Promise<string> {
  const reference = hands.newReference('order');
  await hands.api('POST', '/checkouts', {
    reference,
    amount: AMOUNT,
    currency: 'NGN',
    customer: { email: 'ada@example.com' },
    returnUrl: 'https://shop.example.com/thank-you',
  });
  await hands.merchant(`/checkouts/${reference}/settle`, { outcome });
  return reference;
}

async function refund(hands: Hands, reason: string): Promise<string> {
  const paymentReference = await settledCheckout(hands, 'succeeded');
  const reference = hands.newReference('refund');
  await hands.api('POST', '/refunds', { reference, paymentReference, amount: AMOUNT, reason });
  await settled(hands, `/refunds/${reference}`);
  return reference;
}

async function payout(hands: Hands, accountNumber: string): Promise<string> {
  const reference = hands.newReference('payout');
  const recipient = { bankName: 'Access Bank', accountNumber, accountName: 'Ada Obi' };
  await hands.api('POST', '/payouts', { reference, amount: AMOUNT, currency: 'NGN', recipient });
  await settled(hands, `/payouts/${reference}`);
  return reference;
}

async function escrow(hands: Hands): Promise<string> {
  const reference = hands.newReference('escrow');
  const seller = { walletId: '0000000001' };
  await hands.api('POST', '/escrows', { reference, amount: AMOUNT, currency: 'NGN', seller });
  return reference;
}

async function fundedEscrow(hands: Hands): Promise<string> {
  const reference = await escrow(hands);
  await hands.merchant(`/escrows/${reference}/pay`, {});
  return reference;
}

/** Each link has its own wallet, since a wallet permits five requests per hour (Limits). */
async function link(hands: Hands): Promise<string> {
  const walletId = hands.newWalletId();
  await hands.control('/wallets', { environment: 'sandbox', walletId, holderName: 'Ada Obi' });
  const asked = { linkRef: hands.newReference('link'), walletId, requesterName: 'My shop' };
  const { linkId } = await hands.api('POST', '/wallet-links', { ...asked, expiresInMinutes: LINK_MINUTES });
  return String(linkId);
}

async function decidedLink(hands: Hands, decision: 'approve' | 'reject'): Promise<string> {
  const linkId = await link(hands);
  await hands.api('POST', `/sandbox/wallet-links/${linkId}/${decision}`);
  return linkId;
}

/**
 * Waits in real time: refunds settle within a few seconds, payouts about 5 seconds after creation (States). With its clock moved, the
 * service would sign with times that a receiver takes for stale.
 */
async function settled(hands: Hands, path: string): Promise<void> {
  const OFTEN_MS = 1_000;
  const AT_MOST = 15;
  for (let asked = 0; asked < AT_MOST; asked += 1) {
    await delay(OFTEN_MS);
    if ((await hands.api('GET', path)).status !== 'pending') return;
  }
  throw new Error(`${path} is still pending after ${AT_MOST} s`);
}
