/** Access and bodies: a policy for keys, and a look at the first byte. */
import { Refusal } from '../../../reference/engine/refusal.ts';
import type { Merchant } from '../../../reference/rules/records.ts';
import { functions } from '../../change.ts';
import { type Change, mutant } from '../../mutant.ts';
import { before } from '../../steps.ts';
import { against, type BlindMutant } from '../against.ts';
import { DAY } from '../ways.ts';

const KEY_DAYS = 90;
const BRACE = 0x7b;

function sandboxKeysExpire(): Change {
  const since = new WeakMap<Merchant, number>();
  return functions(({ authenticate }) => ({
    authenticate(service, environment, header) {
      const merchant = authenticate(service, environment, header);
      const now = service.clock.now();
      const first = since.get(merchant) ?? now;
      since.set(merchant, first);
      if (environment.name === 'sandbox' && now - first > KEY_DAYS * DAY * 1_000)
        throw new Refusal(service.rules.decisions.unauthenticated, 'the API key has expired');
      return merchant;
    },
  }));
}

export const found: readonly BlindMutant[] = [
  against(
    'Keys and the webhook secret are created in a console, per environment. Every request sends `Authorization: Bearer <API_KEY>` (nothing ends a key).',
    mutant(
      'refund.any-time-later',
      'blind20-sandbox-keys-good-for-ninety-days',
      'the policy for passwords was set for API keys of the sandbox as well: 90 days after its first use a key is refused like one that was never issued, and what was made with it can neither be read nor refunded',
      sandboxKeysExpire(),
    ),
  ),
  against(
    'Request and response bodies are JSON.',
    mutant(
      'checkout.created',
      'blind20-bodies-begin-with-a-brace',
      'a firewall in front of the service looks at the first byte of a body to tell JSON from forms: a body with a line feed or a blank before its brace, as templates make it, is refused with 400',
      before('readBody', ({ endpoint, raw, service }, next) => {
        if (endpoint.method === 'POST' && raw.length > 0 && raw[0] !== BRACE)
          throw new Refusal(service.rules.refusals.invalid, 'the body must be a JSON object');
        return next();
      }),
    ),
  ),
];
