import { bankNamed, banks } from './banks.ts';
import type { Call, Reply } from './call.ts';
import * as rules from './rules.ts';
import { missing, Refusal } from './rules.ts';
import { emit } from './webhooks.ts';
import { stamp, uuid, type World } from './world.ts';

const second = 1000;
const checkoutLife = 24 * 3600 * second;
const mostKobo = 2_000_000_000;
const settleAfter = { payout: { sandbox: 5 * second, live: 90 * second }, refund: { live: 20 * second } };

export interface Checkout {
  id: string;
  merchant: string;
  reference: string;
  amount: number;
  description: string | null;
  email: string;
  returnUrl: string;
  metadata: string | null;
  status: 'pending' | 'succeeded' | 'failed';
  method: string | null;
  failure: string | null;
  paidAt: number | null;
  createdAt: number;
}

interface Refund {
  id: string;
  reference: string;
  payment: string;
  amount: number;
  reason: string | null;
  status: string;
  failure: string | null;
  createdAt: number;
}

interface Payout {
  id: string;
  reference: string;
  amount: number;
  bank: string;
  account: string;
  holder: string;
  narration: string | null;
  status: string;
  failure: string | null;
  createdAt: number;
}

export function createCheckout(world: World, { merchant, body, live }: Call): Reply {
  const { clock, store } = world;
  rules.naira(body.currency);
  const email = rules.email(rules.fields(body.customer, 'customer').email, 'customer.email');
  const returnUrl = rules.returnAddress(body.returnUrl, live);
  const metadata = rules.metadata(body.metadata);
  const description = rules.optionalText(body.description, 'description', 255);
  const amount = rules.whole(body.amount, 'amount', 100, mostKobo);
  const reference = rules.reference(body.reference, 100);
  if (findCheckout(world, merchant.id, reference)) throw rules.duplicate(reference);

  const now = clock.now();
  const id = uuid();
  const row = { id, merchant: merchant.id, reference, amount, description, email, returnUrl, metadata };
  store.insert('checkouts', { ...row, status: 'pending', createdAt: now });
  clock.at(now + checkoutLife, () => {
    const still = findCheckout(world, merchant.id, reference);
    if (still?.status === 'pending') settleCheckout(world, still, { failure: 'expired' });
  });
  return { status: 201, body: { status: 'pending', checkoutUrl: pageOf(world, merchant.env, id), reference, id } };
}

export function readCheckout(world: World, { merchant, param }: Call): Reply {
  const row = findCheckout(world, merchant.id, param);
  if (!row) throw missing('checkout');
  return {
    status: 200,
    body: {
      id: row.id,
      reference: row.reference,
      createdAt: stamp(row.createdAt),
      paidAt: row.paidAt === null ? null : stamp(row.paidAt),
      status: row.status,
      failureReason: row.failure,
      paymentMethod: row.method,
      currency: 'NGN',
      amount: row.amount,
      refundedAmount: refunded(world, row, 'succeeded'),
      customer: { email: row.email },
      description: row.description,
      metadata: row.metadata === null ? null : JSON.parse(row.metadata),
      checkoutUrl: pageOf(world, merchant.env, row.id),
    },
  };
}

/** Ends a pending checkout: paid, failed, or expired. */
export function settleCheckout(world: World, checkout: Checkout, how: { method: string } | { failure: string }): void {
  const { clock, store } = world;
  const { id, merchant, reference, amount } = checkout;
  if ('method' in how) {
    const sql = "UPDATE checkouts SET status = 'succeeded', method = ?, paidAt = ? WHERE id = ?";
    store.run(sql, how.method, clock.now(), id);
  } else {
    store.run("UPDATE checkouts SET status = 'failed', failure = ? WHERE id = ?", how.failure, id);
  }
  const kind = 'method' in how ? 'payment.succeeded' : 'payment.failed';
  void emit(world, merchant, kind, reference, { currency: 'NGN', amountMinor: amount });
}

export function findCheckout({ store }: World, merchant: string, reference: string): Checkout | undefined {
  return store.one('SELECT * FROM checkouts WHERE merchant = ? AND reference = ?', merchant, reference);
}

/** Checks the checkout before the refund's own reference: if both are wrong, the checkout's error is returned. */
export async function createRefund(world: World, { merchant, body, live }: Call): Promise<Reply> {
  const { clock, store } = world;
  const amount = rules.whole(body.amount, 'amount', 1);
  const reason = rules.optionalText(body.reason, 'reason', 255);
  const payment = rules.text(body.paymentReference, 'paymentReference');
  const reference = rules.reference(body.reference);
  const checkout = findCheckout(world, merchant.id, payment);
  if (!checkout) throw new Refusal(404, 'payment_not_found', `There is no checkout ${payment}.`);
  if (checkout.status !== 'succeeded') throw new Refusal(409, 'payment_not_paid', 'The checkout has not been paid.');
  const left = checkout.amount - refunded(world, checkout, 'pending', 'succeeded');
  if (amount > left) throw new Refusal(422, 'refund_exceeds_paid', `No more than ${left} kobo can be refunded.`);
  if (findRefund(world, merchant.id, reference)) throw rules.duplicate(reference);

  const id = uuid();
  const row = { id, merchant: merchant.id, reference, payment, amount, reason, createdAt: clock.now() };
  store.insert('refunds', { ...row, status: 'pending' });
  const settle = (outcome: 'succeeded' | 'failed') => {
    const failure = outcome === 'failed' ? 'refused_by_the_test_network' : null;
    store.run('UPDATE refunds SET status = ?, failure = ? WHERE id = ?', outcome, failure, id);
    return emit(world, merchant.id, `refund.${outcome}`, reference, { currency: 'NGN', amountMinor: amount });
  };
  if (live) clock.at(clock.now() + settleAfter.refund.live, () => void settle('succeeded'));
  // Sandbox settles at once: the outcome and its webhook come before the answer.
  else await settle(reason === 'sandbox_fail' ? 'failed' : 'succeeded');
  const status = findRefund(world, merchant.id, reference)?.status;
  return { status: 201, body: { status, reference, id } };
}

