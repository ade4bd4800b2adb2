/** Defects of the form of errors, and of the path prefix. */
import { endpoint } from '../change.ts';
import { type Change, type Mutant, mutant } from '../mutant.ts';
import { answers, around, before, isAt, replyOf } from '../steps.ts';

const shapes: Readonly<Record<string, (error: { code: string; message: string }) => unknown>> = {
  'error-as-text': ({ code }) => ({ error: code }),
  'code-beside-error': ({ code, message }) => ({ code, message }),
  'without-message': ({ code }) => ({ error: { code } }),
  'without-code': ({ message }) => ({ error: { message } }),
  'code-as-number': ({ message }) => ({ error: { code: 1, message } }),
};

const shapeMutants = ([400, 404, 409, 422] as const).flatMap((status) =>
  Object.entries(shapes).map(([name, shape]) =>
    mutant(
      `error.shape-of-${status}`,
      `${status}-${name}`,
      `errors with status ${status} have the shape "${name.replaceAll('-', ' ')}"`,
      reshaped(status, shape),
    ),
  ),
);

export const errorMutants: readonly Mutant[] = [
  ...shapeMutants,
  mutant(
    'error.shape-of-others',
    '403-error-as-text',
    'errors with status 403 have a text in place of the error object',
    reshaped(403, ({ code }) => ({ error: code })),
  ),
  mutant(
    'error.shape-of-404',
    'unknown-payout-written-into-json-by-hand',
    'the answer about an unknown payout is put together as text, with the reference as it was sent: where that has a quotation mark, it is no JSON',
    answers('getPayout', (reply, { params }) =>
      reply.status === 404
        ? { ...reply, text: `{"error":{"code":"not_found","message":"there is no payout ${params.reference ?? ''}"}}` }
        : reply,
    ),
  ),
  mutant(
    'error.json-content-type',
    'refusals-as-html',
    'refusals are said to be text/html',
    answers('everywhere', (reply) =>
      reply.status < 400 ? reply : { ...reply, headers: { ...reply.headers, 'content-type': 'text/html' } },
    ),
  ),
  mutant(
    'error.malformed-body',
    'malformed-body-with-422',
    'a malformed body is refused with 422',
    unreadableAs(422, 'invalid_request'),
  ),
  mutant(
    'error.malformed-body',
    'malformed-body-with-500',
    'a malformed body is answered with 500',
    unreadableAs(500, 'internal_error'),
  ),
  mutant(
    'error.malformed-body',
    'malformed-body-with-another-code',
    'a malformed body is refused with malformed_json',
    unreadableAs(400, 'malformed_json'),
  ),
  mutant('error.unknown-route', 'unknown-route-with-200', 'an unknown path is answered with 200', (rules) => ({
    ...rules,
    decisions: { ...rules.decisions, unknownRoute: { status: 200, code: 'none' } },
  })),
  mutant('error.unknown-route', 'unknown-route-as-text', 'an unknown path is answered with plain text', (rules) => ({
    ...rules,
    decisions: { ...rules.decisions, unknownRoute: { status: 404, code: 'no_such_route' } },
    functions: {
      ...rules.functions,
      finish: async (answer) => {
        const text = await answer.clone().text();
        return text.includes('no_such_route') ? new Response('Not Found', { status: 404 }) : answer;
      },
    },
  })),
  mutant(
    'error.refused-has-no-effect',
    'checkout-refused-but-made',
    'a checkout that is refused with 400 exists all the same',
    afterRefusal('createCheckout', 400),
  ),
  mutant(
    'error.refused-has-no-effect',
    'payout-refused-but-made',
    'a payout that is refused with 422 exists all the same',
    afterRefusal('createPayout', 422),
  ),
  mutant(
    'version.path-prefix',
    'banks-without-prefix',
    'the bank list stands without /v1',
    endpoint('listBanks', { path: '/banks' }),
  ),
  mutant(
    'version.path-prefix',
    'balance-under-v2',
    'the balance stands under /v2',
    endpoint('getBalance', { path: '/v2/balance' }),
  ),
];

function reshaped(status: number, shape: (typeof shapes)[string]): Change {
  return answers('everywhere', (reply) => {
    if (reply.status !== status) return reply;
    const { error } = JSON.parse(reply.text) as { error: { code: string; message: string } };
    return { ...reply, text: JSON.stringify(shape(error)) };
  });
}

function unreadableAs(status: number, code: string): Change {
  return around('readBody', (own) => async (asked, next) => {
    let went = false;
    const reply = await replyOf(() =>
      own(asked, () => {
        went = true;
        return next();
      }),
    );
    return went || reply.status !== 400
      ? reply
      : { status, text: JSON.stringify({ error: { code, message: 'unreadable' } }) };
  });
}

function afterRefusal(at: 'createCheckout' | 'createPayout', status: number): Change {
  return before('checkFields', async (asked, next) => {
    const reply = await replyOf(next);
    if (isAt(asked, at) && reply.status === status) asked.endpoint.does?.(asked);
    return reply;
  });
}
