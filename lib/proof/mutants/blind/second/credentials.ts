/** Credentials that are wrong in one way and let in, or refused and heeded, at one endpoint alone. */

import { mutant } from '../../mutant.ts';
import { isAt } from '../../steps.ts';
import { against, type BlindMutant } from '../against.ts';
import { keyOf, letsIn } from '../ways-of-access.ts';

export const found: readonly BlindMutant[] = [
  against(
    'Every request sends `Authorization: Bearer <API_KEY>` and `X-Merchant-Id: <MERCHANT_ID>`.',
    mutant(
      'auth.unknown-key-refused',
      'blind-refund-key-by-its-beginning',
      'for refunds the first 32 characters of a key are compared',
      letsIn(
        (asked, { code }) =>
          isAt(asked, 'createRefund') &&
          code === 'unauthorized' &&
          asked.header('x-merchant-id') === asked.merchant.id &&
          asked.merchant.apiKey.slice(0, 32) === keyOf(asked).slice(0, 32),
      ),
    ),
  ),
  against(
    'Every request sends `Authorization: Bearer <API_KEY>` and `X-Merchant-Id: <MERCHANT_ID>`.',
    mutant(
      'auth.unknown-merchant-refused',
      'blind-merchant-id-without-case',
      'on GET the letter case of X-Merchant-Id does not count',
      letsIn(
        (asked, { code }) =>
          asked.endpoint.method === 'GET' &&
          code === 'unauthorized' &&
          asked.merchant.apiKey === keyOf(asked) &&
          asked.header('x-merchant-id')?.toLowerCase() === asked.merchant.id.toLowerCase(),
      ),
    ),
  ),
  against(
    'Every request sends Authorization: Bearer <API_KEY> and X-Merchant-Id: <MERCHANT_ID>',
    mutant(
      'auth.every-endpoint-guarded',
      'blind-sandbox-approval-without-key',
      'the sandbox approve call needs no credentials',
      letsIn((asked, { code }) => {
        const { linkId = '' } = asked.params;
        if (!isAt(asked, 'approveWalletLink') || code !== 'unauthorized') return false;
        const owner = [...asked.environment.merchants.values()].find(({ links }) => links.has(linkId));
        asked.merchant = owner ?? asked.merchant;
        return owner !== undefined;
      }),
    ),
  ),
  against(
    'Every request sends `Authorization: Bearer <API_KEY>` and `X-Merchant-Id: <MERCHANT_ID>`.',
    mutant(
      'auth.other-merchants-id-refused',
      'blind-escrow-read-by-merchant-id',
      'GET of an escrow takes any good key, and shows the escrow of the merchant whose id is sent',
      letsIn((asked, { code }) => {
        const named = asked.environment.merchants.get(asked.header('x-merchant-id') ?? '');
        if (!isAt(asked, 'getEscrow') || code !== 'unauthorized' || named === undefined) return false;
        asked.merchant = named;
        return asked.environment.apiKeys.has(keyOf(asked));
      }),
    ),
  ),
  against(
    'Every request sends `Authorization: Bearer <API_KEY>` and `X-Merchant-Id: <MERCHANT_ID>`.',
    mutant(
      'auth.missing-merchant-refused',
      'blind-link-request-with-empty-merchant-id',
      'a link request with an empty X-Merchant-Id is let in',
      letsIn(
        (asked, { code }) =>
          isAt(asked, 'createWalletLink') &&
          code === 'unauthorized' &&
          asked.header('x-merchant-id') === '' &&
          asked.merchant.apiKey === keyOf(asked),
      ),
    ),
  ),
];
