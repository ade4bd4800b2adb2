/** Defects of balances, banks, and the check of wallet accounts. */
import type { Reply } from '../../reference/rules/requests.ts';
import { endpoint, guard, type Json, omits, shows, sum, withoutGuard } from '../change.ts';
import { type Change, type Mutant, mutant } from '../mutant.ts';
import { answers, pause } from '../steps.ts';

const accounts: readonly Mutant[] = [
  mutant(
    'account.known-wallet',
    'account-known-with-404',
    'a wallet that exists is answered with 404',
    guard('account.unknown', { refuses: () => true }),
  ),
  mutant(
    'account.known-wallet',
    'account-with-203',
    'a wallet that exists is answered with 203',
    endpoint('getAccount', { status: 203 }),
  ),
  mutant(
    'account.holder-name-masked',
    'account-name-not-masked',
    "the answer shows the holder's full name",
    shows('getAccount', (body, { asked }) => ({
      ...body,
      walletName: asked.service.wallet(asked.environment, asked.params.walletId ?? '')?.holderName ?? null,
    })),
  ),
  mutant(
    'account.holder-name-masked',
    'account-name-masked-and-told',
    'the full name stands beside the masked one',
    shows('getAccount', (body, { asked }) => ({
      ...body,
      holder: { registered: asked.service.wallet(asked.environment, asked.params.walletId ?? '')?.holderName ?? null },
    })),
  ),
  mutant(
    'account.holder-name-masked',
    'account-without-name',
    'the answer has no name at all',
    omits('getAccount', 'walletName'),
  ),
  mutant(
    'account.tells-existence',
    'account-same-for-all',
    'a wallet that does not exist is answered like one that does',
    withoutGuard('account.unknown'),
    shows('getAccount', ({ walletId }) => ({ walletId, walletName: 'A*** B***' })),
  ),
  mutant(
    'bank.has-code',
    'bank-list-missing',
    'there is no list of banks',
    endpoint('listBanks', { path: '/v1/nothing' }),
  ),
  mutant(
    'bank.has-code',
    'bank-list-empty',
    'the list of banks is empty',
    shows('listBanks', () => ({ banks: [] })),
  ),
  mutant(
    'bank.has-code',
    'bank-code-missing',
    'banks have no code',
    shows('listBanks', ({ banks }) => ({ banks: (banks as { name: string }[]).map(({ name }) => ({ name })) })),
  ),
  mutant(
    'bank.has-code',
    'bank-code-empty',
    'one bank has an empty code',
    shows('listBanks', ({ banks }) => ({
      banks: (banks as { code: string }[]).map((bank, index) => (index === 3 ? { ...bank, code: '' } : bank)),
    })),
  ),
];

const balances: readonly Mutant[] = [
  mutant(
    'balance.payment-adds',
    'balance-without-payments',
    'payments do not add to the balance',
    sum('balance', 'checkout', null),
  ),
  mutant(
    'balance.unpaid-adds-nothing',
    'balance-adds-at-creation',
    'a checkout adds to the balance before it is paid',
    sum('balance', 'checkout', { while: ['pending', 'succeeded'] }),
  ),
  mutant(
    'balance.payment-adds',
    'balance-in-naira',
    'the balance is in naira',
    shows('getBalance', (body) => ({ ...body, availableMinor: Number(body.availableMinor) / 100 })),
  ),
  mutant(
    'balance.refund-subtracts',
    'balance-without-refunds',
    'refunds do not lower the balance',
    sum('balance', 'refund', null),
  ),
  mutant(
    'balance.refund-subtracts',
    'balance-refund-added',
    'refunds raise the balance',
    sum('balance', 'refund', { sign: 1 }),
  ),
  mutant(
    'balance.failed-refund-subtracts-nothing',
    'balance-failed-refund-kept',
    'a failed refund lowers the balance for good',
    sum('balance', 'refund', { while: ['pending', 'succeeded', 'failed'] }),
  ),
  mutant(
    'balance.payout-subtracts',
    'balance-without-payouts',
    'payouts do not lower the balance',
    sum('balance', 'payout', null),
  ),
  mutant(
    'balance.failed-payout-returns',
    'balance-failed-payout-kept',
    'the amount of a failed payout does not return',
    sum('balance', 'payout', { while: ['pending', 'succeeded', 'failed'] }),
  ),
  mutant(
    'balance.per-merchant',
    'balance-of-all-merchants',
    'the balance is the sum over all merchants',
    shows('getBalance', (body, { asked }) => ({
      ...body,
      availableMinor: [...asked.environment.merchants.values()].reduce((total, { balance }) => total + balance, 0),
    })),
  ),
];

/** Balances that are kept for a moment, in a place that is not the merchant's alone. */
const kept: readonly Mutant[] = [
  mutant(
    'balance.per-merchant',
    'live-balance-as-sandbox-read-it',
    'whoever reads a balance in live within half a second of a reading in sandbox gets that one',
    keptFromSandbox(500),
  ),
  mutant(
    'balance.per-merchant',
    'live-balances-asked-for-together',
    'in live those who ask for a balance while one is being read get that one',
    readTogether(),
  ),
  mutant(
    'balance.per-merchant',
    'live-balance-moves-with-sandbox',
    'one table of movements is read for the balances of both environments: those of sandbox count in live since a merchant was made',
    movedBySandbox(),
  ),
];

export const balanceMutants: readonly Mutant[] = [...accounts, ...balances, ...kept];

function keptFromSandbox(milliseconds: number): Change {
  let last: { readonly body: Json; readonly at: number } | undefined;
  return shows('getBalance', (body, { asked: { environment, service } }) => {
    const now = service.clock.now();
    if (environment.name === 'sandbox') last = { body, at: now };
    return last !== undefined && now - last.at < milliseconds ? last.body : body;
  });
}

function readTogether(): Change {
  let beingRead: Reply | undefined;
  return answers('getBalance', async (reply, { environment }) => {
    if (environment.name === 'sandbox') return reply;
    if (beingRead !== undefined) return beingRead;
    beingRead = reply;
    await pause(5);
    beingRead = undefined;
    return reply;
  });
}

function movedBySandbox(): Change {
  const before = new WeakMap<object, number>();
  return shows('getBalance', (body, { asked: { merchant, service } }) => {
    if (merchant.environment.name === 'sandbox') return body;
    const moved = [...service.environments.sandbox.merchants.values()].reduce((sum, { balance }) => sum + balance, 0);
    if (!before.has(merchant)) before.set(merchant, moved);
    return { ...body, availableMinor: Number(body.availableMinor) + moved - (before.get(merchant) ?? 0) };
  });
}
