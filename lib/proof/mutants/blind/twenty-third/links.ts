/** Wallet links and the wallets that they are for. */
import type { Wallet, WalletLink } from '../../../reference/rules/records.ts';
import type { Rulebook } from '../../../reference/rules/rulebook.ts';
import { endpoint, functions, guard, timer } from '../../change.ts';
import { all, type Change, mutant } from '../../mutant.ts';
import { before } from '../../steps.ts';
import { against, type BlindMutant } from '../against.ts';
import { onFire } from '../ways.ts';

const MINUTE_MS = 60_000;

/** The first three letters of each word are shown. */
function maskedFromTheFourthLetter(name: string): string {
  return name
    .split(/\s+/u)
    .map((word) => {
      const letters = [...word];
      return letters.slice(0, 3).join('') + '*'.repeat(Math.max(0, letters.length - 3));
    })
    .join(' ');
}

/** A counter whose life is an hour from the latest request, refused ones included. */
function countedUntilAQuietHour(): Change {
  return (rules: Rulebook) => {
    const { linkRequests, linkWindowSeconds } = rules.limits;
    const counters = new WeakMap<Wallet, { count: number; until: number }>();
    return guard('link.too-many-requests', {
      refuses: ({ service, environment, body }) => {
        const wallet = service.wallet(environment, body.text('walletId') ?? '');
        if (wallet === undefined) return false;
        const now = service.clock.now();
        const counter = counters.get(wallet);
        const count = (counter !== undefined && counter.until > now ? counter.count : 0) + 1;
        counters.set(wallet, { count, until: now + linkWindowSeconds * 1_000 });
        return count > linkRequests;
      },
    })(rules);
  };
}

const isOver = (link: WalletLink, now: number) => link.status === 'PENDING' && now >= Date.parse(link.expiresAt);

/** A job expires links at each full minute and sends the event; a read expires a link earlier and sends none. */
function endedByWhoeverSeesItFirst(): Change {
  return all(
    timer('walletLink', 'PENDING', {
      after: ((link: WalletLink) => {
        const over = Date.parse(link.expiresAt);
        const runs = Math.ceil(over / MINUTE_MS) * MINUTE_MS;
        return link.expiresInMinutes * 60 + (runs - over) / 1_000;
      }) as never,
    }),
    before('answerKnown', ({ merchant, params, service }, next) => {
      const link = merchant.links.get(params.linkId ?? '');
      if (link !== undefined && isOver(link, service.clock.now())) link.status = 'EXPIRED';
      return next();
    }),
    onFire((fire, service) => (record, on, details) => {
      if (record.kind === 'walletLink' && isOver(record, service.clock.now())) return false;
      return fire(record, on, details);
    }),
  );
}

function refsInOneCase(): Change {
  return (rules) => {
    const already = rules.endpoints.find(({ name }) => name === 'createWalletLink')?.already;
    if (already === undefined) throw new Error('a known linkRef is not answered as such');
    return endpoint('createWalletLink', {
      already: {
        ...already,
        finds: ({ merchant, body }) => {
          const asked = body.text('linkRef')?.toLowerCase();
          return [...merchant.records.walletLink.values()].find(({ reference }) => reference.toLowerCase() === asked);
        },
      },
    })(rules);
  };
}

export const found: readonly BlindMutant[] = [
  against(
    '`GET /v1/accounts/{walletId}` tells whether a wallet exists and returns a masked holder name.',
    mutant(
      'account.holder-name-masked',
      'blind23-mask-begins-at-the-fourth-letter',
      'three letters of each word are shown and the others masked: of a holder whose names have three letters at most, such as Ada Obi, nothing is',
      functions(() => ({ maskName: maskedFromTheFourthLetter })),
    ),
  ),
  against(
    'Wallet link create: at most 5 requests per wallet per hour.',
    mutant(
      'wallet-link.limit-ends',
      'blind23-every-link-request-keeps-the-count-alive',
      'the counter of a wallet gets a life of an hour with every request, not with the first of them: a wallet that is asked for every 50 minutes is refused from the sixth time on, and stays so while anybody tries',
      countedUntilAQuietHour(),
    ),
  ),
  against(
    'PENDING | nobody decides within expiresInMinutes | | EXPIRED | `wallet.link.expired`',
    mutant(
      'webhook.link-expired',
      'blind23-link-read-when-over-expires-in-silence',
      'a job of every minute ends the links that are over and sends their events; a GET between the end and the job sets the status itself, and the job, which looks for pending ones, then sends nothing',
      endedByWhoeverSeesItFirst(),
    ),
  ),
  against(
    'linkRef | string | Merchant-chosen reference; same linkRef returns the same link',
    mutant(
      'wallet-link.created',
      'blind23-link-refs-are-compared-in-one-case',
      'the column of `linkRef` has the collation of the database, which knows no case: a request with the new `linkRef` `Seller-a` is answered with the link of `seller-A`',
      refsInOneCase(),
    ),
  ),
];
