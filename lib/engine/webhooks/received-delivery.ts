import { isUtf8 } from 'node:buffer';
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { parseJson as parseText } from '../http/json.ts';
import { timeOfDay } from '../time/clock.ts';
import type { Delivery, DeliveryClass, DeliveryData } from './types.ts';

const UNANSWERED: Delivery['answer'] = { kind: 'hang' };

type EventFields = Pick<Delivery, 'eventId' | 'event' | 'reference'>;

/** A delivery as the server makes it: `answer` and `senderClosedAfterMs` are set when it is answered. */
export class ReceivedDelivery implements Delivery {
  readonly seq: number;
  readonly at: number;
  readonly mono: number;
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
  readonly truncated: boolean;
  /** Its size in the store. */
  readonly bytes: number;
  answer = UNANSWERED;
  senderClosedAfterMs: number | null = null;
  keptWaitingMs: number | null = null;
  standing: DeliveryClass | null = null;
  private parsed: { value: unknown } | undefined;
  private eventFields: EventFields | undefined;

  constructor(
    seq: number,
    request: Pick<IncomingMessage, 'method' | 'url' | 'headers' | 'rawHeaders'>,
    body: Buffer,
    truncated: boolean,
    arrived: { at: number; mono: number } = arrivedNow(),
  ) {
    this.seq = seq;
    this.at = arrived.at;
    this.mono = arrived.mono;
    this.method = request.method ?? '';
    this.path = originForm(request.url ?? '');
    this.body = body;
    this.truncated = truncated;
    // Only the headers of the request are kept: a reference to the request would keep its socket too.
    this.headers = joinCookies(request.headers);
    let bytes = body.length;
    for (const part of request.rawHeaders) bytes += part.length;
    this.bytes = bytes;
    this.parsed = undefined;
    this.eventFields = undefined;
  }

  /** Makes a delivery from its data. */
  static fromData(data: DeliveryData): ReceivedDelivery {
    const { seq, method, path, headers, truncated } = data;
    const request = { method, url: path, headers: { ...headers }, rawHeaders: Object.entries(headers).flat() };
    const delivery = new ReceivedDelivery(seq, request, Buffer.from(data.body), truncated, data);
    delivery.answer = data.answer;
    delivery.senderClosedAfterMs = data.senderClosedAfterMs;
    delivery.keptWaitingMs = data.keptWaitingMs ?? null;
    delivery.standing = data.standing;
    return delivery;
  }

  get json(): unknown {
    this.parsed ??= { value: this.truncated ? undefined : parseJson(this.body) };
    return this.parsed.value;
  }

  get eventId(): string | undefined {
    return this.readEventFields().eventId;
  }

  get event(): string | undefined {
    return this.readEventFields().event;
  }

  get reference(): string | undefined {
    return this.readEventFields().reference;
  }

  /** Parsed once for these three fields and then discarded: a full store of parsed bodies would be several times as large as its bytes. */
  private readEventFields(): EventFields {
    if (this.eventFields === undefined) {
      const json = this.parsed === undefined ? (this.truncated ? undefined : parseJson(this.body)) : this.parsed.value;
      const fields = typeof json === 'object' && json !== null ? (json as Record<string, unknown>) : {};
      this.eventFields = { eventId: text(fields.id), event: text(fields.event), reference: text(fields.reference) };
    }
    return this.eventFields;
  }
}

function arrivedNow(): { at: number; mono: number } {
  const mono = performance.now();
  return { at: timeOfDay(mono), mono };
}

/** The value of a JSON text in UTF-8, otherwise `undefined`. */
export function parseJson(body: Buffer): unknown {
  return body.length === 0 || !isUtf8(body) ? undefined : parseText(body.toString('utf8'));
}

function text(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

/** Joins `set-cookie`, the one header that Node gives as a list. */
function joinCookies(headers: IncomingHttpHeaders): Readonly<Record<string, string>> {
  const { 'set-cookie': cookies } = headers;
  if (cookies !== undefined) Object.assign(headers, { 'set-cookie': cookies.join(', ') });
  return headers as Readonly<Record<string, string>>;
}

/** A sender behind a proxy may send the complete address as the request target; scripts give only the path. */
export function originForm(target: string): string {
  if (target.startsWith('/')) return target;
  const scheme = /^https?:\/\/[^/?#]*/i.exec(target);
  if (scheme === null) return target;
  const rest = target.slice(scheme[0].length);
  return rest.startsWith('/') ? rest : `/${rest}`;
}
