import type { HarEntry } from '../../engine/evidence/archive/har.ts';
import type { Recorded } from '../../engine/evidence/recorded.ts';
import { parseJson } from '../../engine/http/json.ts';
import type { ControlStep } from '../../engine/run/merchants/control.ts';
import type { Sighting } from '../../engine/run/recording/evidence-writer.ts';
import type { Environment } from '../../engine/run/target.ts';
import {
  type Arrival,
  type Attempt,
  arrivalOf,
  attemptOf,
  type ConsoleList,
  heldUp,
  listOf,
  rotationsIn,
  type Webhook,
  webhookOf,
} from './arrivals.ts';
import { objectOf } from './fields.ts';
import { type CredentialsSent, credentialsOf, headerOf } from './headers.ts';

export type { Arrival, Webhook } from './arrivals.ts';
export { type Fields, integerIn, objectOf, textIn } from './fields.ts';
export { type CredentialsSent, JUDGED_HEADERS, madeUpKey, madeUpMerchant } from './headers.ts';

/** A request below `/v1` and its response. Times are milliseconds of one clock of the run, which need not be the wall clock. */
export interface Exchange {
  /** Id of the recorded exchange; negative: minus the id of the CUT_OFF sighting. */
  readonly id: number;
  readonly began: number;
  readonly ended: number;
  readonly environment: Environment;
  readonly merchant: string;
  readonly credentials: CredentialsSent;
  readonly method: string;
  /** The path below `/v1`, as decoded segments. */
  readonly path: readonly string[];
  readonly key: string | null;
  /** Undefined: none, or unknown. MALFORMED: not JSON. */
  readonly body: unknown;
  /** Whether the request's `Content-Type` is JSON. */
  readonly isJson: boolean;
  /** The request body as sent. */
  readonly text: string;
  /** 0: the response was lost or incomplete, so the outcome of the request is unknown. */
  readonly status: number;
  readonly json: unknown;
  readonly code: string | null;
  /** The response body and its `Content-Type`; null where the record truncates it, or it is binary. */
  readonly said: { readonly text: string; readonly type: string } | null;
  readonly isReplay: boolean;
  /** The `Date` header of the response, in epoch milliseconds; null where there is none. */
  readonly date: number | null;
  /** The `Retry-After` header as received. */
  readonly retryAfter: string | null;
}

/** A request body that is not JSON. */
export const MALFORMED = Symbol('no JSON');

export interface TimedStep extends Omit<ControlStep, 'startedAt' | 'sentMono' | 'durationMs'> {
  readonly sighting: number;
  readonly began: number;
  readonly ended: number;
}

/** Name of a sighting: a hosted page is opened. From then on a person may act there unseen. */
export const PAGE_OPENED = 'a hosted page is opened';
export interface PageOpened {
  readonly kind: string;
  readonly reference: string;
}

/** Name of a sighting: a kept story was played again. A story is kept once it has broken a rule. */
export const KEPT = 'a kept story was told';
export interface KeptSeen {
  readonly name: string;
  /** Ids of all its exchanges. */
  readonly exchanges: readonly number[];
}

/** Name of a sighting: a request whose connection was cut on purpose, so that no exchange was recorded. */
export const CUT_OFF = 'a request is sent, and its connection cut';
export interface CutOff {
  readonly environment: Environment;
  readonly merchant: string;
  readonly method: string;
  readonly path: string;
  readonly key: string | null;
  readonly body: string;
  readonly startedAt: number;
  readonly sentMono: number;
}

/** What happened: one entry for each beginning and each end, ordered by time. */
export type Event =
  | { readonly kind: 'page'; readonly at: number; readonly page: PageOpened }
  | { readonly kind: 'exchange began' | 'exchange ended'; readonly at: number; readonly exchange: Exchange }
  | { readonly kind: 'step began' | 'step ended'; readonly at: number; readonly step: TimedStep }
  | { readonly kind: 'webhook'; readonly at: number; readonly webhook: Webhook }
  /** Nothing is concluded from it except that something arrived. */
  | { readonly kind: 'unread'; readonly at: number; readonly unread: Arrival }
  | { readonly kind: 'attempt'; readonly at: number; readonly attempt: Attempt }
  | { readonly kind: 'console list'; readonly at: number; readonly list: ConsoleList };

