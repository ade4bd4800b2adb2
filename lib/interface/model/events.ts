import type { HarEntry } from '../../engine/evidence/archive/har.ts';
import type { Recorded } from '../../engine/evidence/recorded.ts';
import { parseJson } from '../../engine/http/json.ts';
import type { ControlStep } from '../../engine/run/merchants/control.ts';
import type { Sighting } from '../../engine/run/recording/evidence-writer.ts';
import type { Environment } from '../../engine/run/target.ts';
import {
  type Attempt,
  attemptOf,
  type ConsoleList,
  type Heard,
  heardIn,
  listOf,
  rotationsIn,
  type Webhook,
  webhookOf,
} from './arrivals.ts';
import { objectOf } from './fields.ts';

export type { Heard, Webhook } from './arrivals.ts';
export { type Fields, integerIn, objectOf, textIn } from './fields.ts';

/** A request below `/v1` and its answer. Times are milliseconds of one clock, which need not be that of the world. */
export interface Exchange {
  /** Of its record; negative: of the sighting that tells of it. */
  readonly id: number;
  readonly began: number;
  readonly ended: number;
  readonly environment: Environment;
  readonly merchant: string;
  readonly credentials: CredentialsSent;
  readonly method: string;
  /** Below `/v1`, its segments decoded. */
  readonly path: readonly string[];
  readonly key: string | null;
  /** Undefined: none, or not known. MALFORMED: no JSON. */
  readonly body: unknown;
  /** It says that its body is JSON. */
  readonly isJson: boolean;
  /** The body as it was sent. */
  readonly text: string;
  /** 0: no whole answer came, and what became of the request is not known. */
  readonly status: number;
  readonly json: unknown;
  readonly code: string | null;
  /** The answer as it came, and the `Content-Type` that it has; null where the record does not hold the whole of it, or no text. */
  readonly said: { readonly text: string; readonly type: string } | null;
  readonly isReplay: boolean;
  /** What the target's clock said, in epoch milliseconds; null where no `Date` header came. */
  readonly date: number | null;
  /** `Retry-After`, as it came. */
  readonly retryAfter: string | null;
}

/** The body of a request that no JSON parser reads. */
export const MALFORMED = Symbol('no JSON');

/**
 * `own`: the key that belongs to a merchant of this environment. `other`: one of the other environment. `made up`: nobody's. `no key`: none,
 * or not as a Bearer token. `unknown`: nobody can tell from the record whose they are, or whether they are right is not shown.
 */
export type CredentialsSent = 'own' | 'other' | 'made up' | 'no key' | 'no merchant' | 'unknown merchant' | 'unknown';

export interface Step extends Omit<ControlStep, 'startedAt' | 'sentMono' | 'durationMs'> {
  readonly sighting: number;
  readonly began: number;
  readonly ended: number;
}

/** What a sighting says when a hosted page is opened: a person may act there, and nobody sees it. */
export const PAGE_OPENED = 'a hosted page is opened';
export interface PageOpened {
  readonly kind: string;
  readonly reference: string;
}

/** What a sighting says of a story that was told because it broke a rule once. */
export const KEPT = 'a kept story was told';
export interface KeptSeen {
  readonly name: string;
  /** Ids of all that was sent. */
  readonly exchanges: readonly number[];
}

/** What a sighting says of a request whose connection was cut on purpose, so that no exchange came of it. */
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

/** What happened, an entry for each beginning and each end, in the order of their times. */
export type Event =
  | { readonly kind: 'page'; readonly at: number; readonly page: PageOpened }
  | { readonly kind: 'exchange began' | 'exchange ended'; readonly at: number; readonly exchange: Exchange }
  | { readonly kind: 'step began' | 'step ended'; readonly at: number; readonly step: Step }
  | { readonly kind: 'webhook'; readonly at: number; readonly webhook: Webhook }
  /** Nothing is concluded from it but that it came. */
  | { readonly kind: 'unread'; readonly at: number; readonly unread: Heard }
  | { readonly kind: 'attempt'; readonly at: number; readonly attempt: Attempt }
  | { readonly kind: 'console list'; readonly at: number; readonly list: ConsoleList };

