import type { RequirementId } from '../../register/index.ts';
import type { Exchange } from '../events.ts';
import { isUnknown } from '../operations.ts';
import type { Violation, Watcher } from '../things.ts';
import type { World } from '../world.ts';

// "120 requests per minute per API key; then 429 `rate_limited` with `Retry-After`" (Limits): whether minutes are those of a clock, are begun by
// a request, slide or refill is not shown. Of merchants that were made in this run: nobody else has their keys.

export const rateRows = {
  code: 'rate-limit.more-is-refused',
  retryAfter: 'rate-limit.retry-after-present',
  dishonest: 'rate-limit.retry-after-honest',
  tooSoon: 'rate-limit.120-at-once-pass',
  tooLate: 'rate-limit.long-run-bounded',
} as const satisfies Record<string, RequirementId>;

const MINUTE = 60_000;
const MOST = 120;

/** Requests that are no part of the interface, as for an address without `/v1`, may count as well: never so many in a minute. */
const OTHERS = 10;

/** By the target's time, in milliseconds: began at the earliest, ended at the latest. */
interface Sent {
  readonly exchange: Exchange;
  readonly earliest: number;
  latest: number;
}

export class RateLimit implements Watcher {
  readonly #world: World;
  readonly #sent = new Map<Exchange, Sent>();

  constructor(world: World) {
    this.#world = world;
  }

  asked(exchange: Exchange): void {
    const { earliest } = this.#world.time.at(exchange.began);
    this.#sent.set(exchange, { exchange, earliest, latest: Number.POSITIVE_INFINITY });
  }

  answered(exchange: Exchange): Violation[] {
    const sent = this.#sent.get(exchange);
    if (sent !== undefined) sent.latest = this.#world.time.at(exchange.ended).latest;
    const { status, code, method, path, retryAfter } = exchange;
    // How a request is refused that is one too many for its wallet is not shown.
    if (method === 'POST' && path.join('/') === 'wallet-links') return [];
    if (status !== 429) {
      if (code !== 'rate_limited') return [];
      return [violation(rateRows.code, exchange, `was refused with ${status} rate_limited`, '429 `rate_limited`')];
    }
    const isTold = retryAfter !== null && (/^\d+$/.test(retryAfter) || !Number.isNaN(Date.parse(retryAfter)));
    if (!isTold) {
      const what = `was refused with 429 and \`Retry-After\` ${JSON.stringify(retryAfter)}`;
      return [violation(rateRows.retryAfter, exchange, what, 'seconds, or an HTTP date')];
    }
    if (code === null || code === 'rate_limited') return [];
    return [violation(rateRows.code, exchange, `was refused with 429 ${code}`, '`rate_limited`')];
  }

  conclude(): Violation[] {
    const all = [...this.#sent.values()];
    const byMerchant = Map.groupBy(all, ({ exchange: { merchant } }) => merchant);
    const others = all.filter(({ exchange: { credentials } }) => credentials !== 'own');
    return [...byMerchant].flatMap(([merchant, sent]) => {
      const isLimited = sent.some(({ exchange: { status } }) => status === 429);
      if (!this.#world.isOurs(merchant)) return [];
      if (!isLimited) return tooLate(sent);
      return [...tooSoon(sent, others), ...tooLate(sent), ...dishonest(sent, others)];
    });
  }
}

/** Refused though no minute before it has 120 requests, however minutes are counted. `others`: whose key they had is not known. */
function tooSoon(sent: readonly Sent[], others: readonly Sent[]): Violation[] {
  const all = new Set([...sent, ...others]);
  for (const { exchange, earliest } of sent) {
    const { status, code, credentials } = exchange;
    if (status !== 429 || code !== 'rate_limited' || credentials !== 'own') continue;
    // Whether minutes are those of the clock that control moves is not shown.
    const isRecent = (each: Sent) =>
      each.exchange.began <= exchange.ended &&
      (each.latest >= earliest - MINUTE || each.exchange.ended >= exchange.began - MINUTE);
    let count = 0;
    for (const each of all) if (isRecent(each) && ++count > MOST - OTHERS) break;
    if (count > MOST - OTHERS) continue;
    const what = `was refused with 429, and with it its key was used ${count} times within a minute`;
    return [violation(rateRows.tooSoon, exchange, what, '120 requests a minute are let through')];
  }
  return [];
}

/** In milliseconds: `Retry-After` has whole seconds. */
const SLACK = 2_000;

/** Refused though the times that the refusals before it named are over, and nothing else was asked in between. */
function dishonest(sent: readonly Sent[], others: readonly Sent[]): Violation[] {
  const all = [...new Set([...sent, ...others])].sort((a, b) => a.exchange.began - b.exchange.began);
  let served = Number.NEGATIVE_INFINITY;
  let refused: Sent[] = [];
  for (const [at, each] of all.entries()) {
    const { exchange } = each;
    if (!isLimited(exchange)) {
      served = Math.max(served, exchange.ended);
      refused = refused.filter((before) => before.exchange.ended > served);
      continue;
    }
    const isAlone = (all[at + 1]?.exchange.began ?? Number.POSITIVE_INFINITY) > exchange.ended;
    // One of them came after all that was let through: what is full then is full until the time that it names.
    const isFull = refused.some((before) => before.exchange.began >= served);
    if (isAlone && isFull && refused.every((before) => isOver(before, each))) {
      const told = refused.map((before) => before.exchange.retryAfter);
      const what = `was refused with 429, though the time that \`Retry-After\` named before, ${[...new Set(told)].join(', ')} s, was over`;
      return [violation(rateRows.dishonest, exchange, what, 'it is let through')];
    }
    refused.push(each);
  }
  return [];
}

function isOver({ exchange: { retryAfter }, latest }: Sent, { earliest }: Sent): boolean {
  if (!/^\d{1,6}$/.test(retryAfter ?? '')) return false;
  return earliest - latest >= 1_000 * Number(retryAfter) + SLACK;
}

const isLimited = ({ status, code, credentials }: Exchange) =>
  status === 429 && code === 'rate_limited' && credentials === 'own';

/** More were let through than any way of counting minutes allows. */
function tooLate(sent: readonly Sent[]): Violation[] {
  const through = sent
    .filter(({ exchange }) => exchange.credentials === 'own' && exchange.status !== 429 && !isUnknown(exchange))
    .sort((a, b) => a.latest - b.latest);
  // Of a minute and of each minute more, one that ends within and one that begins.
  for (const minutes of [1, 2, 5]) {
    const granted = MOST * (minutes + 1);
    for (const [at, { latest, exchange }] of through.entries()) {
      const first = through[at - granted];
      if (first === undefined || latest - first.earliest >= minutes * MINUTE) continue;
      const what = `was let through, as ${granted} others before it within ${minutes} min`;
      return [violation(rateRows.tooLate, exchange, what, '429 `rate_limited`')];
    }
  }
  return [];
}

function violation(requirement: RequirementId, exchange: Exchange, what: string, allowed: string): Violation {
  const { id, method, path } = exchange;
  const subject = `${method} /v1/${path.join('/')}`;
  return { requirement, subject, history: [], what, allowed, exchanges: [id], webhooks: [] };
}
