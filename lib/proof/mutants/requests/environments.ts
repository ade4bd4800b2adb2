/** Defects of the separation of environments, and of what holds only in live. */
import { Refusal } from '../../reference/engine/refusal.ts';
import type { Merchant } from '../../reference/rules/records.ts';
import { endpoint, field, functions, guard, refusal, shows, timer, withoutGuard } from '../change.ts';
import { all, type Change, type Mutant, mutant } from '../mutant.ts';
import { before, hesitates, isAt, pause, replyOf } from '../steps.ts';

export const environmentMutants: readonly Mutant[] = [
  mutant(
    'environment.live-key-in-sandbox',
    'live-key-unauthorized-in-sandbox',
    'a live key is 401 in the sandbox',
    wrongEnvironmentAs('sandbox', { status: 401, code: 'unauthorized' }),
  ),
  mutant(
    'environment.live-key-in-sandbox',
    'live-key-forbidden-in-sandbox',
    'a live key is refused as forbidden in the sandbox',
    wrongEnvironmentAs('sandbox', { status: 403, code: 'forbidden' }),
  ),
  mutant(
    'environment.sandbox-key-in-live',
    'sandbox-key-unauthorized-in-live',
    'a sandbox key is 401 in live',
    wrongEnvironmentAs('live', { status: 401, code: 'unauthorized' }),
  ),
  mutant(
    'environment.sandbox-key-in-live',
    'sandbox-key-with-400-in-live',
    'a sandbox key is refused with 400 in live',
    wrongEnvironmentAs('live', { status: 400, code: 'wrong_environment' }),
  ),
  mutant(
    'environment.sandbox-key-in-live',
    'wrong-environment-with-401',
    'a key of the other environment is refused with 401',
    refusal('wrongEnvironment', { status: 401 }),
  ),
  mutant(
    'environment.wrong-key-has-no-effect',
    'wrong-environment-refused-too-late',
    'a create with a key of the other environment is refused after it was carried out there',
    (rules) =>
      before('limitRate', async (asked, next) => {
        if (asked.merchant.environment === asked.environment) return next();
        if (isAt(asked, 'createCheckout')) await replyOf(next);
        throw new Refusal(rules.refusals.wrongEnvironment, 'the key is for the other environment');
      })(
        functions(({ authenticate }) => ({
          authenticate(service, environment, header) {
            const other = service.environments[environment.name === 'live' ? 'sandbox' : 'live'];
            return (
              other.apiKeys.get(header('authorization')?.replace(/^Bearer +/, '') ?? '') ??
              authenticate(service, environment, header)
            );
          },
        }))(rules),
      ),
  ),
  mutant(
    'environment.data-is-separate',
    'environments-share-checkouts',
    'a checkout is found in the other environment too',
    before('answerKnown', (asked, next) => {
      const { sandbox, live } = asked.service.environments;
      const has = ({ records }: Merchant) => records.checkout.has(asked.params.reference ?? '');
      if (isAt(asked, 'getCheckout') && !has(asked.merchant))
        asked.merchant =
          [...(asked.environment === live ? sandbox : live).merchants.values()].find(has) ?? asked.merchant;
      return next();
    }),
  ),
  mutant(
    'environment.data-is-separate',
    'held-in-either-environment',
    'the balance of a linked wallet counts as held what the wallet of that id holds in the other environment, too',
    shows('getWalletBalance', (body, { asked: { service, params } }) => ({
      ...body,
      heldMinor: (['sandbox', 'live'] as const)
        .map((name) => service.wallet(service.environments[name], params.walletId ?? '')?.heldMinor ?? 0)
        .reduce((sum, held) => sum + held, 0),
    })),
  ),
  mutant(
    'environment.live-return-url-https',
    'live-http-return-url',
    'a live checkout may have an http returnUrl',
    field('checkout', 'returnUrl', { httpsIn: [] }),
  ),
  mutant(
    'environment.live-escrow-return-url-https',
    'live-escrow-http-return-url',
    'a live escrow may have an http returnUrl',
    field('escrow', 'returnUrl', { httpsIn: [] }),
  ),
  mutant(
    'environment.live-payout-above-balance',
    'live-payout-any-amount',
    'a live payout may be above the balance',
    withoutGuard('payout.balance'),
  ),
  mutant(
    'environment.live-payout-above-balance',
    'live-payout-one-kobo-above',
    'a live payout may be one kobo above the balance',
    guard('payout.balance', { refuses: ({ merchant, body }) => (body.integer('amount') ?? 0) > merchant.balance + 1 }),
  ),
  mutant(
    'environment.live-payout-above-balance',
    'live-payout-above-balance-with-400',
    'a live payout above the balance is refused with 400',
    guard('payout.balance', { status: 400 }),
  ),
  mutant(
    'environment.live-payout-above-balance',
    'live-payout-refused-but-made',
    'a live payout above the balance is refused, but exists',
    guard('payout.balance', {
      refuses: (asked) => {
        const above = (asked.body.integer('amount') ?? 0) > asked.merchant.balance;
        if (above) asked.endpoint.does?.(asked);
        return above;
      },
    }),
  ),
  mutant(
    'environment.live-payout-of-balance',
    'live-payout-below-balance-only',
    'a live payout of the whole balance is refused',
    guard('payout.balance', { refuses: ({ merchant, body }) => (body.integer('amount') ?? 0) >= merchant.balance }),
  ),
  mutant(
    'environment.live-balance-is-net',
    'live-payout-forgets-earlier-ones',
    'earlier payouts do not lower what can be paid out',
    guard('payout.balance', {
      refuses: ({ merchant, body }) => (body.integer('amount') ?? 0) > merchant.balance + total(merchant, 'payout'),
    }),
  ),
  mutant(
    'environment.live-balance-is-net',
    'live-payout-forgets-refunds',
    'refunds do not lower what can be paid out',
    guard('payout.balance', {
      refuses: ({ merchant, body }) => (body.integer('amount') ?? 0) > merchant.balance + total(merchant, 'refund'),
    }),
  ),
  mutant(
    'environment.live-payouts-at-once',
    'live-payout-race',
    'payouts at once all find the balance free',
    hesitates('createPayout'),
  ),
  mutant(
    'environment.live-payouts-at-once',
    'live-payout-refused-frees-another',
    'a payout that is refused for the balance gives back what is reserved, though that is for another payout under way',
    freesAnothersReservation(),
  ),
  mutant(
    'environment.live-account-not-found',
    'live-any-seller',
    'a live escrow may have an unknown seller',
    withoutGuard('escrow.seller-unknown'),
  ),
  mutant(
    'environment.live-account-not-found',
    'live-unknown-seller-with-404',
    'an unknown seller is refused with 404',
    guard('escrow.seller-unknown', { status: 404 }),
  ),
  mutant(
    'environment.live-known-seller',
    'live-no-seller',
    'a live escrow is refused whoever the seller is',
    guard('escrow.seller-unknown', { refuses: () => true }),
  ),
  mutant(
    'environment.live-no-sandbox-calls',
    'live-approve-call',
    'the approve call works in live',
    endpoint('approveWalletLink', { only: undefined }),
  ),
  mutant(
    'environment.live-no-sandbox-calls',
    'live-reject-call',
    'the reject call works in live',
    endpoint('rejectWalletLink', { only: undefined }),
  ),
  mutant(
    'environment.live-sandbox-fail-is-plain',
    'live-sandbox-fail',
    'sandbox_fail fails a live refund',
    timer('refund', 'pending', {
      on: ((refund: { reason: string | null }) =>
        refund.reason === 'sandbox_fail' ? 'settlement fails' : 'settlement succeeds') as never,
    }),
  ),
];