/** The events of a recorded run. A body that is truncated or binary counts as unknown: nothing is concluded from it. */
export function eventsOf(recorded: Recorded): Event[] {
  const clock = clockOf(recorded);
  const starts = urlPrefixesOf(recorded.target);
  const exchanges = recorded.exchanges.flatMap((entry) => exchangeOf(entry, starts, clock) ?? []);
  const cut = recorded.sightings.flatMap((sighting) => cutOffRequestOf(sighting, clock));
  const pages = recorded.sightings.flatMap(({ what, seen }) => (what === PAGE_OPENED ? (seen as PageOpened) : []));
  const rotations = rotationsIn(recorded.sightings);
  const arrivals = recorded.deliveries.map((delivery) => ({ delivery, heard: arrivalOf(delivery) }));
  const isHeldUp = heldUp(recorded.sightings, clock.at);
  const webhooks = arrivals.map(({ delivery, heard }) => webhookOf(delivery, heard, clock.at));
  return inOrder({
    exchanges: [...exchanges, ...cut],
    steps: stepsOf(recorded.sightings, clock),
    webhooks: webhooks.flatMap((webhook) => webhook ?? []),
    unread: arrivals.flatMap(({ heard }, at) => (webhooks[at] === null ? heard : [])),
    pages,
    attempts: arrivals.flatMap(
      ({ delivery, heard }) => attemptOf(delivery, heard, rotations, clock.at, isHeldUp) ?? [],
    ),
    lists: recorded.sightings.flatMap((sighting) => listOf(sighting, clock.at) ?? []),
  });
}

interface RecordedEvents {
  readonly exchanges?: readonly Exchange[];
  readonly steps?: readonly TimedStep[];
  readonly webhooks?: readonly Webhook[];
  readonly unread?: readonly Arrival[];
  readonly pages?: readonly PageOpened[];
  readonly attempts?: readonly Attempt[];
  readonly lists?: readonly ConsoleList[];
}

export function inOrder(happenings: RecordedEvents): Event[] {
  const { exchanges = [], steps = [], webhooks = [], unread = [], pages = [], attempts = [], lists = [] } = happenings;
  const events: Event[] = [
    ...attempts.map((attempt): Event => ({ kind: 'attempt', at: attempt.at, attempt })),
    ...lists.map((list): Event => ({ kind: 'console list', at: list.at, list })),
    // When a page was opened does not matter: it may stay open indefinitely.
    ...pages.map((page): Event => ({ kind: 'page', at: 0, page })),
    ...unread.map((each): Event => ({ kind: 'unread', at: 0, unread: each })),
    ...exchanges.flatMap((exchange): Event[] => [
      { kind: 'exchange began', at: exchange.began, exchange },
      { kind: 'exchange ended', at: exchange.ended, exchange },
    ]),
    ...steps.flatMap((step): Event[] => [
      { kind: 'step began', at: step.began, step },
      { kind: 'step ended', at: step.ended, step },
    ]),
    ...webhooks.map((webhook): Event => ({ kind: 'webhook', at: webhook.at, webhook })),
  ];
  // At equal times beginnings precede ends: the two overlapped.
  const rank = ({ kind }: Event) => (kind.endsWith('began') ? 0 : 1);
  return events.sort((a, b) => a.at - b.at || rank(a) - rank(b));
}

/** Possible error of times that come from several clocks and are whole milliseconds. */
const BLUR_MS = 2;

/** Possible error of times that come from one monotonic clock: rounding. */
const ONE_CLOCK_BLUR_MS = 0.01;

interface Clock {
  /** What ended less than this before something else began may have overlapped it. */
  readonly blurMs: number;
  at(startedAt: number, sentMono: number | undefined): number;
}

/**
 * If one process sent all requests, its monotonic clock is used, because the wall clock may be reset during a run. A
 * run of several processes has only the wall clock in common, whose times are whole milliseconds.
 */
function clockOf({ exchanges }: Recorded): Clock {
  const origins = exchanges.map(
    ({ startedDateTime, _sentMono = Number.NaN }) => Date.parse(startedDateTime) - _sentMono,
  );
  const [first = 0] = origins;
  const isOne = origins.every((origin) => Math.abs(origin - first) < 1_000);
  const at: Clock['at'] = (startedAt, sentMono) => (isOne && sentMono !== undefined ? first + sentMono : startedAt);
  return { at, blurMs: isOne ? ONE_CLOCK_BLUR_MS : BLUR_MS };
}

