/** Patterns that match more than they say, and an answer that is kept without its environment. */
import { Refusal } from '../../../reference/engine/refusal.ts';
import type { Service } from '../../../reference/rules/rulebook.ts';
import { field } from '../../change.ts';
import { all, type Change, mutant } from '../../mutant.ts';
import { before, isAt } from '../../steps.ts';
import { against, type BlindMutant } from '../against.ts';

/** Milliseconds of the service's clock for which an account is kept. */
const KEPT_MS = 60_000;

function httpsIsLookedForAnywhere(): Change {
  return all(
    field('checkout', 'returnUrl', { httpsIn: [] }),
    before('checkGuards', (asked, next) => {
      const { body, environment, service } = asked;
      const secure = /https:\/\//i.test(body.text('returnUrl') ?? '');
      if (isAt(asked, 'createCheckout') && environment.name === 'live' && !secure)
        throw new Refusal(service.rules.refusals.invalid, 'returnUrl must be https in live');
      return next();
    }),
  );
}

function accountsAreKeptByPath(): Change {
  const kept = new WeakMap<Service, Map<string, { text: string; until: number }>>();
  return before('answerKnown', async (asked, next) => {
    if (!isAt(asked, 'getAccount')) return next();
    const { path, service } = asked;
    const accounts = kept.get(service) ?? new Map<string, { text: string; until: number }>();
    kept.set(service, accounts);
    const known = accounts.get(path);
    if (known !== undefined && known.until > service.clock.now()) return { status: 200, text: known.text };
    const reply = await next();
    accounts.set(path, { text: reply.text, until: service.clock.now() + KEPT_MS });
    return reply;
  });
}

export const found: readonly BlindMutant[] = [
  against(
    'returnUrl | string (URI) | Must be https in live.',
    mutant(
      'environment.live-return-url-https',
      'blind16-https-anywhere-in-the-address',
      'https:// is looked for anywhere in the address: in live a returnUrl of http is accepted if an address in its query is https',
      httpsIsLookedForAnywhere(),
    ),
  ),
  against(
    'Allowed characters: letters, digits, `.`, `_`, `:`, `-`.',
    mutant(
      'checkout.reference-forbidden-characters',
      'blind16-dollar-matches-before-a-last-newline',
      'the pattern is one of Python, where $ matches before a newline at the end too: a reference that ends with a newline is accepted',
      field('checkout', 'reference', { pattern: /^[A-Za-z0-9._:-]+\n?$/ }),
    ),
  ),
  against(
    'Two fully separate environments exist, sandbox and live. `GET /v1/accounts/{walletId}` tells whether a wallet exists.',
    mutant(
      'account.unknown-is-not-found',
      'blind16-accounts-kept-without-their-environment',
      'answers of the account check are kept for a minute by their path, in a store that both environments use: soon after a check in sandbox, live says that a wallet exists which only sandbox has',
      accountsAreKeptByPath(),
    ),
  ),
];
