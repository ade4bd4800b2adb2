/** Rules of one environment that end where the other begins, or that do not end there. */
import { Refusal } from '../../../reference/engine/refusal.ts';
import type { Environment, Merchant } from '../../../reference/rules/records.ts';
import type { EndpointName, FormName } from '../../../reference/rules/requests.ts';
import type { Case } from '../../../reference/rules/rulebook.ts';
import { field, guard } from '../../change.ts';
import { all, type Change, mutant } from '../../mutant.ts';
import { around, before, isAt } from '../../steps.ts';
import { against, type BlindMutant } from '../against.ts';
import { siblings, whenTurnedAway } from '../ways.ts';
import { inTurnBy } from './link-limits.ts';

const HTTPS = 'returnUrl | string (URI) | yes | Must be https in live.';
const BALANCE =
  'In live, an amount above the available balance (paid in, minus refunds and earlier payouts) gives `422 insufficient_balance`.';
const SELLER = "seller.walletId | string | yes | The seller's 10-digit wallet id. In live it must exist.";
const REASON =
  'reason | string | no | Max 255 chars. In sandbox the exact value `sandbox_fail` forces a failed refund.';

const HOUR_MS = 3_600_000;

/** In live an address that is not https is refused, but for those that are excused. */
function httpsUnless(form: FormName, at: EndpointName, excused: (address: string) => boolean): Change {
  return all(
    field(form, 'returnUrl', { httpsIn: [] }),
    before('checkGuards', (asked, next) => {
      const address = asked.body.text('returnUrl');
      if (!isAt(asked, at) || asked.environment.name !== 'live' || address === null) return next();
      if (!/^https:/i.test(address) && !excused(address))
        throw new Refusal(asked.service.rules.refusals.invalid, 'returnUrl must be https in live');
      return next();
    }),
  );
}

const isLocal = (address: string) => ['localhost', '127.0.0.1', '[::1]'].includes(new URL(address).hostname);

/** Other sellers are unknown as well. */
function sellerUnknown(when: (asked: Case, walletId: string, plain: boolean) => boolean): Change {
  return (rules) => {
    const plain = rules.guards.find(({ id }) => id === 'escrow.seller-unknown');
    return guard('escrow.seller-unknown', {
      refuses: (asked) => when(asked, asked.body.text('seller.walletId') ?? '', plain?.refuses(asked) ?? false),
    })(rules);
  };
}

function unknownIsRemembered(): Change {
  const unknown = new WeakMap<Environment, Map<string, number>>();
  return sellerUnknown(({ environment, service }, walletId, plain) => {
    const now = service.clock.now();
    const until = unknown.get(environment) ?? new Map<string, number>();
    unknown.set(environment, until);
    if ((until.get(walletId) ?? 0) > now) return true;
    if (plain) until.set(walletId, now + HOUR_MS);
    return plain;
  });
}

/** What is available, each amount in naira as a floating-point number, added up one after the other. */
function availableNaira({ records }: Merchant): number {
  const paid = [...records.checkout.values()].filter(({ status }) => status === 'succeeded');
  const gone = [...records.refund.values(), ...records.payout.values()].filter(({ status }) => status !== 'failed');
  const sum = paid.reduce((total, { amount }) => total + amount / 100, 0);
  return gone.reduce((total, { amount }) => total - amount / 100, sum);
}

function laterRefunds({ records }: Merchant): number {
  return [...records.refund.values()]
    .filter((refund) => refund.status !== 'failed')
    .filter((refund) => siblings(refund).find(({ status }) => status !== 'failed') !== refund)
    .reduce((total, { amount }) => total + amount, 0);
}

/** The answers of both environments are kept by key and request, in one place. */
function answersKeptTogether(): Change {
  return around('keepKey', (own) => (asked, next) => {
    const { environment, header, service } = asked;
    const other = service.environments[environment.name === 'live' ? 'sandbox' : 'live'];
    const fingerprint = service.rules.functions.sameRequest(asked);
    for (const { keys } of other.merchants.values()) {
      const kept = keys.get(header('idempotency-key') ?? '');
      if (kept?.reply && kept.fingerprint === fingerprint)
        return { ...kept.reply, headers: { 'idempotent-replayed': 'true' } };
    }
    return own(asked, next);
  });
}

