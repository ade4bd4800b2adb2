import type { Arrived } from '../network/arrival.ts';
import type { Prepared } from '../prepare.ts';
import { type Mask, maskBytes } from '../shown/mask.ts';
import type { ExchangeRecord } from '../types.ts';

/** Maximum length of a body in a record, in characters. */
export const recordedBody = 64 * 1024;

/** `text`: the decoded body; null if it is not UTF-8 or was not decoded. */
export function makeRecord(
  id: number,
  sent: Prepared,
  arrival: Arrived,
  mask: Mask,
  text: string | null,
  error: string | null,
): ExchangeRecord {
  const request: ExchangeRecord['request'] = {
    method: sent.outgoing.method,
    url: sent.url,
    httpVersion: '1.1',
    headers: sent.shownHeaders,
    body: sent.shownBody,
  };
  if (sent.bodyInBase64) request.bodyEncoding = 'base64';
  if (request.body !== null && request.body.length > recordedBody) {
    request.body = request.body.slice(0, recordedBody);
    request.truncated = true;
  }
  return {
    id,
    startedAt: arrival.startedAt,
    sentMono: arrival.sentMono,
    durationMs: arrival.receivedMono - arrival.sentMono,
    request,
    response: arrival.status === 0 ? null : shownResponse(arrival, mask, text),
    error,
    ...(sent.otherCredentials && { otherCredentials: true as const }),
  };
}

function shownResponse(arrival: Arrived, mask: Mask, text: string | null): ExchangeRecord['response'] {
  const encoding = arrival.headers['content-encoding'];
  const cut = arrival.failure !== null;
  let body = '';
  let bodyEncoding: 'utf8' | 'base64' = 'utf8';
  let truncated = cut;
  if (encoding !== undefined && encoding !== 'identity' && arrival.bytes.length > 0) {
    // A secret in compressed bytes could not be found and masked.
    truncated = true;
  } else if (text !== null) {
    // Only the part that is kept is searched for secrets.
    const long = text.length > recordedBody;
    body = mask.text(long ? text.slice(0, recordedBody) : text, cut || long);
    truncated ||= long;
  } else {
    const long = arrival.bytes.length > recordedBody;
    ({ body, bodyEncoding } = maskBytes(arrival.bytes.subarray(0, recordedBody), mask, cut || long));
    truncated ||= long;
  }
  if (body.length > recordedBody) {
    body = body.slice(0, recordedBody);
    truncated = true;
  }
  return {
    status: arrival.status,
    statusText: arrival.statusText === '' ? '' : mask.text(arrival.statusText),
    headers: shownHeaders(arrival.rawHeaders, mask),
    body,
    bodyEncoding,
    truncated,
  };
}

function shownHeaders(raw: Arrived['rawHeaders'], mask: Mask): [string, string][] {
  const shown: [string, string][] = [];
  let all = '';
  for (let i = 0; i + 1 < raw.length; i += 2) {
    const name = latin1(raw[i] ?? '');
    const value = latin1(raw[i + 1] ?? '');
    all += `${name}\n${value}\n`;
    shown.push([name, value]);
  }
  // All headers are searched at once, as there is rarely anything to mask.
  if (mask.text(all) === all) return shown;
  return shown.map(([name, value]) => [mask.text(name), mask.text(value)]);
}

function latin1(part: Buffer | string): string {
  return typeof part === 'string' ? part : part.toString('latin1');
}
