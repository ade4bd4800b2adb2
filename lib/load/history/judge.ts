import type { PlannedRequest } from '../../../load/support/asks.ts';
import type { Line } from '../../../load/support/line.ts';
import { counted } from '../../engine/evidence/counted.ts';
import { parseJson } from '../../engine/http/json.ts';
import type { Capture, Delivery } from '../../engine/webhooks/types.ts';
import { type Event, type Exchange, eventsOf, inOrder, textIn } from '../../interface/model/events.ts';
import { inFull, judge, type Violation } from '../../interface/model/index.ts';
import { requirement } from '../../interface/register/index.ts';
import { Cases, finding, holds } from '../audits/findings.ts';
import type { LoadKey, Site } from '../site.ts';
import type { Finding } from '../types.ts';
import type { MerchantHistory } from './history.ts';

/** The requests of one key that k6 was to send, and the lines that it wrote. */
export interface Sent {
  readonly requests: readonly { readonly round: number; readonly request: PlannedRequest }[];
  readonly lines: readonly Line[];
}

/** The part of a site that the judge needs. */
export interface JudgedSite extends Pick<Site, 'run' | 'history'> {
  readonly target: Pick<Site['target'], 'baseUrl' | 'liveBaseUrl'>;
  readonly capture: Pick<Capture, 'deliveries'> | null;
}

/** Lowest id of k6's requests; ids of the command's own requests are below. */
const FIRST_OF_K6 = 1_000_000_000;
/** Upper bound for the turns of a round, so that ids are unique. */
const TURNS = 1_000;

/** k6 writes whole milliseconds: an end computed from two clock readings may be up to 2 ms too early. */
const BLUR_MS = 2;

/** Epoch milliseconds of the latest date that JavaScript can represent. */
const END_OF_TIME = 8.64e15;

/**
 * Judges the history of one merchant at a time by the model of the interface: whether some order of the overlapping requests explains every
 * response. Histories are not kept after they are judged.
 */
export class HistoryJudge {
  readonly #site: JudgedSite;
  readonly #broken = new Map<Violation['requirement'], Cases>();
  #arrived: Map<number, Delivery[]> | null = null;
  #histories = 0;
  #judged = 0;
  #undecided = 0;

  constructor(site: JudgedSite) {
    this.#site = site;
  }

