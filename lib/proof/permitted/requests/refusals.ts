/** What is refused, with which status and code, and in which order conditions are checked. */
import { functions, guard } from '../../mutants/change.ts';
import { Refusal } from '../../reference/engine/refusal.ts';
import type { Functions } from '../../reference/rules/rulebook.ts';
import { answersLeave, around, before, decisions, refusals } from '../changes.ts';
import { type PermittedVariant, reading } from '../permitted-variant.ts';

const authDecisions = [
  'auth.missing-key',
  'auth.malformed-key',
  'auth.unknown-key',
  'auth.missing-merchant',
  'auth.unknown-merchant',
  'auth.other-merchants-id',
] as const;

export const refused: readonly PermittedVariant[] = [
  ...(
    [
      [403, 'forbidden'],
      [400, 'invalid_request'],
      [404, 'not_found'],
    ] as const
  ).map(([status, code]) =>
    reading(
      {
        name: `unauthenticated-${status}`,
        oneOf: 'unauthenticated',
        what: `whoever is not known is refused with ${status} ${code}`,
        touches: ['authentication', 'environments', 'idempotency'],
        decides: authDecisions,
      },
      decisions({ unauthenticated: { status, code } }),
    ),
  ),
  reading(
    {
      name: 'unauthenticated-each-its-own',
      oneOf: 'unauthenticated',
      what: 'each way of not being known has a status and a code; the other environment is found by its keys, not by their prefix',
      touches: ['authentication', 'environments', 'errors'],
      decides: [...authDecisions, 'auth.lower-case-scheme'],
    },
    functions(() => ({ authenticate })),
  ),
  reading(
    {
      name: 'references-looked-up-first',
      // With fields before keys, a repeated request would be refused for its own reference.
      oneOf: 'what is looked at first',
      // A request with two faults may be refused for either.
      what: 'a used reference, and a payment that is unknown or not paid, are found before any other field is looked at',
      touches: ['checkouts', 'refunds', 'payouts', 'escrows', 'idempotency', 'errors', 'environments'],
    },
    around('checkFields', (own) => (asked, next) => {
      const { service, endpoint, body, merchant } = asked;
      asked.payment = merchant.records.checkout.get(body.text('paymentReference') ?? '');
      const known =
        typeof body.get('paymentReference') === 'string' ? /duplicate-reference|payment-/ : /duplicate-reference/;
      for (const guard of service.rules.guards) {
        if (!known.test(guard.id) || !guard.at.includes(endpoint.name) || !guard.refuses(asked)) continue;
        throw new Refusal(guard, guard.message(asked));
      }
      return own(asked, next);
    }),
  ),
  reading(
    {
      name: 'headers-first-of-several',
      what: 'of a header that comes twice the first value counts',
      touches: ['authentication', 'environments'],
      decides: ['auth.doubled-headers'],
    },
    functions(({ authenticate: own }) => ({
      authenticate: (service, environment, header) =>
        own(service, environment, (name) => header(name)?.split(',')[0]?.trim()),
    })),
  ),
  reading(
    {
      name: 'sandbox-calls-in-live-501',
      what: 'in live the sandbox calls are known, and refused with 501 before anything else is looked at',
      touches: ['environments', 'wallet-links'],
    },
    (rules) => ({ ...rules, endpoints: rules.endpoints.map(({ only: _, ...each }) => each) }),
    before('limitRate', ({ endpoint, environment }, next) => {
      if (environment.name === 'live' && /WalletLink$/.test(endpoint.name) && endpoint.path.includes('/sandbox/'))
        throw new Refusal({ status: 501, code: 'not_in_live' }, 'there are no sandbox calls in live');
      return next();
    }),
  ),
  reading(
    {
      name: 'refusals-as-problems',
      what: 'refusals come as application/problem+json, with a status and a title beside the error',
      touches: ['errors', 'authentication', 'environments', 'rate-limit'],
    },
    answersLeave((answer) =>
      answer.status < 400
        ? answer
        : {
            ...answer,
            headers: { ...answer.headers, 'content-type': 'application/problem+json' },
            text: JSON.stringify({ ...JSON.parse(answer.text), status: answer.status, title: 'refused' }),
          },
    ),
  ),
  reading(
    {
      name: 'bodies-before-the-limit',
      what: 'what is no JSON is refused before the limit is asked, and does not count',
      touches: ['errors', 'rate-limit', 'idempotency'],
    },
    (rules) => {
      const place = (name: string) => (name === 'readBody' ? -1 : rules.steps.findIndex((step) => step.name === name));
      return { ...rules, steps: rules.steps.toSorted((a, b) => place(a.name) - place(b.name)) };
    },
  ),
  reading(
    {
      name: 'unknown-codes-by-kind',
      what: 'what is unknown is refused with a code of its own, in capitals',
      touches: ['checkouts', 'refunds', 'payouts', 'escrows', 'wallet-links', 'accounts', 'errors', 'environments'],
      decides: ['error.unknown-reference-code', 'wallet-link.unknown-link', 'account.unknown-wallet'],
    },
    decisions({
      unknown: {
        checkout: { status: 404, code: 'CHECKOUT_NOT_FOUND' },
        refund: { status: 404, code: 'refund_not_found' },
        payout: { status: 404, code: 'RESOURCE.UNKNOWN' },
        escrow: { status: 404, code: 'payment_not_found' },
        walletLink: { status: 404, code: 'link-unknown' },
      },
    }),
    guard('account.unknown', { status: 422, code: 'unknown_wallet' }),
  ),
  reading(
    {
      name: 'unknown-in-actions-422',
      what: 'an action on what is unknown is refused with 422, reading it with 404',
      touches: ['escrows', 'wallet-links', 'environments'],
      decides: ['escrow.action-on-unknown'],
    },
    refusals(({ status }, { endpoint }) =>
      status === 404 && endpoint.about && endpoint.method !== 'GET' ? { status: 422, code: 'no_such_resource' } : null,
    ),
  ),
  ...(
    [
      [422, 'invalid_transition'],
      [400, 'invalid_request'],
      [403, 'not_allowed'],
    ] as const
  ).map(([status, code]) =>
    reading(
      {
        name: `wrong-state-${status}`,
        oneOf: 'wrong state',
        what: `what the present state does not allow is refused with ${status} ${code}`,
        touches: ['escrows', 'wallet-links', 'webhooks'],
        decides: ['escrow.refused-transitions', 'escrow.refund-in-other-states', 'wallet-link.delete-while-pending'],
      },
      decisions({ wrongState: { status, code } }),
    ),
  ),
  reading(
    {
      name: 'routes-and-methods-404',
      oneOf: 'routes',
      what: 'another method of a known path is as unknown as any other path',
      touches: ['errors', 'versioning'],
      decides: ['error.other-method', 'error.unknown-route-answer'],
    },
    decisions({
      wrongMethod: { status: 404, code: 'route_not_found' },
      unknownRoute: { status: 404, code: 'route_not_found' },
    }),
  ),
  reading(
    {
      name: 'routes-unknown-401',
      oneOf: 'routes',
      what: 'an unknown path is refused before anything else, with 401; another method with 501',
      touches: ['errors', 'environments'],
      decides: ['error.unknown-route-answer', 'error.other-method'],
    },
    decisions({
      unknownRoute: { status: 401, code: 'unauthorized' },
      wrongMethod: { status: 501, code: 'not_implemented' },
    }),
  ),
  reading(
    {
      name: 'bodies-refused-sooner',
      oneOf: 'bodies',
      what: 'another content type is refused with 400, a body above 100 KB with 413',
      touches: ['errors', 'checkouts'],
      decides: ['error.other-content-type', 'error.huge-body'],
    },
    decisions({
      wrongMediaType: { status: 400, code: 'invalid_request' },
      tooLarge: { status: 413, code: 'body_too_large' },
      largestBodyBytes: 102_400,
    }),
  ),
  reading(
    {
      name: 'bodies-of-any-type',
      oneOf: 'bodies',
      what: 'a body is read as JSON whatever its content type, and may have 8 MB',
      touches: ['errors', 'checkouts'],
      decides: ['error.other-content-type'],
    },
    decisions({ largestBodyBytes: 8_388_608 }),
    around('readBody', (own) => (asked, next) => {
      const { header } = asked;
      asked.header = (name) => (name === 'content-type' ? 'application/json' : header(name));
      return own(asked, next);
    }),
  ),
  reading(
    {
      name: 'fields-before-keys',
      oneOf: 'what is looked at first',
      what: 'a body is checked before its idempotency key is looked up, and guards in the reverse order',
      touches: ['checkouts', 'refunds', 'payouts', 'escrows', 'idempotency', 'errors', 'environments'],
    },
    (rules) => {
      const place = (name: string) =>
        name === 'checkFields' ? 1.5 : rules.steps.findIndex((step) => step.name === name);
      return {
        ...rules,
        steps: rules.steps.toSorted((a, b) => place(a.name) - place(b.name)),
        guards: rules.guards.toReversed(),
      };
    },
  ),
];

/** A different status and code for each kind of wrong credentials. */
const authenticate: Functions['authenticate'] = (service, environment, header) => {
  const refuse = (status: number, code: string, headers?: Record<string, string>): never => {
    throw new Refusal({ status, code }, 'the credentials are not accepted', headers);
  };
  const challenge = { 'www-authenticate': 'Bearer realm="api"' };
  const id = header('x-merchant-id');
  const given = header('authorization');
  if (id === undefined || id === '') return refuse(400, 'merchant_id_missing');
  if (given === undefined) return refuse(401, 'AUTH_001', challenge);
  const key = /^Bearer (\S+)$/.exec(given)?.[1];
  if (key === undefined) return refuse(400, 'malformed_authorization');
  const foreign = environment.name === 'sandbox' ? service.environments.live : service.environments.sandbox;
  if (foreign.apiKeys.has(key)) throw new Refusal(service.rules.refusals.wrongEnvironment, 'wrong environment');
  const merchant = environment.apiKeys.get(key);
  if (merchant === undefined) return refuse(401, 'AUTH_002', challenge);
  if (merchant.id !== id) return environment.merchants.has(id) ? refuse(403, 'forbidden') : refuse(404, 'no_merchant');
  return merchant;
};