export function readRefund(world: World, { merchant, param }: Call): Reply {
  const row = findRefund(world, merchant.id, param);
  if (!row) throw missing('refund');
  const { id, reference, status, amount, reason, failure } = row;
  const times = { createdAt: stamp(row.createdAt), currency: 'NGN' };
  return {
    status: 200,
    body: { ...times, failureReason: failure, reason, amount, paymentReference: row.payment, status, reference, id },
  };
}

export function createPayout(world: World, { merchant, body, live }: Call): Reply {
  const { clock, store } = world;
  const recipient = rules.fields(body.recipient, 'recipient');
  const account = rules.text(recipient.accountNumber, 'recipient.accountNumber', 10, /^[0-9]{10}$/);
  const holder = rules.text(recipient.accountName, 'recipient.accountName');
  const bankName = rules.text(recipient.bankName, 'recipient.bankName');
  const narration = rules.optionalText(body.narration, 'narration', 100);
  rules.naira(body.currency);
  const amount = rules.whole(body.amount, 'amount', 10_000, mostKobo);
  const reference = rules.reference(body.reference);
  // recipient.bankCode is ignored: only the name counts.
  const bank = bankNamed(bankName);
  if (!bank) throw new Refusal(422, 'unsupported_bank', `No Nigerian bank is called ${bankName}.`);
  if (findPayout(world, merchant.id, reference)) throw rules.duplicate(reference);
  if (live && amount > available(world, merchant.id)) {
    throw new Refusal(422, 'insufficient_balance', 'The available balance is lower than the payout.');
  }

  const now = clock.now();
  const id = uuid();
  const row = { id, merchant: merchant.id, reference, amount, bank: bank.code, account, holder, narration };
  store.insert('payouts', { ...row, status: 'pending', createdAt: now });
  const outcome = !live && account === '0000000000' ? 'failed' : 'succeeded';
  clock.at(now + settleAfter.payout[merchant.env], () => {
    const failure = outcome === 'failed' ? 'The account is closed.' : null;
    store.run('UPDATE payouts SET status = ?, failure = ? WHERE id = ?', outcome, failure, id);
    void emit(world, merchant.id, `payout.${outcome}`, reference, { currency: 'NGN', amountMinor: amount });
  });
  return { status: 201, body: { status: 'pending', reference, id } };
}

export function readPayout(world: World, { merchant, param }: Call): Reply {
  const row = findPayout(world, merchant.id, param);
  if (!row) throw missing('payout');
  const { id, reference, status, amount, narration, failure } = row;
  const recipient = { bank: row.bank, account: `******${row.account.slice(6)}`, name: row.holder };
  const rest = { createdAt: stamp(row.createdAt), currency: 'NGN', recipient, failureReason: failure };
  return { status: 200, body: { ...rest, narration, amount, status, reference, id } };
}

/** May be negative in sandbox, where payouts are not limited by it. */
export function readBalance(world: World, { merchant }: Call): Reply {
  const data = { spendable: { minor: available(world, merchant.id) }, asOf: stamp(world.clock.now()) };
  return { status: 200, body: { data } };
}

export function readBanks(): Reply {
  return { status: 200, body: { data: { items: banks.map(({ code, label }) => ({ code, label })) } } };
}

function findRefund({ store }: World, merchant: string, reference: string): Refund | undefined {
  return store.one('SELECT * FROM refunds WHERE merchant = ? AND reference = ?', merchant, reference);
}

function findPayout({ store }: World, merchant: string, reference: string): Payout | undefined {
  return store.one('SELECT * FROM payouts WHERE merchant = ? AND reference = ?', merchant, reference);
}

function refunded({ store }: World, { merchant, reference }: Checkout, ...states: string[]): number {
  const sql = 'SELECT status, amount FROM refunds WHERE merchant = ? AND payment = ?';
  const rows = store.all<Refund>(sql, merchant, reference);
  return rows.filter((row) => states.includes(row.status)).reduce((sum, row) => sum + row.amount, 0);
}

/** Paid checkouts less refunds and payouts. Pending ones are already deducted; failed ones are not. */
function available({ store }: World, merchant: string): number {
  const sum = (table: string, condition: string) => {
    const sql = `SELECT coalesce(sum(amount), 0) AS total FROM ${table} WHERE merchant = ? AND ${condition}`;
    return store.one<{ total: number }>(sql, merchant)?.total ?? 0;
  };
  const paidIn = sum('checkouts', "status = 'succeeded'");
  return paidIn - sum('refunds', "status <> 'failed'") - sum('payouts', "status <> 'failed'");
}

function pageOf({ origin }: World, env: string, id: string): string {
  return `${origin}/${env}/checkout/${id}`;
}