  /** Judges the history of `key`. Call it after all requests and webhooks of the run. `wallets`: the key's own wallets. */
  add(key: LoadKey, sent: Sent, wallets: readonly string[] = []): void {
    const { history, capture, target, run } = this.#site;
    // If both environments have the same URL, the record does not show which of them a request was sent to.
    if (history === null || target.liveBaseUrl === target.baseUrl) return;
    // Grouped once, because searching all deliveries for each of thousands of keys would be slow.
    this.#arrived ??= Map.groupBy(capture?.deliveries ?? [], ({ path }) => Number(path.split(`/load/${run}/`)[1]));
    const recorded = history.of(key.merchantId, wallets, this.#arrived.get(key.index) ?? [], key.webhookSecret ?? '');
    const liveBaseUrl = target.liveBaseUrl ?? undefined;
    const all = eventsOf({ ...recorded, isWhole: true, target: { baseUrl: target.baseUrl, liveBaseUrl } });
    // Timing of delivery attempts is not judged: this process answers them late while it is under load itself.
    const events = all.filter(({ kind }) => kind !== 'attempt');
    const { violations, judged, undecided } = judge(withSent(events, recorded, key, sent), { pairs: false });
    this.#histories++;
    this.#judged += judged;
    for (const count of undecided.values()) this.#undecided += count;
    for (const violation of violations) this.#tell(violation, key, recorded);
  }

  /** One finding about all histories, and one for each requirement that was broken. Empty if no history was judged. */
  findings(): Finding[] {
    if (this.#histories === 0) return [];
    const says = 'Some order of the requests explains all that each merchant was answered.';
    const judged = this.#judged.toLocaleString('en');
    const told = `${counted(this.#histories, 'merchant')}; ${judged} requests and webhooks judged by the model, ${this.#undecided} left open`;
    const broken = [...this.#broken].map(([id, cases]) => holds(id, requirement(id).statement, told, cases));
    const ids = [...this.#broken.keys()].join(', ');
    return [
      finding('history', says, ids === '' ? 'passed' : 'failed', ids === '' ? told : `${told}: ${ids}`, []),
      ...broken,
    ];
  }

  #tell(violation: Violation, key: LoadKey, { lastBefore }: MerchantHistory): void {
    const cases = this.#broken.get(violation.requirement) ?? new Cases();
    this.#broken.set(violation.requirement, cases);
    const words = inFull(violation).replace(/\(exchange (\d+)\)/g, (_, id) => `(${placeOf(Number(id), lastBefore)})`);
    cases.add(`key ${key.index}: ${words}`);
  }
}

/** Names the place of a request: the preparation, the audit, or the round and turn of its line in requests.ndjson. */
function placeOf(id: number, lastBefore: number): string {
  if (id < FIRST_OF_K6) return id <= lastBefore ? 'preparation' : 'audit';
  const place = id - FIRST_OF_K6;
  return `round ${Math.floor(place / TURNS)}, turn ${place % TURNS}`;
}

/** Merges the events of the command's own requests with those of k6's, ordered by time. */
function withSent(events: readonly Event[], recorded: MerchantHistory, key: LoadKey, sent: Sent): Event[] {
  const { from, to } = spanOf(events, recorded, sent.lines);
  const within = (at: number) => Math.min(Math.max(at, from), to);
  const byPlace = new Map(sent.lines.map((line) => [idOf(line.round, line.turn), line]));
  const exchanges = sent.requests.map(({ round, request }) => {
    const id = idOf(round, request.turn);
    const line = byPlace.get(id);
    // Without a line the request may have been sent, and carried out, at any time of k6's run.
    if (line === undefined) return exchangeOf(id, key, request, { began: from, ended: to, status: 0, replayed: false });
    const began = within(line.at - recorded.driftMs);
    const ended = within(line.at + line.wallMs + BLUR_MS + recorded.driftMs);
    return exchangeOf(id, key, request, { ...line, began, ended });
  });
  return [...events, ...inOrder({ exchanges })].sort((a, b) => a.at - b.at);
}

/** Interval (epoch ms) in which k6 can have sent requests: after the command's last request before k6, and before its first one after. */
function spanOf(events: readonly Event[], { lastBefore }: MerchantHistory, lines: readonly Line[]) {
  const own = events.flatMap((event) => {
    if (event.kind === 'exchange ended') return event.exchange;
    return event.kind === 'step ended' ? { id: event.step.sighting, ...event.step } : [];
  });
  const before = own.flatMap(({ id, ended }) => (id <= lastBefore ? ended : []));
  const after = own.flatMap(({ id, began }) => (id > lastBefore ? began : []));
  // If the command sent no requests, the interval follows from k6's own times.
  const from = before.length > 0 ? Math.max(...before) : Math.min(END_OF_TIME, ...after, ...lines.map(({ at }) => at));
  const ends = lines.map(({ at, wallMs }) => at + wallMs + BLUR_MS);
  return { from, to: Math.max(from, after.length > 0 ? Math.min(...after) : Math.max(0, ...ends)) };
}

const idOf = (round: number, turn: number) => FIRST_OF_K6 + round * TURNS + turn;

function exchangeOf(
  id: number,
  { live, merchantId }: LoadKey,
  { method, path, body, idempotencyKey }: PlannedRequest,
  answer: Pick<Line, 'status' | 'replayed' | 'body'> & { readonly began: number; readonly ended: number },
): Exchange {
  const json = parseJson(answer.body ?? '');
  return {
    id,
    began: answer.began,
    ended: answer.ended,
    environment: live ? 'live' : 'sandbox',
    merchant: merchantId,
    credentials: 'own',
    method,
    path: path
      .replace(/^\/v1\//, '')
      .split('/')
      .map(decodeURIComponent),
    key: idempotencyKey ?? null,
    body,
    isJson: body !== undefined,
    text: body === undefined ? '' : JSON.stringify(body),
    status: answer.status,
    json,
    code: textIn(errorIn(json), 'code'),
    // Lines do not record the response's Content-Type.
    said: null,
    isReplay: answer.replayed,
    date: null,
    retryAfter: null,
  };
}

function errorIn(json: unknown): unknown {
  return typeof json === 'object' && json !== null && 'error' in json ? json.error : undefined;
}
