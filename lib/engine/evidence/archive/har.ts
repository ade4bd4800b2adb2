import type { Entry, Header, Page, PostData } from 'har-format';
import type { ExchangeRecord } from '../../http/index.ts';

// HTTP Archive 1.2 (http://www.softwareishard.com/blog/har-12-spec/). A page is a check; the names of custom fields begin with an
// underscore, as the format demands.

export type HarPage = Omit<Page, 'pageTimings'>;

export interface HarEntry extends Entry {
  readonly _id: number;
  /** Ids of all pages that this exchange belongs to: one preparation may serve many checks. */
  readonly _checks: string[];
  /** When the request was sent, in milliseconds of the harness's monotonic clock. */
  readonly _sentMono?: number;
  /** Why no answer, or no complete answer, was received. Without an answer the status of the response is 0. */
  readonly _error?: string;
  /** No answer came, for a reason that counts as the network's: see `isLoss`. The request was sent again if that is safe. */
  readonly _lost?: true;
  /** The request was not sent with the merchant's own, unchanged credentials. */
  readonly _otherCredentials?: true;
  readonly request: Entry['request'] & { readonly postData?: PostData & { _encoding?: 'base64' } & MaybeCut };
  readonly response: Entry['response'] & { readonly content: Entry['response']['content'] & MaybeCut };
}

interface MaybeCut {
  /** The record holds only a part of the body. */
  readonly _truncated?: true;
}

/** The archive in pieces, one line per entry, so that a run of any length can be written. */
export async function* har(
  suiteVersion: string,
  pages: readonly HarPage[],
  exchanges: AsyncIterable<ExchangeRecord>,
  checksOf: (exchangeId: number) => string[],
): AsyncGenerator<string> {
  yield `${archiveHead(suiteVersion)}\n${archiveParts.pages}`;
  yield* separated(pages.map((page) => ({ ...page, pageTimings: {} })));
  yield `],\n${archiveParts.entries}`;
  let first = true;
  for await (const exchange of exchanges) {
    yield `${first ? '' : ','}\n${JSON.stringify(harEntry(exchange, checksOf(exchange.id)))}`;
    first = false;
  }
  yield `\n${archiveParts.end}\n`;
}

/** The first line of an archive. */
export function archiveHead(suiteVersion: string): string {
  const creator = { name: 'merchant-payments-conformance', version: suiteVersion };
  return `{"log":{"version":"1.2","creator":${JSON.stringify(creator)},`;
}

/** The fixed lines of an archive, between which its pages and entries are written. */
export const archiveParts = { pages: '"pages":[', entries: '"entries":[', end: ']}}' } as const;

export function harEntry(exchange: ExchangeRecord, checks: string[]): HarEntry {
  const { id, startedAt, sentMono, durationMs, request, response, error, lost, otherCredentials } = exchange;
  const { body } = request;
  const [pageref] = checks;
  return {
    _id: id,
    _checks: checks,
    ...(sentMono !== undefined && { _sentMono: sentMono }),
    ...(error !== null && { _error: error }),
    ...(lost && { _lost: lost }),
    ...(otherCredentials && { _otherCredentials: otherCredentials }),
    ...(pageref !== undefined && { pageref }),
    startedDateTime: new Date(startedAt).toISOString(),
    time: durationMs,
    request: {
      method: request.method,
      url: request.url,
      httpVersion: `HTTP/${request.httpVersion}`,
      cookies: [],
      headers: named(request.headers),
      queryString: request.url.includes('?')
        ? [...new URL(request.url).searchParams].map(([name, value]) => ({ name, value }))
        : [],
      ...(body !== null && {
        postData: {
          mimeType: header(request.headers, 'content-type') ?? '',
          text: body,
          ...(request.bodyEncoding !== undefined && { _encoding: request.bodyEncoding }),
          ...(request.truncated !== undefined && { _truncated: request.truncated }),
        },
      }),
      headersSize: -1,
      bodySize: body === null ? 0 : Buffer.byteLength(body, request.bodyEncoding ?? 'utf8'),
    },
    response: {
      status: response?.status ?? 0,
      statusText: response?.statusText ?? '',
      httpVersion: 'HTTP/1.1',
      cookies: [],
      headers: named(response?.headers ?? []),
      content: {
        size: response === null ? 0 : Buffer.byteLength(response.body, response.bodyEncoding),
        mimeType: header(response?.headers ?? [], 'content-type') ?? '',
        ...(response !== null && { text: response.body }),
        ...(response?.bodyEncoding === 'base64' && { encoding: 'base64' as const }),
        ...(response?.truncated && { _truncated: true as const }),
      },
      redirectURL: header(response?.headers ?? [], 'location') ?? '',
      headersSize: -1,
      bodySize: -1,
    },
    cache: {},
    timings: { send: 0, wait: durationMs, receive: 0 },
  };
}

/** The record from which `harEntry` made this entry. */
export function recordOf(entry: HarEntry): ExchangeRecord {
  const { _id, _sentMono, _error, _lost, _otherCredentials, startedDateTime, time, request, response } = entry;
  const { postData } = request;
  const { content } = response;
  return {
    id: _id,
    startedAt: Date.parse(startedDateTime),
    ...(_sentMono !== undefined && { sentMono: _sentMono }),
    durationMs: time,
    request: {
      method: request.method,
      url: request.url,
      httpVersion: '1.1',
      headers: pairs(request.headers),
      body: postData?.text ?? null,
      ...(postData?._encoding !== undefined && { bodyEncoding: postData._encoding }),
      ...(postData?._truncated && { truncated: true }),
    },
    response:
      response.status === 0
        ? null
        : {
            status: response.status,
            statusText: response.statusText,
            headers: pairs(response.headers),
            body: content.text ?? '',
            bodyEncoding: content.encoding === 'base64' ? 'base64' : 'utf8',
            truncated: content._truncated === true,
          },
    error: _error ?? null,
    ...(_lost && { lost: _lost }),
    ...(_otherCredentials && { otherCredentials: _otherCredentials }),
  };
}

function* separated(values: readonly unknown[]): Generator<string> {
  for (const [at, value] of values.entries()) yield `${at === 0 ? '' : ','}\n${JSON.stringify(value)}`;
}

function named(headers: readonly (readonly [string, string])[]): Header[] {
  return headers.map(([name, value]) => ({ name, value }));
}

function pairs(headers: readonly Header[]): [string, string][] {
  return headers.map(({ name, value }) => [name, value]);
}

function header(headers: readonly (readonly [string, string])[], name: string): string | undefined {
  return headers.find(([each]) => each.toLowerCase() === name)?.[1];
}
