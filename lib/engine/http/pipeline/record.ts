import type { RawAnswer } from '../network/answer-receiver.ts';
import type { Prepared } from '../prepare.ts';
import { type Mask, maskBytes } from '../shown/mask.ts';
import type { ExchangeRecord } from '../types.ts';

/** Maximum length of a body in a record, in characters. */
export const MAX_RECORDED_CHARS = 64 * 1024;

/** `text`: the decoded body; null if it is not UTF-8 or was not decoded. */
export function makeRecord(
  id: number,
  prepared: Prepared,
  answer: RawAnswer,
  mask: Mask,
  text: string | null,
  error: string | null,
): ExchangeRecord {
  const request: ExchangeRecord['request'] = {
    method: prepared.outgoing.method,
    url: prepared.url,
    httpVersion: '1.1',
    headers: prepared.shownHeaders,
    body: prepared.shownBody,
  };
  if (prepared.bodyInBase64) request.bodyEncoding = 'base64';
  if (request.body !== null && request.body.length > MAX_RECORDED_CHARS) {
    request.body = request.body.slice(0, MAX_RECORDED_CHARS);
    request.truncated = true;
  }
  return {
    id,
    startedAt: answer.startedAt,
    sentMono: answer.sentMono,
    durationMs: answer.receivedMono - answer.sentMono,
    request,
    response: answer.status === 0 ? null : shownResponse(answer, mask, text),
    error,
    ...(prepared.otherCredentials && { otherCredentials: true as const }),
  };
}

function shownResponse(answer: RawAnswer, mask: Mask, text: string | null): ExchangeRecord['response'] {
  const encoding = answer.headers['content-encoding'];
  const cut = answer.failure !== null;
  let body = '';
  let bodyEncoding: 'utf8' | 'base64' = 'utf8';
  let truncated = cut;
  if (encoding !== undefined && encoding !== 'identity' && answer.bytes.length > 0) {
    // A secret in compressed bytes could not be found and masked.
    truncated = true;
  } else if (text !== null) {
    // Only the part that is kept is searched for secrets.
    const long = text.length > MAX_RECORDED_CHARS;
    body = mask.text(long ? text.slice(0, MAX_RECORDED_CHARS) : text, cut || long);
    truncated ||= long;
  } else {
    const long = answer.bytes.length > MAX_RECORDED_CHARS;
    ({ body, bodyEncoding } = maskBytes(answer.bytes.subarray(0, MAX_RECORDED_CHARS), mask, cut || long));
    truncated ||= long;
  }
  if (body.length > MAX_RECORDED_CHARS) {
    body = body.slice(0, MAX_RECORDED_CHARS);
    truncated = true;
  }
  return {
    status: answer.status,
    statusText: answer.statusText === '' ? '' : mask.text(answer.statusText),
    headers: shownHeaders(answer.rawHeaders, mask),
    body,
    bodyEncoding,
    truncated,
  };
}

function shownHeaders(raw: RawAnswer['rawHeaders'], mask: Mask): [string, string][] {
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