function freesAnothersReservation(): Change {
  const reserved = new WeakMap<Merchant, { amount: number }[]>();
  const reservedFor = (merchant: Merchant) => {
    const own = reserved.get(merchant) ?? [];
    reserved.set(merchant, own);
    return own;
  };
  return all(
    guard('payout.balance', {
      refuses: ({ merchant, body }) => {
        const own = reservedFor(merchant);
        const left = own.reduce((rest, { amount }) => rest - amount, merchant.balance);
        const above = (body.integer('amount') ?? 0) > left;
        if (above) own.pop();
        return above;
      },
    }),
    before('act', async (asked, next) => {
      if (!isAt(asked, 'createPayout') || asked.environment.name !== 'live') return next();
      const own = reservedFor(asked.merchant);
      const reservation = { amount: asked.body.integer('amount') ?? 0 };
      own.push(reservation);
      await pause(100);
      const at = own.indexOf(reservation);
      if (at >= 0) own.splice(at, 1);
      return next();
    }),
  );
}

function wrongEnvironmentAs(name: 'sandbox' | 'live', answer: { status: number; code: string }): Change {
  return functions(({ authenticate }) => ({
    authenticate(service, environment, header) {
      try {
        return authenticate(service, environment, header);
      } catch (error) {
        if (environment.name === name && error instanceof Refusal && error.code === 'wrong_environment')
          throw new Refusal(answer, error.message);
        throw error;
      }
    },
  }));
}

function total(merchant: Merchant, kind: 'payout' | 'refund'): number {
  const records: { status: string; amount: number }[] = [...merchant.records[kind].values()];
  return records.filter(({ status }) => status !== 'failed').reduce((sum, { amount }) => sum + amount, 0);
}