function exchangeOf(entry: HarEntry, starts: ReturnType<typeof urlPrefixesOf>, clock: Clock): Exchange | null {
  const { request, response } = entry;
  const place = placeOf(request.url, starts);
  if (place === null) return null;
  const merchant = headerOf(request.headers, 'x-merchant-id') ?? '';
  const began = clock.at(Date.parse(entry.startedDateTime), entry._sentMono);
  const isWhole = entry._error === undefined && response.status > 0;
  const json = textOf(response.content);
  const error = objectOf(objectOf(json)?.error);
  const date = Date.parse(headerOf(response.headers, 'date') ?? '');
  return {
    id: entry._id,
    began,
    ended: began + entry.time + clock.blurMs,
    environment: place.environment,
    merchant,
    credentials: credentialsOf(request.headers, entry._otherCredentials === true, place.environment),
    method: request.method,
    path: place.path,
    key: headerOf(request.headers, 'idempotency-key') ?? null,
    body: request.postData === undefined || request.postData._truncated ? undefined : bodyOf(request.postData),
    isJson: request.postData?.mimeType.startsWith('application/json') === true,
    text: request.postData?.text ?? '',
    status: isWhole ? response.status : 0,
    json,
    code: typeof error?.code === 'string' ? error.code : null,
    said: isWhole ? responseBodyIn(response.content) : null,
    isReplay: headerOf(response.headers, 'idempotent-replayed')?.toLowerCase() === 'true',
    date: Number.isNaN(date) ? null : date,
    retryAfter: headerOf(response.headers, 'retry-after') ?? null,
  };
}

function cutOffRequestOf({ id, what, seen }: Sighting, clock: Clock): Exchange[] {
  if (what !== CUT_OFF) return [];
  const { startedAt, sentMono, path, body, ...request } = seen as CutOff;
  const began = clock.at(startedAt, sentMono);
  return [
    {
      ...request,
      id: -id,
      began,
      ended: began + BLUR_MS,
      credentials: 'own',
      path: segmentsOf(path.replace(/^.*?\/v1\//, '')),
      isJson: true,
      text: body,
      body: parseJson(body),
      status: 0,
      json: undefined,
      code: null,
      said: null,
      isReplay: false,
      date: null,
      retryAfter: null,
    },
  ];
}

/** The URL prefix of each environment. */
function urlPrefixesOf({ baseUrl, liveBaseUrl }: Recorded['target']) {
  const start = (base: string) => `${base.replace(/\/+$/, '')}/v1/`;
  return [
    { environment: 'sandbox' as const, start: start(baseUrl) },
    ...(liveBaseUrl == null ? [] : [{ environment: 'live' as const, start: start(liveBaseUrl) }]),
  ];
}

/** Null for a URL outside of `/v1` of both environments, and for one that fits both: its environment is unknown. */
function placeOf(url: string, starts: ReturnType<typeof urlPrefixesOf>) {
  const place = starts.find(({ start }) => url.startsWith(start));
  if (place === undefined || starts.some((other) => other !== place && url.startsWith(other.start))) return null;
  const [path = ''] = url.slice(place.start.length).split('?', 1);
  try {
    return { environment: place.environment, path: segmentsOf(path) };
  } catch {
    return null;
  }
}

/** Throws URIError. Decoding is slow, and nearly no path needs it. */
function segmentsOf(path: string): string[] {
  return path.includes('%') ? path.split('/').map(decodeURIComponent) : path.split('/');
}

function stepsOf(sightings: readonly Sighting[], clock: Clock): TimedStep[] {
  return sightings.flatMap(({ id, what, seen }) => {
    if (!what.startsWith('control: ')) return [];
    const { startedAt, sentMono, durationMs, ...step } = seen as ControlStep;
    const began = clock.at(startedAt, sentMono);
    return { ...step, sighting: id, began, ended: began + durationMs + clock.blurMs };
  });
}

function textOf({ text, encoding, _truncated }: HarEntry['response']['content']): unknown {
  return text === undefined || encoding === 'base64' || _truncated ? undefined : parseJson(text);
}

function responseBodyIn({ text, encoding, mimeType, _truncated }: HarEntry['response']['content']): Exchange['said'] {
  return text === undefined || encoding === 'base64' || _truncated ? null : { text, type: mimeType };
}

/** Characters. A longer text may be nested too deeply for this parser. */
const MAX_SURELY_PARSED_CHARACTERS = 1_000;

function bodyOf({ text, _encoding }: { text?: string; _encoding?: 'base64' }): unknown {
  if (text === undefined || _encoding === 'base64') return undefined;
  const body = parseJson(text);
  // A parser may ignore a byte order mark (RFC 8259, 8.1).
  const isRead =
    body !== undefined || text.trim() === '' || text.length > MAX_SURELY_PARSED_CHARACTERS || text.startsWith('\uFEFF');
  return isRead ? body : MALFORMED;
}
