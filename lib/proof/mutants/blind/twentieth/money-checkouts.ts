/** Checkouts: words of a router, rules that libraries and lists bring along, and texts that a filter goes over. */
import { Refusal } from '../../../reference/engine/refusal.ts';
import type { Merchant } from '../../../reference/rules/records.ts';
import type { Case } from '../../../reference/rules/rulebook.ts';
import { all, type Change, mutant } from '../../mutant.ts';
import { before, isAt } from '../../steps.ts';
import { against, type BlindMutant } from '../against.ts';
import { deeply, keptAs } from '../ways.ts';

/** Pages of the console that the router finds below the path of checkouts. */
const WORDS_OF_THE_ROUTER = new Set(['new', 'search', 'export', 'summary', 'count']);

/** Names at this provider have as many letters and digits at least, dots and tags not counted. */
const SHORTEST_NAME = 6;

/** As many digits as card numbers have. */
const CARD_NUMBER = /(?<!\d)\d{13,19}(?!\d)/g;

function routerFindsWords(): Change {
  return before('answerKnown', (asked, next) => {
    const { decisions } = asked.service.rules;
    if (isAt(asked, 'getCheckout') && WORDS_OF_THE_ROUTER.has(asked.params.reference ?? ''))
      throw new Refusal(decisions.unknown.checkout, 'there is no such checkout');
    return next();
  });
}

function refusesCheckouts(id: string, words: string, refuses: (asked: Case) => boolean): Change {
  return (rules) => ({
    ...rules,
    guards: [
      ...rules.guards,
      {
        id,
        at: ['createCheckout'],
        words,
        refuses,
        status: 400,
        code: 'invalid_request',
        message: () => words,
      },
    ],
  });
}

function isShortAtGmail(email: string): boolean {
  const [name = '', domain = ''] = email.toLowerCase().split('@');
  return domain === 'gmail.com' && name.replace(/\+.*$/, '').replaceAll('.', '').length < SHORTEST_NAME;
}

/** The host of the first returnUrl of a merchant is the one that it is registered for. */
function onlyTheFirstHost(): Change {
  const hosts = new WeakMap<Merchant, string>();
  return refusesCheckouts('checkout.other-host', 'returnUrl is not at the registered host', ({ merchant, body }) => {
    const { host } = new URL(body.text('returnUrl') ?? '');
    const registered = hosts.get(merchant) ?? host;
    hosts.set(merchant, registered);
    return host !== registered;
  });
}

function withoutCardNumbers(value: unknown): unknown {
  return typeof value === 'string' ? value.replace(CARD_NUMBER, (digits) => '*'.repeat(digits.length)) : value;
}

export const found: readonly BlindMutant[] = [
  against(
    'reference | Allowed characters: letters, digits, `.`, `_`, `:`, `-`. GET | /v1/checkouts/{reference} | 200 checkout record.',
    mutant(
      'checkout.record-found',
      'blind20-words-of-the-router-in-front-of-references',
      'the console has pages of its own below /v1/checkouts, and the router finds their words before references: a checkout with the reference new, search, export, summary or count is created, and GET by it is 404',
      routerFindsWords(),
    ),
  ),
  against(
    "customer.email | string (email) | yes | The buyer's e-mail.",
    mutant(
      'checkout.email-accepted',
      'blind20-short-names-at-gmail-refused',
      'the library that validates e-mail addresses has an option for rules of single providers, and it is on: an address at gmail.com whose name has fewer than six letters and digits is refused with 400',
      refusesCheckouts('checkout.short-name-at-gmail', 'customer.email must be an e-mail address', ({ body }) =>
        isShortAtGmail(body.text('customer.email') ?? ''),
      ),
    ),
  ),
  against(
    'returnUrl | string (URI) | yes | Must be https in live.',
    mutant(
      'checkout.return-url-accepted',
      'blind20-return-addresses-of-one-host',
      'against open redirects a returnUrl has to be at the host that the merchant is registered for, which is that of its first checkout: later ones at another host, or with another port, are refused with 400',
      onlyTheFirstHost(),
    ),
  ),
  against(
    'description | string | no | Max 255 chars. metadata | object | no | Up to 4 KB. Returned by GET.',
    mutant(
      'checkout.record-metadata',
      'blind20-long-numbers-masked-as-cards',
      'a filter for the rules of the card industry goes over every text before it is stored: 13 to 19 digits in a row, such as an order number or a tracking code in the description or the metadata, come back as stars',
      all(
        keptAs('createCheckout', 'description', withoutCardNumbers),
        keptAs('createCheckout', 'metadata', deeply(withoutCardNumbers)),
      ),
    ),
  ),
];
