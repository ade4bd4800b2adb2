import type { RequirementId } from '../../../register/index.ts';
import { errorCodes } from '../../../wire/codes.ts';
import { type Exchange, objectOf } from '../../events.ts';
import type { Violation } from '../../model-object.ts';
import { isAccepted } from '../../operations.ts';
import { bodyTables, escrowRefund, type Field, feeWallet } from './body-tables.ts';
import { isCertainlyValidBody, isCertainlyValidKey } from './certainly-valid.ts';

// "Resources and their fields": a request that certainly breaks the rule of a field is refused, and for that reason.

/** "Request and response bodies are JSON", and have fields. By the last segment of the path. */
export const noObject: Readonly<Record<string, RequirementId>> = {
  checkouts: 'error.malformed-body',
  refunds: 'refund.body-object',
  payouts: 'payout.body-object',
  escrows: 'error.malformed-body',
  'wallet-links': 'error.malformed-body',
  refund: 'escrow.refund-body-object',
};

/** Reports an accepted body that is a list, a text, a number, or no JSON. */
function acceptedWithoutObject({ body, isJson, path, id, status, text }: Exchange): Violation[] {
  const last = path.at(-1) ?? '';
  const requirement = noObject[last];
  // Where the body is optional, null may stand for none.
  const isObject = body === undefined || objectOf(body) !== null || (body === null && last === 'refund');
  if (isObject || requirement === undefined || !isJson) return [];
  const subject = `POST /v1/${path.join('/')}`;
  const what = `was answered ${status} with the body ${text.slice(0, 120)}`;
  return [{ requirement, subject, history: [], what, allowed: '400 `invalid_request`', exchanges: [id], webhooks: [] }];
}

/** The first certain fault of a request that was accepted. */
export function wronglyAccepted(exchange: Exchange): Violation[] {
  const { status, isReplay, method, credentials, path, id, body } = exchange;
  const fields = method === 'POST' && credentials === 'own' ? fieldsOf(exchange) : undefined;
  if (fields === undefined || !isAccepted(exchange) || isReplay) return [];
  const notRead = acceptedWithoutObject(exchange);
  if (notRead.length > 0 || !isCertainlyValidBody(exchange)) return notRead;
  // A known linkRef returns its link, whatever else the request contains.
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

/** Codes for other reasons than a wrong body (Errors, and behaviour rule 5): of two reasons a target may give either. */
const OTHER_REASON_CODES: readonly string[] = errorCodes.filter((code) => code !== 'invalid_request');

/** Statuses of refusals without reading the body: credentials, size, media type, rate. */
const BODY_UNREAD_STATUSES: readonly number[] = [401, 403, 413, 415, 429];

/** "400 `invalid_request`": the refusal of a certain fault, if it is refused for that. */
export function refusedForAnotherReason(exchange: Exchange): Violation[] {
  const { status, code, method, credentials, path, id, body } = exchange;
  // A refusal without a code is judged by another rule (shapes.ts).
  const hasReason = code !== null && !BODY_UNREAD_STATUSES.includes(status) && !OTHER_REASON_CODES.includes(code);
  if (
    !hasReason ||
    status < 400 ||
    status >= 500 ||
    method !== 'POST' ||
    credentials !== 'own' ||
    !isCertainlyValidBody(exchange) ||
    !isCertainlyValidKey(exchange)
  )
    return [];
  const [collection = '', ...more] = path;
  const fields = more.length === 0 ? bodyTables[collection] : undefined;
  // The code for too many requests for one wallet, or for an unknown wallet, is not shown.
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
  // The object around the field is missing or no object: a fault of its own.
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
  // A fee of 0 may count as no fee.
  const hasFee = collection === 'escrows' && Boolean(objectOf(body)?.feeAmount);
  return fields !== undefined && hasFee ? [...fields, feeWallet] : fields;
}

function short(value: unknown): string {
  const json = value === undefined ? 'left out' : JSON.stringify(value);
  return json.length > 120 ? `${json.slice(0, 120)}…` : json;
}
