/** Counts of requests that take in too much or are forgotten, and refusals that something before the service writes. */
import { fieldProblem } from '../../../reference/engine/fields.ts';
import type { Merchant } from '../../../reference/rules/records.ts';
import type { Reply } from '../../../reference/rules/requests.ts';
import type { Case } from '../../../reference/rules/rulebook.ts';
import { functions, guard } from '../../change.ts';
import { type Change, mutant } from '../../mutant.ts';
import { answers } from '../../steps.ts';
import { against, type BlindMutant } from '../against.ts';
import { codeOf, parsed, withError } from '../ways.ts';
import { pages } from '../ways-of-pages.ts';

const REQUESTS = 120;
const MINUTE_MS = 60_000;

function isThrottled(reply: Reply): boolean {
  return reply.status === 429 && codeOf(reply) === 'rate_limited';
}

function viewsAreRequests(): Change {
  return pages(({ showCheckout, showEscrow }) => ({
    showCheckout(service, checkout, refused) {
      checkout.merchant.rate.admit(service.clock.now());
      return showCheckout(service, checkout, refused);
    },
    showEscrow(service, escrow, refused) {
      escrow.merchant.rate.admit(service.clock.now());
      return showEscrow(service, escrow, refused);
    },
  }));
}

/** What was refused once is refused from a list of its own, until a request is let through. */
function listOfTheRefused(): Change {
  const listed = new WeakSet<Merchant>();
  return answers('everywhere', (reply, { merchant }) => {
    if (!isThrottled(reply)) listed.delete(merchant);
    else if (listed.has(merchant)) return { status: reply.status, text: reply.text };
    else listed.add(merchant);
    return reply;
  });
}

function problemsOf({ body, endpoint, environment, raw, service }: Case): string[] {
  if (endpoint.takes === undefined || (raw.length > 0 && parsed(raw.toString('utf8')) === undefined)) return [];
  const within = (field: string) => !field.includes('.') || body.object(field.split('.')[0] ?? '') !== null;
  return service.rules.forms[endpoint.takes]
    .filter(({ field }) => within(field))
    .map((rule) => fieldProblem([rule], body, environment.name))
    .filter((problem) => problem !== null);
}

export const found: readonly BlindMutant[] = [
  against(
    'Request rate: 120 requests per minute per API key.',
    mutant(
      'rate-limit.120-at-once-pass',
      'blind16-views-of-pages-count',
      "each view of a hosted page counts as a request of the merchant whose page it is: while buyers look at their pages, fewer than 120 requests of the merchant's key pass in a minute",
      viewsAreRequests(),
    ),
  ),
  against(
    'More than 120 requests per minute per API key: 429 `rate_limited`.',
    mutant(
      'rate-limit.more-is-refused',
      'blind16-saved-settings-forget-the-count',
      'the count is kept with the merchant in a cache, from which saving the webhook address removes it: after that 120 more requests pass in the same minute',
      functions(({ changeAddress, rateLimiter }) => ({
        changeAddress(merchant, webhookUrl) {
          changeAddress(merchant, webhookUrl);
          merchant.rate = rateLimiter(REQUESTS, MINUTE_MS);
        },
      })),
    ),
  ),
  against(
    '429 | rate_limited | More than 120 requests per minute per API key; response carries `Retry-After`.',
    mutant(
      'rate-limit.retry-after-present',
      'blind16-only-the-first-refusal-tells-when',
      'a key that was refused is put on a list that is looked at first: the first 429 has Retry-After, and those after it have none until a request has passed again',
      listOfTheRefused(),
    ),
  ),
  against(
    'Every error body has the shape `{ error: { code: string, message: string } }`. 429 | rate_limited.',
    mutant(
      'rate-limit.more-is-refused',
      'blind16-gateway-of-live-refuses-by-itself',
      'in live a gateway limits the rate, which has an answer of its own: a 429 with { message } alone',
      answers('everywhere', (reply, { environment }) =>
        environment.name === 'live' && isThrottled(reply)
          ? { ...reply, text: JSON.stringify({ message: 'API rate limit exceeded' }) }
          : reply,
      ),
    ),
  ),
  against(
    'Every error body has the shape `{ error: { code: string, message: string } }`.',
    mutant(
      'error.shape-of-400',
      'blind16-a-message-for-each-fault',
      'the message of a 400 is a list of texts where more than one field is wrong or missing',
      answers('everywhere', (reply, asked) => {
        if (reply.status !== 400 || codeOf(reply) !== 'invalid_request') return reply;
        const problems = problemsOf(asked);
        return problems.length > 1 ? withError(reply, (error) => ({ ...error, message: problems })) : reply;
      }),
    ),
  ),
  against(
    'Two fully separate environments exist, sandbox and live. Wallet link create: at most 5 requests per wallet per hour.',
    mutant(
      'wallet-link.five-per-hour',
      'blind16-link-requests-of-both-environments',
      'the counter of link requests is named by the wallet id alone, in a store that both environments use: requests in sandbox use up those of the live wallet of an equal id',
      guard('link.too-many-requests', {
        refuses({ service, body }) {
          const { linkRequests, linkWindowSeconds } = service.rules.limits;
          const since = service.clock.now() - linkWindowSeconds * 1_000;
          const { sandbox, live } = service.environments;
          const walletId = body.text('walletId') ?? '';
          const both = [sandbox, live].flatMap((each) => service.wallet(each, walletId)?.linkRequests ?? []);
          return both.filter((at) => at > since).length >= linkRequests;
        },
      }),
    ),
  ),
];
