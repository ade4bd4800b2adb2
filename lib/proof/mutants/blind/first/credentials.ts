/** Credentials that are wrong in one way and let in, or refused and heeded, at one endpoint alone. */

import { Refusal } from '../../../reference/engine/refusal.ts';
import { mutant } from '../../mutant.ts';
import { isAt } from '../../steps.ts';
import { against, type BlindMutant } from '../against.ts';
import { whenTurnedAway } from '../ways.ts';
import { credentialsRefused, keyOf, letsIn } from '../ways-of-access.ts';

export const found: readonly BlindMutant[] = [
  against(
    'Every request sends Authorization: Bearer <API_KEY> and X-Merchant-Id: <MERCHANT_ID>',
    mutant(
      'auth.every-endpoint-guarded',
      'blind-delete-without-merchant-id',
      'DELETE of a link needs no X-Merchant-Id',
      letsIn(
        (asked, { code }) =>
          isAt(asked, 'deleteWalletLink') &&
          code === 'unauthorized' &&
          asked.header('x-merchant-id') === undefined &&
          asked.merchant.apiKey === keyOf(asked),
      ),
    ),
  ),
  against(
    'Every request sends Authorization: Bearer <API_KEY>',
    mutant(
      'auth.missing-key-refused',
      'blind-account-check-by-basic',
      'an account check takes the key after any scheme',
      letsIn(
        (asked, { code }) =>
          isAt(asked, 'getAccount') &&
          code === 'unauthorized' &&
          asked.header('x-merchant-id') === asked.merchant.id &&
          asked.merchant.apiKey === keyOf(asked),
      ),
    ),
  ),
  against(
    'Every request sends `Authorization: Bearer <API_KEY>` and `X-Merchant-Id: <MERCHANT_ID>`.',
    mutant(
      'auth.refused-has-no-effect',
      'blind-cancelled-without-merchant-id',
      'cancel of an escrow without X-Merchant-Id is refused, and done',
      whenTurnedAway(({ endpoint, header, merchant, params, service }, code) => {
        const escrow = merchant.records.escrow.get(params.reference ?? '');
        const missing = code === 'unauthorized' && header('x-merchant-id') === undefined;
        if (missing && endpoint.name === 'cancelEscrow' && escrow) service.fire(escrow, 'cancel');
      }),
    ),
  ),
  against(
    'Every request sends `Authorization: Bearer <API_KEY>` and `X-Merchant-Id: <MERCHANT_ID>`. … Same key and a different body: `409 idempotency_key_reused`.',
    mutant(
      'auth.refused-has-no-effect',
      'blind-refused-payout-keeps-its-key',
      'a payout with an unknown API key uses up the idempotency key of the merchant whose id it has',
      whenTurnedAway((asked, code) => {
        const { merchant, endpoint, header, service } = asked;
        const known = header('x-merchant-id') === merchant.id;
        if (!known || code !== 'unauthorized' || endpoint.name !== 'createPayout') return;
        merchant.keys.set(header('idempotency-key') ?? '', {
          fingerprint: service.rules.functions.sameRequest(asked),
          reply: { status: 401, text: JSON.stringify({ error: { code, message: 'unknown key' } }) },
          until: service.clock.now() + 86_400_000,
        });
      }),
    ),
  ),
  against(
    'A key used against the other environment gives 403 wrong_environment',
    mutant(
      'environment.sandbox-key-in-live',
      'blind-delete-with-sandbox-key-unauthorized',
      'in live a DELETE with a sandbox key is refused as one with an unknown key is',
      credentialsRefused((asked, refusal) =>
        isAt(asked, 'deleteWalletLink') && asked.environment.name === 'live' && refusal.code === 'wrong_environment'
          ? new Refusal(asked.service.rules.decisions.unauthenticated, refusal.message)
          : refusal,
      ),
    ),
  ),
];
