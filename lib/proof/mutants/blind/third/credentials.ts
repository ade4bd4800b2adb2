/** Credentials that are read too loosely, or heeded although they were refused. */
import { Refusal } from '../../../reference/engine/refusal.ts';
import { mutant } from '../../mutant.ts';
import { before, isAt } from '../../steps.ts';
import { against, type BlindMutant } from '../against.ts';
import { whenTurnedAway } from '../ways.ts';
import { credentialsRefused, keyOf, letsIn } from '../ways-of-access.ts';

const sentence = 'Every request sends `Authorization: Bearer <API_KEY>` and `X-Merchant-Id: <MERCHANT_ID>`.';

export const found: readonly BlindMutant[] = [
  against(
    sentence,
    mutant(
      'auth.unknown-merchant-refused',
      'blind3-first-of-two-merchant-ids',
      'of an X-Merchant-Id with commas the first part is taken',
      letsIn(({ merchant, header, ...asked }, { code }) => {
        const [first, ...others] = (header('x-merchant-id') ?? '').split(',');
        const named = others.length > 0 && first?.trim() === merchant.id;
        return code === 'unauthorized' && named && merchant.apiKey === keyOf({ header, ...asked });
      }),
    ),
  ),
  against(
    sentence,
    mutant(
      'auth.unknown-key-refused',
      'blind3-key-remembered-by-merchant-id',
      'for a minute after GET of the balance any sandbox key is let in there with the same X-Merchant-Id',
      (rules) => {
        const seen = new WeakMap<object, number>();
        return before('limitRate', (asked, next) => {
          if (isAt(asked, 'getBalance') && keyOf(asked) === asked.merchant.apiKey)
            seen.set(asked.merchant, asked.service.clock.now());
          return next();
        })(
          letsIn(
            (asked, { code }) =>
              isAt(asked, 'getBalance') &&
              code === 'unauthorized' &&
              keyOf(asked).startsWith('svc_test_sk_') &&
              asked.header('x-merchant-id') === asked.merchant.id &&
              asked.service.clock.now() - (seen.get(asked.merchant) ?? Number.NEGATIVE_INFINITY) < 60_000,
          )(rules),
        );
      },
    ),
  ),
  against(
    'A key used against the other environment gives `403 wrong_environment`.',
    mutant(
      'environment.sandbox-key-in-live',
      'blind3-sandbox-key-at-live-wallet-has-no-link',
      'the balance of a live wallet is refused to a sandbox key as one without an approved link',
      credentialsRefused((asked, refusal) =>
        isAt(asked, 'getWalletBalance') && refusal.code === 'wrong_environment' && asked.environment.name === 'live'
          ? new Refusal({ status: 403, code: 'link_not_approved' }, 'there is no approved link to this wallet')
          : refusal,
      ),
    ),
  ),
  against(
    `${sentence} … Same key and same body: the original response is replayed`,
    mutant(
      'auth.refused-has-no-effect',
      'blind3-refused-credentials-keep-key',
      'the Idempotency-Key of a payout that was refused for its merchant id is kept: the same request with the right id is refused alike',
      whenTurnedAway((asked, code) => {
        const key = asked.header('idempotency-key');
        if (!isAt(asked, 'createPayout') || code !== 'unauthorized' || key === undefined) return;
        if (keyOf(asked) !== asked.merchant.apiKey || asked.merchant.keys.has(key)) return;
        const { functions, decisions } = asked.service.rules;
        const { status } = decisions.unauthenticated;
        const { text } = new Refusal({ status, code }, 'the API key and the merchant id are not known together');
        const until = asked.service.clock.now() + 86_400_000;
        asked.merchant.keys.set(key, { fingerprint: functions.sameRequest(asked), reply: { status, text }, until });
      }),
    ),
  ),
  against(
    sentence,
    mutant(
      'auth.missing-key-refused',
      'blind3-words-behind-the-key',
      'on GET whatever follows a blank behind the API key does not count',
      letsIn((asked, { code }) => {
        const key = /^Bearer +(\S+) +\S/.exec(asked.header('authorization') ?? '')?.[1];
        const named = asked.header('x-merchant-id') === asked.merchant.id;
        return asked.endpoint.method === 'GET' && code === 'unauthorized' && named && key === asked.merchant.apiKey;
      }),
    ),
  ),
];
