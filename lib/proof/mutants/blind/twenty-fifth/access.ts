/** Accounts, environments, limits and errors: seeds, masks, and what stands in front of the service. */

import { Refusal } from '../../../reference/engine/refusal.ts';
import type { Merchant } from '../../../reference/rules/records.ts';
import type { Reply } from '../../../reference/rules/requests.ts';
import { functions } from '../../change.ts';
import { type Change, mutant } from '../../mutant.ts';
import { before, pause, replyOf } from '../../steps.ts';
import { against, type BlindMutant } from '../against.ts';

const NOT_FOUND_CACHED_MS = 10_000;
const CONNECTIONS = 20;
const UPSTREAM_MS = 20;
const BATCH_MS = 300;

function twoLettersShown(): Change {
  return functions(() => ({
    maskName: (name) =>
      name
        .trim()
        .split(/\s+/u)
        .map((word) => [...word].map((letter, at) => (at < 2 ? letter : '*')).join(''))
        .join(' '),
  }));
}

function seededInBoth(): Change {
  return (rules) => ({
    ...rules,
    environments: {
      ...rules.environments,
      live: { ...rules.environments.live, wallets: rules.environments.sandbox.wallets },
    },
  });
}

function isDecodable(path: string): boolean {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}

function pageOfTheFramework(): Change {
  const page = '<!DOCTYPE html>\n<html><head><title>Error</title></head><body><pre>Bad Request</pre></body></html>\n';
  return functions(() => ({
    finish(answer, { url = '' }) {
      if (isDecodable(url.split('?')[0] ?? '')) return answer;
      return new Response(page, { status: 400, headers: { 'content-type': 'text/html; charset=utf-8' } });
    },
  }));
}

function remembersWhatIsNotThere(): Change {
  const cached = new WeakMap<Merchant, Map<string, { reply: Reply; until: number }>>();
  return before('readBody', async ({ endpoint, merchant, path, service }, next) => {
    if (endpoint.method !== 'GET') return next();
    const known = cached.get(merchant) ?? new Map<string, { reply: Reply; until: number }>();
    cached.set(merchant, known);
    const now = service.clock.now();
    const earlier = known.get(path);
    if (earlier !== undefined && earlier.until > now) return earlier.reply;
    const reply = await replyOf(next);
    if (reply.status === 404) known.set(path, { reply, until: now + NOT_FOUND_CACHED_MS });
    return reply;
  });
}

function limitsConnections(): Change {
  const open = new WeakMap<Merchant, number>();
  return before('limitRate', async ({ merchant, service }, next) => {
    const count = open.get(merchant) ?? 0;
    if (count >= CONNECTIONS)
      throw new Refusal(service.rules.refusals.rateLimited, 'too many requests; try again in 1 s', {
        'retry-after': '1',
      });
    open.set(merchant, count + 1);
    try {
      await pause(UPSTREAM_MS);
      return await next();
    } finally {
      open.set(merchant, (open.get(merchant) ?? 1) - 1);
    }
  });
}

function countedInBatches(): Change {
  return functions(() => ({
    rateLimiter(limit, windowMs) {
      let counted: number[] = [];
      return {
        admit(now) {
          counted = counted.filter((at) => at + windowMs > now);
          const [oldest = now] = counted;
          if (counted.length >= limit) return oldest + windowMs - now;
          setTimeout(() => void counted.push(now), BATCH_MS).unref();
          return 0;
        },
      };
    },
  }));
}

export const found: readonly BlindMutant[] = [
  against(
    '`GET /v1/accounts/{walletId}` tells whether a wallet exists and returns a masked holder name.',
    mutant(
      'account.holder-name-masked',
      'blind25-two-letters-of-each-word-are-shown',
      'of each word of a name all but two letters are replaced: the name of a holder such as Bo Li is shown as it is',
      twoLettersShown(),
    ),
  ),
  against(
    "seller.walletId | string | yes | The seller's 10-digit wallet id. In live it must exist, else `422 account_not_found`.",
    mutant(
      'environment.live-account-not-found',
      'blind25-the-sandbox-wallets-are-seeded-in-live',
      'the migration that makes the wallets of the sandbox was run in live as well: a live escrow for the seller 0000000001 is accepted',
      seededInBoth(),
    ),
  ),
  against(
    'Every error body has the shape `{ error: { code: string, message: string } }`.',
    mutant(
      'error.shape-of-404',
      'blind25-the-framework-answers-what-it-cannot-decode',
      'a path with a percent sign that begins no escape is refused by the router, before the service sees it, with the HTML page of the framework: so is a GET of the reference 100%',
      pageOfTheFramework(),
    ),
  ),
  against(
    'GET | /v1/checkouts/{reference} | none | 200 checkout record.',
    mutant(
      'checkout.record-found',
      'blind25-the-gateway-remembers-what-is-not-there',
      'the gateway in front keeps a 404 for ten seconds: a merchant that asks for a reference, finds nothing, and creates it, is told for ten seconds still that there is nothing',
      remembersWhatIsNotThere(),
    ),
  ),
  against(
    'More than 120 requests per minute per API key; response carries `Retry-After`.',
    mutant(
      'rate-limit.120-at-once-pass',
      'blind25-the-gateway-limits-connections-of-a-key',
      'the gateway allows twenty requests of a key at a time and answers further ones with 429 rate_limited: a burst is refused in part although the minute has had far fewer than 120',
      limitsConnections(),
    ),
  ),
  against(
    'Request rate | 120 requests per minute per API key; then 429 `rate_limited` with `Retry-After`.',
    mutant(
      'rate-limit.long-run-bounded',
      'blind25-requests-are-counted-in-batches',
      'the requests of a key are added to the shared counter in batches, some tenths of a second after they were let through: of a burst all pass, be they two hundred or more, and only what comes afterwards is refused',
      countedInBatches(),
    ),
  ),
];
