import { styleText } from 'node:util';
import { printable } from '../../engine/reports/printable.ts';
import type { Verification } from '../../engine/webhooks/signature.ts';
import type { Delivery } from '../../engine/webhooks/types.ts';

export interface ShowOptions {
  /** `null`: no secret was given, so nothing was checked. */
  readonly verification: Verification | null;
  /** Why a well signed delivery was refused, if it was. */
  readonly refused?: string | null;
  /** Which arrival of its event this is; 1 is the first. */
  readonly arrival: number;
  readonly withBody: boolean;
}

/** One delivery for a terminal: a summary line, the result of the signature check, hints, and the body if `withBody`. */
export function show(delivery: Delivery, { verification, refused = null, arrival, withBody }: ShowOptions): string {
  const time = new Date(delivery.at).toISOString().slice(11, 23);
  const again = arrival > 1 ? styleText('yellow', ` again (arrival ${arrival} of this event)`) : '';
  const answer = delivery.answer.kind === 'status' ? `answered ${delivery.answer.status}` : delivery.answer.kind;
  const what =
    delivery.event === undefined
      ? `${delivery.method} ${delivery.path} (${describeBody(delivery)})`
      : [delivery.event, delivery.reference ?? '(no reference)', amount(delivery.json)].filter(Boolean).join('  ');
  const lines = [`${styleText('dim', time)}  ${styleText('bold', clean(what))}  ${answer}${again}`];
  if (verification === null) lines.push('  signature not checked: no secret given');
  else lines.push(...signatureLines(delivery, verification));
  if (refused !== null) lines.push(styleText('red', `  refused: ${refused}`));
  if (delivery.truncated) lines.push('  the body was too large: only its beginning is kept');
  if (withBody && delivery.body.length > 0) lines.push(indent(clean(pretty(delivery))));
  return lines.join('\n');
}

/**
 * Limits output to `perSecond` deliveries a second and now and then reports how many were left out, so that a flood fills neither the
 * terminal nor a log file.
 */
export class Few {
  readonly #perSecond: number;
  readonly #tell: (left: number) => void;
  #since = 0;
  #passed = 0;
  #left = 0;

  constructor(perSecond: number, tell: (left: number) => void) {
    this.#perSecond = perSecond;
    this.#tell = tell;
  }

  another(): boolean {
    const now = performance.now();
    if (now - this.#since >= 1_000) {
      this.end();
      this.#since = now;
      this.#passed = 0;
    }
    if (this.#passed >= this.#perSecond) {
      this.#left += 1;
      return false;
    }
    this.#passed += 1;
    return true;
  }

  /** Reports the deliveries left out since the last report. */
  end(): void {
    if (this.#left > 0) this.#tell(this.#left);
    this.#left = 0;
  }
}

/** `150,000 kobo = NGN 1,500.00`; an empty string if the payload has no amount. */
export function amount(json: unknown): string {
  if (typeof json !== 'object' || json === null || !('amountMinor' in json)) return '';
  const { amountMinor } = json;
  if (typeof amountMinor !== 'number' || !Number.isSafeInteger(amountMinor)) {
    return `amountMinor ${JSON.stringify(amountMinor)} is not a whole number of kobo`;
  }
  const kobo = Math.abs(amountMinor);
  const naira = `${Math.floor(kobo / 100).toLocaleString('en')}.${String(kobo % 100).padStart(2, '0')}`;
  return `${amountMinor.toLocaleString('en')} kobo = NGN ${amountMinor < 0 ? '-' : ''}${naira}`;
}

/** Escapes control characters, so that received text cannot control the terminal. */
export function clean(text: string): string {
  return printable(text, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`).replaceAll(
    '\t',
    '\\u0009',
  );
}

function signatureLines(delivery: Delivery, { v1, v2, timestamp, valid, problems }: Verification): string[] {
  const age = timestamp === null ? '' : `, ${ageOf(delivery.at / 1_000 - timestamp)}`;
  const summary = `  signature v1 ${v1 === 'valid' ? 'ok' : v1}, v2 ${v2 === 'valid' ? 'ok' : v2}${age}`;
  if (valid) return [styleText('green', summary)];
  const hint = hintFor(v1, v2, timestamp);
  return [
    styleText('red', summary),
    ...problems.map((problem) => `    ${clean(problem)}`),
    ...(hint === undefined ? [] : [`    ${styleText('yellow', 'hint:')} ${hint}`]),
  ];
}

function ageOf(seconds: number): string {
  if (Math.abs(seconds) > 366 * 86_400) return 'timestamp more than a year away (is it in milliseconds?)';
  // The timestamp is in whole seconds, so up to one second in the future is only rounding.
  return seconds > -1
    ? `sent ${Math.max(0, seconds).toFixed(1)} s ago`
    : `sent ${(-seconds).toFixed(1)} s in the future`;
}

function hintFor(v1: string, v2: string, timestamp: number | null): string | undefined {
  if (v1 === 'wrong' && v2 === 'wrong') return 'another secret, or a body signed before it was serialised for sending';
  if (v1 === 'wrong') return 'v1 signs the raw body alone, without the timestamp';
  if (v1 === 'valid' && v2 === 'wrong')
    return 'v2 signs the timestamp header exactly as sent, a full stop, and the raw body';
  if (v1 === 'malformed' || v2 === 'malformed')
    return 'send hex in lower case, not upper case nor base64, and no prefix';
  if (v1 === 'missing' && v2 === 'missing') return 'not sent by the service, or a proxy removes its headers';
  return timestamp === null ? 'send whole Unix seconds, not milliseconds nor a date' : undefined;
}

function describeBody({ body, json }: Delivery): string {
  if (body.length === 0) return 'no body';
  return json === undefined ? `${body.length} bytes, not JSON` : 'JSON without an event';
}

function pretty({ json, body }: Delivery): string {
  return json === undefined ? body.toString('utf8') : JSON.stringify(json, null, 2);
}

function indent(text: string): string {
  return text.replace(/^/gm, '    ');
}
