import { stringify } from 'yaml';
import { z } from 'zod';
import { interfaceDocument } from '../register/document.ts';
import { INTERFACE_VERSION, type ObservationId, observation, requirements } from '../register/index.ts';
import * as wire from '../wire/index.ts';
import { eventWords, type Operation, operations } from './operations.ts';
import * as requests from './requests.ts';

/** A part of the document, as plain JSON. */
export type Json = string | number | boolean | null | Json[] | { [name: string]: Json };
type Node = { [name: string]: Json };

const schemas: Readonly<Record<string, z.ZodType>> = {
  Error: wire.errorBody,
  CheckoutRequest: requests.checkoutRequest,
  CheckoutCreated: wire.checkoutCreated,
  CheckoutRecord: wire.checkoutRecord,
  RefundRequest: requests.refundRequest,
  RefundCreated: wire.refundCreated,
  RefundRecord: wire.refundRecord,
  PayoutRequest: requests.payoutRequest,
  PayoutCreated: wire.payoutCreated,
  PayoutRecord: wire.payoutRecord,
  EscrowRequest: requests.escrowRequest,
  EscrowCreated: wire.escrowCreated,
  EscrowRecord: wire.escrowRecord,
  EscrowRefundRequest: requests.escrowRefundRequest,
  WalletLinkRequest: requests.walletLinkRequest,
  WalletLinkCreated: wire.linkCreated,
  WalletLinkRecord: wire.linkRecord,
  WalletBalance: wire.walletBalance,
  Event: wire.eventPayload,
  WalletLinkEvent: wire.linkEventPayload,
};

/** The interface as an OpenAPI document; what the interface leaves open is marked `x-not-shown`. */
export function openApi(): Node {
  return {
    openapi: '3.1.0',
    info: {
      title: interfaceDocument.name,
      version: INTERFACE_VERSION,
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
      description:
        'Made from the register and the schemas of the conformance suite (`npm run openapi`). `x-not-shown` lists questions that the ' +
        'interface leaves open there: any answer conforms. `x-requirements` lists what the suite certifies of an operation, ' +
        '`x-error-codes` the codes that a refusal may carry. Objects may have further fields.',
    },
    servers: [
      { url: SANDBOX, description: 'Sandbox: no real money.' },
      { url: LIVE, description: 'Live: requires approved KYC.' },
    ],
    security: [{ apiKey: [], merchantId: [] }],
    tags: [...new Set(operations.map(({ chapter }) => chapter))].map((name) => ({ name })),
    paths: paths(),
    webhooks: webhooks(),
    components: {
      securitySchemes: {
        apiKey: {
          type: 'http',
          scheme: 'bearer',
          description: 'Sandbox keys start `svc_test_sk_`, live keys `svc_live_sk_`.',
        },
        merchantId: { type: 'apiKey', in: 'header', name: 'X-Merchant-Id' },
      },
      parameters: Object.fromEntries(
        signatures.map(({ name, description, pattern }): [string, Node] => [
          name,
          { name, in: 'header', required: true, description, schema: { type: 'string', pattern } },
        ]),
      ),
      responses: commonResponses,
      schemas: Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, jsonSchema(schema)])),
    },
  };
}

/** Placeholders: the interface does not state the addresses of the environments (What the service does). */
const SANDBOX = 'https://sandbox.example.com';
const LIVE = 'https://live.example.com';

/** The content of the file `openapi.yaml`. */
export function openApiYaml(): string {
  const head = '# Made by `npm run openapi`: not to be changed by hand.\n';
  return head + stringify(openApi(), { aliasDuplicateObjects: false, lineWidth: 140 });
}

function paths(): Node {
  return Object.fromEntries(
    [...Map.groupBy(operations, ({ path }) => path)].map(([path, of]): [string, Node] => [
      path,
      Object.fromEntries(of.map((operation) => [operation.method, describe(operation)])),
    ]),
  );
}

function describe(operation: Operation): Node {
  const { id, chapter, summary, method, path, body, notShown = [] } = operation;
  const certified = requirements.filter(({ source }) => source === `Endpoints, ${method.toUpperCase()} ${path}`);
  const parameters = [...pathParameters(path), ...(operation.needsKey === undefined ? [] : [keyParameter(operation)])];
  return {
    operationId: id,
    tags: [chapter],
    summary,
    ...(parameters.length > 0 && { parameters }),
    ...(body !== undefined && { requestBody: { required: body.optional !== true, content: content(body.schema) } }),
    responses: responses(operation),
    ...(notShown.length > 0 && { 'x-not-shown': questions(notShown) }),
    ...(certified.length > 0 && { 'x-requirements': certified.map((each) => each.id) }),
  };
}

function pathParameters(path: string): Node[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string', ...(name === 'walletId' && { pattern: '^[0-9]{10}$' }) },
  }));
}

function keyParameter({ needsKey, path }: Operation): Node {
  const open: ObservationId = path.includes('/sandbox/')
    ? 'idempotency.key-on-sandbox-decisions'
    : 'idempotency.key-on-wallet-links';
  return {
    name: 'Idempotency-Key',
    in: 'header',
    required: needsKey === true,
    description: 'Unique for each request; the same key with the same body replays the original response.',
    // Where it is not shown whether a key is needed, its length is not either.
    schema: { type: 'string', ...(needsKey === true && { minLength: 1, maxLength: 255 }) },
    'x-not-shown': questions(needsKey === true ? ['idempotency.missing-key', 'idempotency.key-lifetime'] : [open]),
  };
}

