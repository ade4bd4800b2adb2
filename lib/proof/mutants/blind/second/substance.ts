/** Right in shape, wrong in substance. */

import { addedTransition, guard, shows } from '../../change.ts';
import { mutant } from '../../mutant.ts';
import { against, type BlindMutant } from '../against.ts';
import { ageOf, HOUR, onFire } from '../ways.ts';
import { keyOf, letsIn } from '../ways-of-access.ts';

export const found: readonly BlindMutant[] = [
  against(
    'tells whether a wallet exists and returns a masked holder name … Two fully separate environments exist, sandbox and live.',
    mutant(
      'account.unknown-is-not-found',
      'blind-sandbox-wallet-exists-in-live',
      'the live account check says of a sandbox wallet that it exists',
      (rules) => {
        const plain = rules.guards.find(({ id }) => id === 'account.unknown');
        return guard('account.unknown', {
          refuses: (asked) =>
            !asked.service.environments.sandbox.wallets.has(asked.params.walletId ?? '') &&
            (plain?.refuses(asked) ?? false),
        })(rules);
      },
      shows('getAccount', (body, { asked }) => {
        const { rules, environments } = asked.service;
        const known = environments.sandbox.wallets.get(asked.params.walletId ?? '');
        return body.exists === true || known === undefined
          ? body
          : { ...body, exists: true, walletName: rules.functions.maskName(known.holderName) };
      }),
    ),
  ),
  against(
    'GET /v1/accounts/{walletId} tells whether a wallet exists and returns a masked holder name',
    mutant(
      'account.holder-name-masked',
      'blind-single-name-not-masked',
      'the account check shows a name of one word in full',
      shows('getAccount', (body, { asked }) => {
        const name = asked.service.wallet(asked.environment, asked.params.walletId ?? '')?.holderName.trim() ?? '';
        return /^\S+$/.test(name) ? { ...body, walletName: name } : body;
      }),
    ),
  ),
  against(
    'Every request sends `Authorization: Bearer <API_KEY>` and `X-Merchant-Id: <MERCHANT_ID>`.',
    mutant(
      'auth.unknown-key-refused',
      'blind-key-in-other-case',
      'the letter case of an API key does not count',
      letsIn(
        (asked, { code }) =>
          code === 'unauthorized' &&
          asked.header('x-merchant-id') === asked.merchant.id &&
          asked.merchant.apiKey.toLowerCase() === keyOf(asked).toLowerCase(),
      ),
    ),
  ),
  against(
    'payment.succeeded | A checkout was paid',
    mutant(
      'webhook.payment-succeeded',
      'blind-late-payment-without-event',
      'a checkout that is paid in the last hour before its expiry sends no event',
      addedTransition('checkout', {
        from: 'pending',
        on: 'pay in the last hour',
        to: 'succeeded',
        sends: null,
        also: (checkout, now, { method }) => {
          checkout.paidAt = now;
          checkout.paymentMethod = method ?? null;
        },
      }),
      onFire((fire, service) => (record, on, details) => {
        const late = record.kind === 'checkout' && ageOf(record, service) > 23 * HOUR;
        return fire(record, late && on === 'pay' ? 'pay in the last hour' : on, details);
      }),
    ),
  ),
  against(
    '| PENDING | nobody decides within expiresInMinutes | | EXPIRED |',
    mutant(
      'wallet-link.expires-at-agrees',
      'blind-expires-at-in-local-time',
      'expiresAt of the create response is the time in Lagos, with a Z behind it',
      shows('createWalletLink', (body) => ({
        ...body,
        expiresAt: new Date(Date.parse(String(body.expiresAt)) + 3_600_000).toISOString(),
      })),
    ),
  ),
];
