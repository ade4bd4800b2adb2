/** Credentials that are found elsewhere, or are not looked at again. */
import type { Merchant } from '../../../reference/rules/records.ts';
import { functions } from '../../change.ts';
import { mutant } from '../../mutant.ts';
import { against, type BlindMutant } from '../against.ts';
import { bodyOf } from '../ways.ts';
import { keyOf, letsIn } from '../ways-of-access.ts';

const CACHED_MS = 60_000;

export const found: readonly BlindMutant[] = [
  against(
    'Every request sends `Authorization: Bearer <API_KEY>` and `X-Merchant-Id: <MERCHANT_ID>`.',
    mutant(
      'auth.missing-key-refused',
      'blind6-key-in-the-body',
      'the library that reads bearer tokens takes access_token of the body too: a POST without Authorization is let in by it',
      letsIn(
        (asked) =>
          asked.header('authorization') === undefined &&
          asked.header('x-merchant-id') === asked.merchant.id &&
          bodyOf(asked).access_token === asked.merchant.apiKey,
      ),
    ),
  ),
  against(
    'Every request sends `Authorization: Bearer <API_KEY>` and `X-Merchant-Id: <MERCHANT_ID>`.',
    mutant(
      'auth.unknown-merchant-refused',
      'blind6-known-key-needs-no-other-look',
      'keys that were let in are cached for a minute, without the merchant id: meanwhile any X-Merchant-Id goes with them',
      (rules) => {
        const letIn = new WeakMap<Merchant, number>();
        return functions(({ authenticate }) => ({
          authenticate(service, environment, header) {
            const now = service.clock.now();
            const cached = environment.apiKeys.get(keyOf({ header }));
            if (cached && header('x-merchant-id') && now - (letIn.get(cached) ?? 0) < CACHED_MS) return cached;
            const merchant = authenticate(service, environment, header);
            letIn.set(merchant, now);
            return merchant;
          },
        }))(rules);
      },
    ),
  ),
];
