/** Refusals that have effects. */
import { guard } from '../../change.ts';
import { type Mutant, mutant } from '../../mutant.ts';
import { also, whenRefused, whenTurnedAway } from '../ways.ts';

export const found: readonly Mutant[] = [
  mutant(
    'refund.refused-refunds-nothing',
    'blind-refund-refused-for-amount-waits-for-room',
    'a refund that was refused for its amount is counted once another refund of its checkout fails',
    (rules) => {
      const waiting = new WeakMap<object, number>();
      return whenRefused('createRefund', ({ payment, body }, { code }) => {
        if (payment && code === 'refund_exceeds_paid') waiting.set(payment, body.integer('amount') ?? 0);
      })(
        also('refund', 'settlement fails', ({ payment }) => {
          const amount = payment ? (waiting.get(payment) ?? 0) : 0;
          if (payment && payment.refundedAmount + amount <= payment.amount) payment.refundedAmount += amount;
        })(rules),
      );
    },
  ),
  mutant(
    'checkout.refused-creates-nothing',
    'blind-refused-metadata-uses-reference',
    'a checkout that was refused for the size of its metadata uses its reference up',
    (rules) => {
      const used = new WeakMap<object, Set<string>>();
      const plain = rules.guards.find(({ id }) => id === 'checkout.duplicate-reference');
      return guard('checkout.duplicate-reference', {
        refuses: (asked) =>
          plain?.refuses(asked) || used.get(asked.merchant)?.has(asked.body.text('reference') ?? '') || false,
      })(
        whenRefused('createCheckout', ({ merchant, body }, { status }) => {
          if (status !== 400 || JSON.stringify(body.get('metadata') ?? '').length < 4_000) return;
          used.set(merchant, (used.get(merchant) ?? new Set()).add(body.text('reference') ?? ''));
        })(rules),
      );
    },
  ),
  mutant(
    'balance.refused-moves-nothing',
    'blind-second-unsupported-bank-costs',
    'the second payout that is refused for its bank is taken off the balance',
    (rules) => {
      const refused = new WeakMap<object, number>();
      return whenRefused('createPayout', ({ merchant, body }, { code }) => {
        if (code !== 'unsupported_bank') return;
        const times = (refused.get(merchant) ?? 0) + 1;
        refused.set(merchant, times);
        if (times === 2) merchant.balance -= body.integer('amount') ?? 0;
      })(rules);
    },
  ),
  mutant(
    'error.refused-leaves-first',
    'blind-duplicate-of-paid-checkout-changes-email',
    'a refused duplicate of a paid checkout replaces the e-mail address of its buyer',
    whenRefused('createCheckout', ({ merchant, body }, { code }) => {
      const first = merchant.records.checkout.get(body.text('reference') ?? '');
      if (code === 'duplicate_reference' && first?.status === 'succeeded')
        first.email = body.text('customer.email') ?? first.email;
    }),
  ),
  mutant(
    'rate-limit.refused-has-no-effect',
    'blind-refused-delete-unlinks',
    'DELETE of a link beyond the rate is refused, and unlinks',
    whenRefused('deleteWalletLink', ({ merchant, params, service }, { status }) => {
      const link = merchant.links.get(params.linkId ?? '');
      if (status === 429 && link) service.fire(link, 'unlink');
    }),
  ),
  mutant(
    'environment.wrong-key-has-no-effect',
    'blind-wrong-environment-cancels',
    "cancel at the other environment is refused, and cancels the escrow of that reference in the key's own",
    whenTurnedAway(({ merchant, endpoint, params, service }, code) => {
      const escrow = merchant.records.escrow.get(params.reference ?? '');
      if (code === 'wrong_environment' && endpoint.name === 'cancelEscrow' && escrow) service.fire(escrow, 'cancel');
    }),
  ),
  mutant(
    'auth.refused-has-no-effect',
    'blind-payout-with-wrong-merchant-id',
    'a payout with a good key and a wrong merchant id is refused, and made',
    whenTurnedAway((asked, code) => {
      const { merchant, endpoint, body, header } = asked;
      const good = header('authorization') === `Bearer ${merchant.apiKey}`;
      if (good && code === 'unauthorized' && endpoint.name === 'createPayout' && body.text('reference') !== null)
        endpoint.does?.(asked);
    }),
  ),
  mutant(
    'wallet-link.refused-has-no-effect',
    'blind-link-of-too-many-minutes-cancels-older',
    'a link request that is refused for its expiresInMinutes cancels the pending one for the wallet',
    whenRefused('createWalletLink', ({ merchant, body, service }, { status }) => {
      if (status !== 400 || (body.integer('expiresInMinutes') ?? 0) <= 60) return;
      for (const link of merchant.links.values())
        if (link.walletId === body.text('walletId') && link.status === 'PENDING') service.fire(link, 'newer request');
    }),
  ),
];