/** A body that was cut off, or is no text, is left out: nothing is concluded from it. */
export function eventsOf(recorded: Recorded): Event[] {
  const clock = clockOf(recorded);
  const starts = startsOf(recorded.target);
  const exchanges = recorded.exchanges.flatMap((entry) => exchangeOf(entry, starts, clock) ?? []);
  const cut = recorded.sightings.flatMap((sighting) => cutOf(sighting, clock));
  const pages = recorded.sightings.flatMap(({ what, seen }) => (what === PAGE_OPENED ? (seen as PageOpened) : []));
  const rotations = rotationsIn(recorded.sightings);
  const arrivals = recorded.deliveries.map((delivery) => ({ delivery, heard: heardIn(delivery) }));
  const webhooks = arrivals.map(({ delivery, heard }) => webhookOf(delivery, heard, clock.at));
  return inOrder({
    exchanges: [...exchanges, ...cut],
    steps: stepsOf(recorded.sightings, clock),
    webhooks: webhooks.flatMap((webhook) => webhook ?? []),
    unread: arrivals.flatMap(({ heard }, at) => (webhooks[at] === null ? heard : [])),
    pages,
    attempts: arrivals.flatMap(({ delivery, heard }) => attemptOf(delivery, heard, rotations, clock.at) ?? []),
    lists: recorded.sightings.flatMap((sighting) => listOf(sighting, clock.at) ?? []),
  });
}

interface Happenings {
  readonly exchanges?: readonly Exchange[];
  readonly steps?: readonly Step[];
  readonly webhooks?: readonly Webhook[];
  readonly unread?: readonly Heard[];
  readonly pages?: readonly PageOpened[];
  readonly attempts?: readonly Attempt[];
  readonly lists?: readonly ConsoleList[];
}

