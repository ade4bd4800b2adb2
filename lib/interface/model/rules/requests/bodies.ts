import type { RequirementId } from '../../../register/index.ts';
import { errorCodes } from '../../../wire/codes.ts';
import { type Exchange, objectOf } from '../../events.ts';
import { isAccepted } from '../../operations.ts';
import { hasPlainBody, hasPlainKey } from '../../plain.ts';
import type { Violation } from '../../things.ts';
import { bodyTables, escrowRefund, type Field, feeWallet } from './body-tables.ts';

// "Resources and their fields": what a request carries that surely breaks the rule of a field is refused, and for that.

/** "Request and response bodies are JSON", and have fields: by the last segment of the path. */
export const noObject: Readonly<Record<string, RequirementId>> = {
  checkouts: 'error.malformed-body',
  refunds: 'refund.body-object',
  payouts: 'payout.body-object',
  escrows: 'error.malformed-body',
  'wallet-links': 'error.malformed-body',
  refund: 'escrow.refund-body-object',
};

/** A list, a text, a number, or no JSON. */
function acceptedNoObject({ body, isJson, path, id, status, text }: Exchange): Violation[] {
  const last = path.at(-1) ?? '';
  const requirement = noObject[last];
  // Where a body may be left out, null may stand for none.
  const isObject = body === undefined || objectOf(body) !== null || (body === null && last === 'refund');
  if (isObject || requirement === undefined || !isJson) return [];
  const subject = `POST /v1/${path.join('/')}`;
  const what = `was answered ${status} with the body ${text.slice(0, 120)}`;
  return [{ requirement, subject, history: [], what, allowed: '400 `invalid_request`', exchanges: [id], webhooks: [] }];
}

/** The first certain fault of a request that was accepted. */
export function acceptedWrongly(exchange: Exchange): Violation[] {
  const { status, isReplay, method, credentials, path, id, body } = exchange;
  const fields = method === 'POST' && credentials === 'own' ? fieldsOf(exchange) : undefined;
  if (fields === undefined || !isAccepted(exchange) || isReplay) return [];
  const notRead = acceptedNoObject(exchange);
  if (notRead.length > 0 || !hasPlainBody(exchange)) return notRead;
  // A linkRef that is known gets its link, whatever else is asked.
  if (path[0] === 'wallet-links' && status === 200) return [];
  for (const field of fields) {
    const value = valueAt(body, field.path);
    const fault = faultOf(field, value, exchange);
    if (fault === null) continue;
    const [requirement, rule] = fault;
    const subject = `POST /v1/${path.join('/')}`;
    const what = `was answered ${status} with ${field.path} ${short(value)}`;
    return [{ requirement, subject, history: [], what, allowed: rule, exchanges: [id], webhooks: [] }];
  }
  return [];
}

/** Codes of the chapter Errors, and of behaviour rule 5, for other reasons than a body that is wrong: of two reasons either may be told. */
const OTHER_REASONS: readonly string[] = errorCodes.filter((code) => code !== 'invalid_request');

/** Who is not let in, and what is not read. */
const UNREAD: readonly number[] = [401, 403, 413, 415, 429];

/** "400 `invalid_request`": a certain fault is refused so, if it is refused for that. */
export function refusedOtherwise(exchange: Exchange): Violation[] {
  const { status, code, method, credentials, path, id, body } = exchange;
  // A refusal that is not written as one is for another rule.
  const isTold = code !== null && !UNREAD.includes(status) && !OTHER_REASONS.includes(code);
  if (
    !isTold ||
    status < 400 ||
    status >= 500 ||
    method !== 'POST' ||
    credentials !== 'own' ||
    !hasPlainBody(exchange) ||
    !hasPlainKey(exchange)
  )
    return [];
  const [collection = '', ...more] = path;
  const fields = more.length === 0 ? bodyTables[collection] : undefined;
  // With what code too many requests for one wallet, or those for an unknown one, are refused is not shown.
  if (fields === undefined || (collection === 'wallet-links' && status !== 400)) return [];
  if (status === 400 && code === 'invalid_request') return [];
  for (const field of fields) {
    const value = valueAt(body, field.path);
    const fault = faultOf(field, value, exchange);
    if (fault === null) continue;
    const what = `was refused with ${status} ${code ?? ''} for ${field.path} ${short(value)}`;
    const subject = `POST /v1/${path.join('/')}`;
    return [
      {
        requirement: fault[0],
        subject,
        history: [],
        what,
        allowed: '400 `invalid_request`',
        exchanges: [id],
        webhooks: [],
      },
    ];
  }
  return [];
}

function faultOf(field: Field, value: unknown, exchange: Exchange): readonly [RequirementId, string] | null {
  // What should hold it is no object, or is missing: that is a fault of its own.
  if (value === NOWHERE) return null;
  if (value === undefined || value === null)
    return field.required === null ? null : [field.required, `a refusal: ${field.path} is required`];
  const broken = field.rules.find(({ breaks }) => breaks(value, exchange));
  return broken === undefined ? null : [broken.requirement, `a refusal: ${field.path} is ${broken.rule}`];
}

const NOWHERE = Symbol('nowhere');

function valueAt(body: unknown, path: string): unknown {
  const [first = '', ...more] = path.split('.');
  const holder = objectOf(body);
  if (holder === null) return NOWHERE;
  return more.length === 0 ? holder[first] : valueAt(holder[first], more.join('.'));
}

function fieldsOf({ path, body }: Exchange): readonly Field[] | undefined {
  const [collection = '', , action] = path;
  if (path.length === 3 && collection === 'escrows' && action === 'refund') return escrowRefund;
  const fields = path.length === 1 ? bodyTables[collection] : undefined;
  // A fee of nothing may be none.
  const hasFee = collection === 'escrows' && Boolean(objectOf(body)?.feeAmount);
  return fields !== undefined && hasFee ? [...fields, feeWallet] : fields;
}

function short(value: unknown): string {
  const json = value === undefined ? 'left out' : JSON.stringify(value);
  return json.length > 120 ? `${json.slice(0, 120)}…` : json;
}