function responses({ success, refusals = {}, needsKey, leadsTo = {} }: Operation): Node {
  const links = Object.entries(leadsTo).map(([operationId, field]): [string, Node] => [
    operationId,
    { operationId, parameters: { [field]: `$response.body#/${field}` } },
  ]);
  const succeeded = Object.entries(success).map(([status, { schema, words }]): [string, Node] => [
    status,
    {
      description: words,
      ...(needsKey !== undefined && { headers: { 'Idempotent-Replayed': REPLAYED } }),
      // Where the body is not shown, there may be none.
      ...(status === '2XX' ? {} : { content: content(schema) }),
      ...(links.length > 0 && { links: Object.fromEntries(links) }),
    },
  ]);
  const idempotent = { codes: ['idempotency_key_reused', 'request_in_progress'], words: 'The key was used before.' };
  const all = new Map<number, { codes: readonly string[]; words: string }[]>([
    [403, [{ codes: ['wrong_environment'], words: 'The key belongs to the other environment.' }]],
  ]);
  const add = (status: number, refusal: { codes: readonly string[]; words: string }) =>
    all.set(status, [...(all.get(status) ?? []), refusal]);
  for (const [status, refusal] of Object.entries(refusals)) add(Number(status), refusal);
  if (needsKey === true) add(409, idempotent);
  const refused = [...all]
    .sort(([a], [b]) => a - b)
    .map(([status, of]): [string, Node] => {
      const codes = of.flatMap((each) => each.codes);
      const description = of.map(({ words }) => words).join(' ');
      return [
        String(status),
        { description, content: content('Error'), ...(codes.length > 0 && { 'x-error-codes': codes }) },
      ];
    });
  return {
    ...Object.fromEntries([...succeeded, ...refused]),
    429: { $ref: '#/components/responses/RateLimited' },
    default: { $ref: '#/components/responses/Refused' },
  };
}

/** Responses that every operation may have. */
const commonResponses: Node = {
  RateLimited: {
    description: 'More than 120 requests per minute per API key.',
    headers: { 'Retry-After': { required: true, schema: { type: 'string' } } },
    content: content('Error'),
    'x-error-codes': ['rate_limited'],
    'x-not-shown': questions(['rate-limit.kind']),
  },
  Refused: {
    description: 'Any other refusal.',
    content: content('Error'),
    'x-not-shown': questions([
      'auth.missing-key',
      'auth.malformed-key',
      'auth.unknown-key',
      'auth.missing-merchant',
      'auth.unknown-merchant',
    ]),
  },
};

const REPLAYED: Node = {
  description: '`true` where the response is a replay.',
  schema: { type: 'string', const: 'true' },
};

function webhooks(): Node {
  return Object.fromEntries(
    wire.eventKinds.map((kind): [string, Node] => [
      kind,
      {
        post: {
          operationId: `on-${kind.replaceAll('.', '-')}`,
          summary: eventWords[kind],
          security: [],
          parameters: signatures.map(({ name }) => ({ $ref: `#/components/parameters/${name}` })),
          requestBody: {
            required: true,
            content: {
              'application/json': {
                schema: {
                  $ref: `#/components/schemas/${kind.startsWith('wallet.link.') ? 'WalletLinkEvent' : 'Event'}`,
                  properties: { event: { const: kind } },
                },
              },
            },
          },
          responses: {
            '2XX': { description: 'Acknowledged.' },
            401: { description: 'The signature is bad.' },
            default: {
              description:
                'Retried after 1 minute, 5 minutes, 30 minutes, 2 hours, then every 12 hours until 24 hours after the event.',
              'x-not-shown': questions(['delivery.timeout', 'delivery.schedule-reading']),
            },
          },
          ...(kind.startsWith('escrow.') && { 'x-not-shown': questions(['webhook.escrow-event-fields']) }),
          ...(kind.endsWith('.failed') && { 'x-not-shown': questions(['webhook.failed-amount']) }),
        },
      },
    ]),
  );
}

/** The signature and timestamp headers of a webhook (Events, request headers). */
const signatures = [
  {
    name: 'x-service-signature',
    pattern: '^[0-9a-f]{64}$',
    description: 'Lowercase hex HMAC-SHA256 of the raw request body, keyed with the webhook secret.',
  },
  { name: 'x-service-timestamp', pattern: '^[0-9]+$', description: 'Unix seconds at which this attempt was sent.' },
  {
    name: 'x-service-signature-v2',
    pattern: '^[0-9a-f]{64}$',
    description: 'Lowercase hex HMAC-SHA256 of the text `<timestamp>.<raw body>`.',
  },
];

function content(schema: string | null): Node {
  return { 'application/json': { schema: schema === null ? {} : { $ref: `#/components/schemas/${schema}` } } };
}

function questions(ids: readonly ObservationId[]): Node {
  return Object.fromEntries(ids.map((id) => [id, observation(id).question]));
}

/** As zod generates it, without the bounds that mean "a safe integer" and without the keys that belong to a whole document. */
function jsonSchema(schema: z.ZodType): Node {
  const made = z.toJSONSchema(schema, {
    io: 'input',
    override({ jsonSchema: node }) {
      if (node.minimum === Number.MIN_SAFE_INTEGER) delete node.minimum;
      if (node.maximum === Number.MAX_SAFE_INTEGER) delete node.maximum;
      const open = node['x-not-shown'];
      if (Array.isArray(open)) node['x-not-shown'] = questions(open as ObservationId[]);
      if (node.additionalProperties !== undefined && Object.keys(node.additionalProperties as object).length === 0)
        delete node.additionalProperties;
    },
  });
  const { $schema, '~standard': _, ...rest } = made as unknown as Node;
  return rest;
}