export function inOrder(happenings: Happenings): Event[] {
  const { exchanges = [], steps = [], webhooks = [], unread = [], pages = [], attempts = [], lists = [] } = happenings;
  const events: Event[] = [
    ...attempts.map((attempt): Event => ({ kind: 'attempt', at: attempt.at, attempt })),
    ...lists.map((list): Event => ({ kind: 'console list', at: list.at, list })),
    // When it was opened does not matter: it stays open for as long as somebody likes.
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
  // At the same moment beginnings come first: the two overlapped.
  const rank = ({ kind }: Event) => (kind.endsWith('began') ? 0 : 1);
  return events.sort((a, b) => a.at - b.at || rank(a) - rank(b));
}

/** Times of two clocks, as whole milliseconds. */
const BLUR_MS = 2;

/** Times of one monotonic clock, rounded at the most. */
const ONE_CLOCK_BLUR_MS = 0.01;

interface Clock {
  /** What ended less than this before something else began may have overlapped it. */
  readonly blurMs: number;
  at(startedAt: number, sentMono: number | undefined): number;
}

/**
 * The monotonic clock of the process, where all was sent by one: the clock of the machine may be set while a run lasts. A run that
 * several processes made has only the latter, whose times are written as whole milliseconds.
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

function exchangeOf(entry: HarEntry, starts: ReturnType<typeof startsOf>, clock: Clock): Exchange | null {
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
    said: isWhole ? saidIn(response.content) : null,
    isReplay: headerOf(response.headers, 'idempotent-replayed')?.toLowerCase() === 'true',
    date: Number.isNaN(date) ? null : date,
    retryAfter: headerOf(response.headers, 'retry-after') ?? null,
  };
}

function cutOf({ id, what, seen }: Sighting, clock: Clock): Exchange[] {
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
      path: path
        .replace(/^.*?\/v1\//, '')
        .split('/')
        .map(decodeURIComponent),
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

/** Where the paths of each environment begin. */
function startsOf({ baseUrl, liveBaseUrl }: Recorded['target']) {
  const start = (base: string) => `${base.replace(/\/+$/, '')}/v1/`;
  return [
    { environment: 'sandbox' as const, start: start(baseUrl) },
    ...(liveBaseUrl == null ? [] : [{ environment: 'live' as const, start: start(liveBaseUrl) }]),
  ];
}

/** Null for what is not below `/v1` of either environment, and where both have one address: then nobody can tell which is meant. */
function placeOf(url: string, starts: ReturnType<typeof startsOf>) {
  const [place, ...more] = starts.filter(({ start }) => url.startsWith(start));
  if (place === undefined || more.length > 0) return null;
  const [path = ''] = url.slice(place.start.length).split('?');
  try {
    return { environment: place.environment, path: path.split('/').map(decodeURIComponent) };
  } catch {
    return null;
  }
}

/** A key, and a merchant id, that were never created; the digits are drawn. */
export const madeUpKey = (digits: number) => `svc_test_sk_unknown${digits}`;
export const madeUpMerchant = (digits: number) => `mch_test_unknown${digits}`;
const MADE_UP = /^Bearer svc_test_sk_unknown\d+$/;
const MADE_UP_MERCHANT = /^mch_test_unknown\d+$/;

/** Keys of merchants are masked in evidence by the names of their settings. `isOther`: the check sent others than its merchant's own. */
function credentialsOf(
  headers: HarEntry['request']['headers'],
  isOther: boolean,
  environment: Environment,
): CredentialsSent {
  const named = (name: string) => headers.filter((header) => header.name.toLowerCase() === name);
  const [authorization, ...more] = named('authorization');
  const [merchant, ...others] = named('x-merchant-id');
  // Which of several counts is not shown.
  if (more.length > 0 || others.length > 0) return 'unknown';
  if (authorization === undefined || isNoToken(authorization.value)) return 'no key';
  if (merchant === undefined || merchant.value === '') return 'no merchant';
  if (MADE_UP.test(authorization.value)) return 'made up';
  const label = /^Bearer \$TARGET_(OTHER_|LIVE_)?API_KEY$/.exec(authorization.value);
  if (label === null) return 'unknown';
  if ((label[1] === 'LIVE_') !== (environment === 'live')) return 'other';
  if (MADE_UP_MERCHANT.test(merchant.value)) return 'unknown merchant';
  return isOther ? 'unknown' : 'own';
}

/**
 * "`Authorization: Bearer <API_KEY>`": another scheme, no scheme, or something behind the key. HTTP takes the scheme in any case, and a
 * key twice in one header can be read in two ways.
 */
function isNoToken(value: string): boolean {
  const [scheme = '', key = '', ...more] = value.trim().split(/\s+/);
  if (scheme.toLowerCase() !== 'bearer' || key === '') return true;
  return more.length > 0 && /^[A-Za-z0-9]+$/.test(more.join(''));
}

function stepsOf(sightings: readonly Sighting[], clock: Clock): Step[] {
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

function saidIn({ text, encoding, mimeType, _truncated }: HarEntry['response']['content']): Exchange['said'] {
  return text === undefined || encoding === 'base64' || _truncated ? null : { text, type: mimeType };
}

/** Longer than this it may be nested too deep to be read here. */
const SURELY_READ = 1_000;

function bodyOf({ text, _encoding }: { text?: string; _encoding?: 'base64' }): unknown {
  if (text === undefined || _encoding === 'base64') return undefined;
  const body = parseJson(text);
  // A parser may leave out a byte order mark (RFC 8259, 8.1).
  const isRead = body !== undefined || text.trim() === '' || text.length > SURELY_READ || text.startsWith('\uFEFF');
  return isRead ? body : MALFORMED;
}

function headerOf(headers: readonly { name: string; value: string }[], name: string): string | undefined {
  return headers.find((header) => header.name.toLowerCase() === name)?.value;
}
