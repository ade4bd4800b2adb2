/** How answers are sent: what HTTP and JSON leave open. */
import { around } from '../../mutants/steps.ts';
import { answersAreWritten, answersLeave, decisions, jsonIsWritten, responseOf } from '../changes.ts';
import { type PermittedVariant, reading } from '../permitted-variant.ts';

const widely = ['checkouts', 'refunds', 'escrows', 'wallet-links', 'idempotency', 'errors'] as const;

export const answers: readonly PermittedVariant[] = [
  reading(
    {
      name: 'connections-closed',
      oneOf: 'connections',
      what: 'each answer says that its connection is closed',
      touches: widely,
    },
    answersLeave((answer) => ({ ...answer, headers: { ...answer.headers, connection: 'close' } })),
  ),
  ...(
    [
      ['connections-closed-unannounced', 5],
      ['connections-closed-after-a-second', 1_000],
    ] as const
  ).map(([name, milliseconds]) =>
    reading(
      {
        name,
        oneOf: 'connections',
        what: `a connection is closed without a word once it has been idle for ${milliseconds} ms`,
        touches: ['checkouts', 'payouts', 'idempotency', 'rate-limit'],
      },
      decisions({ connectionsIdleMs: milliseconds }),
      // `Connection: keep-alive` alone does not say for how long.
      answersLeave((answer) => ({ ...answer, headers: { ...answer.headers, connection: 'keep-alive' } })),
    ),
  ),
  reading(
    { name: 'bodies-in-chunks', what: 'answers have no Content-Length and arrive in several chunks', touches: widely },
    answersLeave(({ status, headers, text }) =>
      text === '' ? responseOf({ status, headers, text }) : new Response(inChunks(text), { status, headers }),
    ),
  ),
  reading(
    {
      name: 'answers-late',
      what: 'each answer takes 30 ms longer',
      touches: [...widely, 'webhooks', 'rate-limit'],
      onlySlow: true,
    },
    answersLeave(async (answer) => {
      await pause(30);
      return answer;
    }),
  ),
  reading(
    { name: 'json-pretty', what: 'bodies are indented and end with a new line', touches: [...widely, 'webhooks'] },
    jsonIsWritten((text) => `${JSON.stringify(JSON.parse(text), null, 2)}\n`),
  ),
  reading(
    {
      name: 'json-escaped',
      what: 'bodies are plain ASCII: other characters and slashes are escaped',
      touches: ['checkouts', 'wallet-links', 'webhooks', 'hosted-pages'],
    },
    jsonIsWritten((text) => text.replace(/[\u0080-\uffff]/g, escaped).replaceAll('/', '\\/')),
  ),
  reading(
    { name: 'json-keys-sorted', what: 'fields come in alphabetical order', touches: [...widely, 'webhooks'] },
    jsonIsWritten((text) => JSON.stringify(sorted(JSON.parse(text)))),
  ),
  reading(
    {
      name: 'content-type-with-charset',
      what: 'the type is spelled APPLICATION/JSON;charset=utf-8, and header names in capitals',
      touches: [...widely, 'rate-limit', 'versioning'],
    },
    answersLeave(({ status, headers, text }) =>
      responseOf({
        status,
        text,
        headers: inCapitals({ ...headers, 'content-type': 'APPLICATION/JSON;charset=utf-8' }),
      }),
    ),
  ),
  reading(
    {
      name: 'headers-added',
      what: 'answers have headers about versions, limits and security, and a cookie',
      touches: [...widely, 'rate-limit', 'versioning'],
      decides: ['version.deprecation-policy'],
    },
    answersLeave((answer) => ({ ...answer, headers: { ...answer.headers, ...more() } })),
  ),
  reading(
    {
      name: 'fields-added',
      what: 'records, errors and events have more fields',
      touches: [...widely, 'webhooks', 'balance'],
    },
    jsonIsWritten((text) => {
      const body = JSON.parse(text);
      if (Array.isArray(body)) return text;
      const { error, ...rest } = body;
      const added = { object: 'resource', livemode: false, version: 3, tags: [], _links: { self: { href: '/' } } };
      if (rest.customer) rest.customer = { name: null, ...rest.customer };
      if (error === undefined) return JSON.stringify({ ...added, ...rest });
      return JSON.stringify({ error: { type: 'request', ...error, details: [], status: 'x' }, requestId: 'req_1' });
    }),
  ),
  reading(
    {
      name: 'messages-in-french',
      oneOf: 'messages',
      what: 'the messages of errors are in another language',
      touches: [...widely, 'payouts'],
    },
    answersAreWritten((text) => {
      const body = JSON.parse(text);
      if (typeof body.error?.message !== 'string') return text;
      // How much is left belongs to the message (Endpoints, behaviour rule 3).
      const [amount] = body.error.message.match(/\d+ kobo|₦[\d,.]+(?= left)/) ?? [];
      body.error.message = amount ? `Montant trop élevé, reste ${amount}.` : 'La requête n’a pas été acceptée.';
      return JSON.stringify(body);
    }),
  ),
  reading(
    {
      name: 'messages-empty',
      oneOf: 'messages',
      what: 'the messages of errors say nothing',
      touches: ['checkouts', 'payouts', 'errors', 'rate-limit'],
    },
    answersAreWritten((text) => {
      const body = JSON.parse(text);
      if (body.error && body.error.code !== 'refund_exceeds_paid') body.error.message = '';
      return JSON.stringify(body);
    }),
  ),
  ...(
    [
      ['times-with-offset', 'times are local, with an offset', (ms: number) => `${iso(ms + 3_600_000)}+01:00`],
      ['times-without-fraction', 'times are in whole seconds', (ms: number) => `${iso(ms).replace(/\.\d+$/, '')}Z`],
      ['times-in-nanoseconds', 'times have nine digits of a second', (ms: number) => `${iso(ms)}123456Z`],
      ['times-with-zero-offset', 'times have six digits and +00:00', (ms: number) => `${iso(ms)}000+00:00`],
      [
        'times-with-a-comma',
        'a comma stands before the fraction of a second',
        (ms: number) => `${iso(ms).replace('.', ',')}Z`,
      ],
      ['times-with-hours-of-offset', 'the offset has hours alone', (ms: number) => `${iso(ms)}+00`],
      [
        'times-in-basic-format',
        'times are in the basic format: 20261126T235201Z',
        (ms: number) => `${iso(ms).replace(/[-:]|\.\d+$/g, '')}Z`,
      ],
    ] as const
  ).map(([name, what, written]) =>
    reading(
      { name, oneOf: 'times', what, touches: ['checkouts', 'refunds', 'payouts', 'wallet-links', 'webhooks'] },
      jsonIsWritten((text) =>
        text.replace(
          /"(createdAt|paidAt|expiresAt|occurredAt)":"([^"]+)"/g,
          (_, field: string, time: string) => `"${field}":"${written(Date.parse(time))}"`,
        ),
      ),
    ),
  ),
  reading(
    {
      name: 'times-stored-in-seconds',
      // "Timestamps are ISO 8601 date-times": how exact they are is not shown.
      oneOf: 'times',
      what: 'times of records are rounded to the nearest second, as MySQL stores them; those of events are not',
      touches: ['checkouts', 'refunds', 'payouts', 'escrows', 'wallet-links', 'webhooks'],
    },
    answersAreWritten((text) =>
      text.replace(
        /"(createdAt|paidAt|expiresAt)":"([^"]+)"/g,
        (_, field: string, time: string) =>
          `"${field}":"${new Date(Math.round(Date.parse(time) / 1_000) * 1_000).toISOString()}"`,
      ),
    ),
  ),
  reading(
    {
      name: 'processing-takes-time',
      what: 'each POST takes 60 ms once its key is in progress, so that others meet it there',
      touches: ['checkouts', 'refunds', 'idempotency', 'environments'],
      decides: ['idempotency.in-progress-conditions'],
    },
    around('takeTime', (own) => async (asked, next) => {
      if (asked.endpoint.method === 'POST') await pause(60);
      return await own(asked, next);
    }),
  ),
];

function inChunks(text: string): ReadableStream<Uint8Array> {
  const bytes = Buffer.from(text, 'utf8');
  const middle = bytes.length >> 1;
  return new ReadableStream({
    async start(controller) {
      controller.enqueue(bytes.subarray(0, middle));
      await pause(1);
      controller.enqueue(bytes.subarray(middle));
      controller.close();
    },
  });
}

function escaped(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(entries.map(([name, inner]) => [name, sorted(inner)]));
}

function inCapitals(headers: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toUpperCase(), value]));
}

function more(): Record<string, string> {
  return {
    'x-api-version': '1.0.0',
    deprecation: 'false',
    'x-ratelimit-remaining': '7',
    'strict-transport-security': 'max-age=63072000',
    'set-cookie': 'session=1; HttpOnly',
    vary: 'authorization',
  };
}

/** ISO 8601 with the fraction, without a zone. */
function iso(milliseconds: number): string {
  return new Date(milliseconds).toISOString().slice(0, -1);
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