export const found: readonly BlindMutant[] = [
  against(
    HTTPS,
    mutant(
      'environment.live-return-url-https',
      'kind-live-return-to-this-machine',
      "addresses of one's own machine count as safe: a live checkout may have a returnUrl such as http://localhost/thanks",
      httpsUnless('checkout', 'createCheckout', isLocal),
    ),
  ),
  against(
    HTTPS,
    mutant(
      'environment.live-return-url-https',
      'kind-live-return-url-in-capitals',
      'what is refused are addresses that begin with http:// in small letters: a live checkout may have the returnUrl HTTP://shop.example/thanks',
      httpsUnless('checkout', 'createCheckout', (address) => !address.startsWith('http://')),
    ),
  ),
  against(
    'description, returnUrl, metadata | Same rules as for checkouts. returnUrl: Must be https in live.',
    mutant(
      'environment.live-escrow-return-url-https',
      'kind-https-anywhere-in-the-address',
      'of a live escrow the returnUrl has to hold https:// somewhere: http://shop.example/?next=https://shop.example is taken',
      httpsUnless('escrow', 'createEscrow', (address) => address.includes('https://')),
    ),
  ),
  against(
    'description, returnUrl, metadata | Same rules as for checkouts. returnUrl: Must be https in live.',
    mutant(
      'environment.live-escrow-return-url-https',
      'kind-live-escrow-returns-with-a-port',
      'http is refused at its usual port: a live escrow may have the returnUrl http://shop.example:8080/thanks',
      httpsUnless('escrow', 'createEscrow', (address) => new URL(address).port !== ''),
    ),
  ),
  against(
    BALANCE,
    mutant(
      'environment.live-payouts-at-once',
      'kind-lock-of-payouts-per-recipient',
      'payouts are locked for the merchant and the account they go to: of those at once to one account only what the balance holds is accepted, of those to several accounts each finds it free',
      inTurnBy('createPayout', ({ merchant, body }) => `${merchant.id} ${body.text('recipient.accountNumber')}`),
    ),
  ),
  against(
    SELLER,
    mutant(
      'environment.live-known-seller',
      'kind-unknown-seller-is-remembered',
      'that a wallet does not exist is remembered for an hour: once a live escrow was refused for its seller, it is refused though the wallet exists by then',
      unknownIsRemembered(),
    ),
  ),
  against(
    SELLER,
    mutant(
      'environment.live-known-seller',
      'kind-sellers-without-leading-zeros',
      'live wallets are looked up by number: one whose id begins with 0 is not found, and the escrow is refused with account_not_found',
      sellerUnknown((_, walletId, plain) => plain || walletId.startsWith('0')),
    ),
  ),
  against(
    REASON,
    mutant(
      'environment.live-sandbox-fail-is-plain',
      'kind-sandbox-fail-refused-in-live',
      'in live the reason sandbox_fail counts as a mistake of the merchant: the refund is refused with 400',
      before('checkGuards', (asked, next) => {
        const { body, environment, service } = asked;
        if (isAt(asked, 'createRefund') && environment.name === 'live' && body.text('reason') === 'sandbox_fail')
          throw new Refusal(service.rules.refusals.invalid, 'reason is for the sandbox only');
        return next();
      }),
    ),
  ),
  against(
    REASON,
    mutant(
      'environment.live-sandbox-fail-is-plain',
      'kind-sandbox-fail-not-kept-in-live',
      'words of the sandbox are taken out of what live keeps: a live refund with the reason sandbox_fail has a reason of null in its record',
      before('act', (asked, next) => {
        const { body, environment } = asked;
        if (isAt(asked, 'createRefund') && environment.name === 'live' && body.text('reason') === 'sandbox_fail')
          body.value.reason = null;
        return next();
      }),
    ),
  ),
  against(
    'A key works only in its own environment. Otherwise the response is `403 wrong_environment`.',
    mutant(
      'environment.wrong-key-has-no-effect',
      'kind-wrong-environment-keeps-back-a-refund',
      "a refund at the other environment's address is refused with 403, and its amount kept back of the checkout of that reference in the key's own: what is left cannot be refunded in full any more",
      whenTurnedAway(({ body, endpoint, merchant }, code) => {
        const payment = merchant.records.checkout.get(body.text('paymentReference') ?? '');
        if (code === 'wrong_environment' && endpoint.name === 'createRefund' && payment?.status === 'succeeded')
          payment.refunding += body.integer('amount') ?? 0;
      }),
    ),
  ),
  against(
    'Two fully separate environments exist, sandbox and live. Each has its own merchants, keys and webhook secrets.',
    mutant(
      'environment.data-is-separate',
      'kind-answers-of-both-environments-kept-together',
      'kept answers have one store for both environments: a live create with the Idempotency-Key and the body of one in sandbox is answered with that, marked as a replay, and nothing is made in live',
      answersKeptTogether(),
    ),
  ),
  against(
    BALANCE,
    mutant(
      'environment.live-payout-of-balance',
      'kind-available-naira-as-floating-point',
      'what is available is added up in naira with floating-point numbers: after payments of 10,010 and 20,020 kobo a payout of all 30,030 is refused with 422',
      guard('payout.balance', {
        refuses: ({ merchant, body }) => (body.integer('amount') ?? 0) / 100 > availableNaira(merchant),
      }),
    ),
  ),
  against(
    BALANCE,
    mutant(
      'environment.live-balance-is-net',
      'kind-one-refund-for-each-checkout-lowers',
      'a payout is compared with what a join of checkouts and refunds gives, one row for each checkout: the second and later refunds of a checkout do not lower what can be paid out',
      guard('payout.balance', {
        refuses: ({ merchant, body }) => (body.integer('amount') ?? 0) > merchant.balance + laterRefunds(merchant),
      }),
    ),
  ),
];
