import { operations } from '../../../openapi/operations.ts';
import type { RequirementId } from '../../../register/index.ts';
import { type Exchange, objectOf } from '../../events.ts';
import type { Violation } from '../../model-object.ts';
import { isCertainlyValidReference } from './certainly-valid.ts';

// "Request and response bodies are JSON." "Every error body has the shape `{ error: { code: string, message: string }
// }`." (What the service does, Errors): whatever the request, and whatever the reason of a refusal.

/** `isShown`: the interface shows the body of a success response. `*`: any reference or id. */
export const endpoints: readonly { method: string; path: readonly string[]; isShown: boolean }[] = operations.map(
  ({ method, path, success }) => ({
    method: method.toUpperCase(),
    path: path
      .replace('/v1/', '')
      .split('/')
      .map((part) => (part.startsWith('{') ? '*' : part)),
    isShown: !('2XX' in success),
  }),
);

/** Statuses that the service itself answers with; others may come from a proxy in front of it. */
export const shapeOf: Readonly<Record<number, RequirementId>> = {
  400: 'error.shape-of-400',
  401: 'error.shape-of-others',
  403: 'error.shape-of-others',
  404: 'error.shape-of-404',
  409: 'error.shape-of-409',
  422: 'error.shape-of-422',
  429: 'rate-limit.more-is-refused',
};

/** Characters. A longer body may be refused before the service has read it. */
const MAX_PLAIN_BODY_CHARACTERS = 64 * 1024;

/** Faults in the form of a response, whatever its content. */
export function shapeViolations(exchange: Exchange): Violation[] {
  const { said, status, json } = exchange;
  const endpoint = endpointOf(exchange);
  if (said === null || endpoint === undefined) return [];
  const shape = shapeOf[status];
  const tell = (requirement: RequirementId, what: string, allowed: string) => [
    violation(requirement, exchange, what, allowed),
  ];
  if (shape !== undefined) {
    if (!isReadable(exchange)) return [];
    const error = objectOf(objectOf(json)?.error);
    if (typeof error?.code !== 'string' || typeof error.message !== 'string')
      return tell(
        shape,
        `was answered ${status} with ${short(said.text)}`,
        '`error` with `code` and `message`, strings',
      );
  } else if (status < 200 || status >= 300 || !endpoint.isShown) return [];
  if (said.text === '' || JSON_TYPE.test(said.type)) return [];
  return tell(
    'error.json-content-type',
    `was answered ${status} with the Content-Type \`${said.type}\``,
    '`application/json`',
  );
}

const JSON_TYPE = /^application\/([\w.-]+\+)?json\s*(;|$)/i;

function endpointOf({ method, path }: Exchange) {
  return endpoints.find(
    (each) =>
      each.method === method &&
      each.path.length === path.length &&
      each.path.every((part, at) => (part === '*' ? isCertainlyValidReference(path[at]) : part === path[at])),
  );
}

/** Whether any server can read the request as HTTP, and knows that a body is meant to be JSON. */
function isReadable({ key, isJson, text }: Exchange): boolean {
  const isReadableKey = key === null || /^[\x20-\x7e]{0,1000}$/.test(key);
  return isReadableKey && (text === '' || isJson) && text.length <= MAX_PLAIN_BODY_CHARACTERS;
}

function violation(
  requirement: RequirementId,
  { id, method, path }: Exchange,
  what: string,
  allowed: string,
): Violation {
  const subject = `${method} /v1/${path.join('/')}`;
  return { requirement, subject, history: [], what, allowed, exchanges: [id], webhooks: [] };
}

function short(text: string): string {
  return text === '' ? 'no body' : text.length > 160 ? `${text.slice(0, 160)}…` : text;
}
