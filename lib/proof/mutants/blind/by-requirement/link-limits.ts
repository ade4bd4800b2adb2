/** The five link requests of an hour: which of them are counted, for whom, and what a refused one leaves behind. */
import { Refusal } from '../../../reference/engine/refusal.ts';
import type { Merchant, Wallet, WalletLink } from '../../../reference/rules/records.ts';
import type { EndpointName, Reply } from '../../../reference/rules/requests.ts';
import type { Case } from '../../../reference/rules/rulebook.ts';
import { guard } from '../../change.ts';
import { all, type Change, mutant } from '../../mutant.ts';
import { before, hesitates, isAt, replyOf } from '../../steps.ts';
import { against, type BlindMutant } from '../against.ts';
import { also, HOUR, whenRefused } from '../ways.ts';

const LIMIT = 'Wallet link create: at most 5 requests per wallet per hour.';
const FIVE = 5;
/** Real time between what is looked at and what is written, in milliseconds. */
const WRITING_MS = 20;

/** Requests with the same lock follow one another; those with different locks do not see what the other is about to write. */
export function inTurnBy(at: EndpointName, lockOf: (asked: Case) => string): Change {
  const latest = new Map<string, Promise<Reply>>();
  return all(
    before('answerKnown', (asked, next) => {
      if (!isAt(asked, at)) return next();
      const lock = `${asked.environment.baseUrl} ${lockOf(asked)}`;
      const reply = Promise.resolve(latest.get(lock)).then(() => replyOf(next));
      latest.set(lock, reply);
      return reply;
    }),
    hesitates(at, WRITING_MS),
  );
}

function walletOf(link: WalletLink): Wallet | undefined {
  return link.merchant.environment.wallets.get(link.walletId);
}

/** One count for a wallet, under a name; under another name it begins anew. */
function countedUnder(nameOf: (asked: Case) => unknown): Change {
  const counts = new WeakMap<Wallet, { name: unknown; times: number[] }>();
  const countOf = (asked: Case) => {
    const { service, environment, body } = asked;
    const wallet = service.wallet(environment, body.text('walletId') ?? '');
    const count = wallet && counts.get(wallet);
    const since = service.clock.now() - HOUR * 1_000;
    const times = count?.name === nameOf(asked) ? count?.times.filter((at) => at > since) : [];
    return { wallet, times: times ?? [] };
  };
  return all(
    guard('link.too-many-requests', { refuses: (asked) => countOf(asked).times.length >= FIVE, retryAfter: undefined }),
    before('act', (asked, next) => {
      if (!isAt(asked, 'createWalletLink')) return next();
      const { wallet, times } = countOf(asked);
      if (wallet) counts.set(wallet, { name: nameOf(asked), times: [...times, asked.service.clock.now()] });
      return next();
    }),
  );
}

function countsDecisions(): Change {
  const counted = (link: WalletLink, now: string) => void walletOf(link)?.linkRequests.push(Date.parse(now));
  return all(also('walletLink', 'approve', counted), also('walletLink', 'reject', counted));
}

function refusedUsesRef(): Change {
  const used = new WeakMap<Merchant, Set<string>>();
  return all(
    before('answerKnown', (asked, next) => {
      const { body, merchant } = asked;
      if (isAt(asked, 'createWalletLink') && used.get(merchant)?.has(body.text('linkRef') ?? ''))
        throw new Refusal({ status: 409, code: 'duplicate_reference' }, 'this linkRef is used already');
      return next();
    }),
    whenRefused('createWalletLink', ({ body, merchant }, { status }) => {
      const ref = body.get('linkRef');
      if (status !== 400 || typeof ref !== 'string' || merchant.records.walletLink.has(ref)) return;
      used.set(merchant, (used.get(merchant) ?? new Set()).add(ref));
    }),
  );
}

export const found: readonly BlindMutant[] = [
  against(
    LIMIT,
    mutant(
      'wallet-link.five-per-hour',
      'kind-decisions-count-as-requests',
      'the requests of an hour are counted from a log of what happened to the links of a wallet: approvals and rejections count too, and after two requests that were decided a third decided one is the last',
      countsDecisions(),
    ),
  ),
  against(
    LIMIT,
    mutant(
      'wallet-link.sixth-refused-over-decisions',
      'kind-approval-starts-the-count-anew',
      "an owner's approval shows that the requests are wanted, and sets the wallet's count of the hour to nothing: after five that were approved and unlinked a sixth is taken",
      also('walletLink', 'approve', (link) => {
        const wallet = walletOf(link);
        if (wallet) wallet.linkRequests = [];
      }),
    ),
  ),
  against(
    LIMIT,
    mutant(
      'wallet-link.sixth-refused-over-decisions',
      'kind-unlinking-gives-the-request-back',
      'who unlinks gives back what the link took: an unlinked link does not count among the requests of the hour any more',
      also('walletLink', 'unlink', (link) => void walletOf(link)?.linkRequests.pop()),
    ),
  ),
  against(
    LIMIT,
    mutant(
      'wallet-link.sixth-refused-over-merchants',
      'kind-count-starts-anew-with-another-merchant',
      "the count of a wallet is one row with the merchant who asked last: another merchant's request begins it anew, and then the first merchant's does",
      countedUnder(({ merchant }) => merchant.id),
    ),
  ),
  against(
    LIMIT,
    mutant(
      'wallet-link.five-at-once',
      'kind-lock-of-link-requests-per-merchant',
      "counting and writing are locked for the merchant and the wallet: of one merchant's requests at once five are taken, of those of two merchants more",
      inTurnBy('createWalletLink', ({ merchant, body }) => `${merchant.id} ${body.text('walletId')}`),
    ),
  ),
  against(
    LIMIT,
    mutant(
      'wallet-link.refused-has-no-effect',
      'kind-malformed-link-request-uses-its-ref',
      'the linkRef is written before the other fields are looked at: after a request that was refused with 400 the right one with that linkRef is refused with 409',
      refusedUsesRef(),
    ),
  ),
];
