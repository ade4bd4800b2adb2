import type { CallOptions, CheckContext } from '../../lib/interface/index.ts';

/**
 * Another way to send the same request that HTTP allows, and that other libraries, browsers or proxies use. None changes `User-Agent`, which
 * identifies a run.
 */
export interface Way {
  readonly what: string;
  /** The options for one request with this idempotency key. */
  options(context: CheckContext, key: string): CallOptions;
}

const headers = (what: string, sent: Readonly<Record<string, string | null>>): Way => ({
  what,
  options: (_, idempotencyKey) => ({ idempotencyKey, headers: sent }),
});

const named = (what: string, name: string): Way => ({
  what,
  options: (_, key) => ({ idempotencyKey: null, headers: { [name]: key } }),
});

const typed = (contentType: string): Way => ({
  what: `with ${contentType} as Content-Type`,
  options: (_, idempotencyKey) => ({ idempotencyKey, contentType }),
});

/** Each `Accept` permits JSON, some only as the last choice: "request and response bodies are JSON". */
export const ways: readonly Way[] = [
  headers('as a browser accepts', { Accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8' }),
  headers('accepting anything', { Accept: '*/*' }),
  headers('without saying what is accepted', { Accept: null }),
  headers('accepting XML, and anything else as well', { Accept: 'application/xml, text/xml, */*;q=0.1' }),
  headers('accepting plain text or JSON', { Accept: 'text/plain, application/json;q=0.5' }),
  typed('application/json; charset=utf-8'),
  typed('Application/JSON'),
  named('with the name of the key in small letters', 'idempotency-key'),
  named('with the name of the key in capitals', 'IDEMPOTENCY-KEY'),
  headers('in French', { 'Accept-Language': 'fr-FR, fr;q=0.9' }),
  headers('by a script of a page, with a cookie', {
    'X-Requested-With': 'XMLHttpRequest',
    Cookie: 'session=1; lang=en',
  }),
  headers('each under one number of a request', { 'X-Request-Id': '1', 'X-Correlation-Id': '1', 'Request-Id': '1' }),
  headers('past caches', { 'Cache-Control': 'no-cache', Pragma: 'no-cache' }),
];
