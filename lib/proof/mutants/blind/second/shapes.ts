/** Refusals and answers of another shape, for one status, route or cause alone. */

import { functions } from '../../change.ts';
import { mutant } from '../../mutant.ts';
import { isReplay } from '../../on-replay.ts';
import { answers } from '../../steps.ts';
import { against, type BlindMutant } from '../against.ts';
import { parsed, withError } from '../ways.ts';

export const found: readonly BlindMutant[] = [
  against(
    'Every error body has the shape { error: { code: string, message: string } }',
    mutant(
      'error.shape-of-404',
      'blind-unknown-refund-as-text',
      'the 404 of a refund has its code as error, and its message beside it',
      answers('getRefund', (reply) => {
        if (reply.status !== 404) return reply;
        const { code, message } = JSON.parse(reply.text).error;
        return { ...reply, text: JSON.stringify({ error: code, message }) };
      }),
    ),
  ),
  against(
    'Every error body has the shape { error: { code: string, message: string } }',
    mutant(
      'error.shape-of-others',
      'blind-closed-balance-without-message',
      'the 403 of a wallet balance has null as message',
      answers('getWalletBalance', (reply) =>
        reply.status === 403 ? withError(reply, ({ code }) => ({ code, message: null })) : reply,
      ),
    ),
  ),
  against(
    'Every error body has the shape `{ error: { code: string, message: string } }`.',
    mutant(
      'error.malformed-body',
      'blind-unreadable-body-answered-with-page',
      'a body that is no JSON is refused with a page of HTML',
      answers('everywhere', (reply, { raw }) =>
        reply.status === 400 && raw.length > 0 && parsed(raw.toString('utf8')) === undefined
          ? { status: 400, text: '<h1>Bad Request</h1>', headers: { 'content-type': 'text/html' } }
          : reply,
      ),
    ),
  ),
  against(
    'Request and response bodies are JSON',
    mutant(
      'error.json-content-type',
      'blind-refund-replay-as-text',
      'the replay of a refund says that it is text/plain',
      answers('createRefund', (reply) =>
        isReplay(reply) ? { ...reply, headers: { ...reply.headers, 'content-type': 'text/plain' } } : reply,
      ),
    ),
  ),
  against(
    'Every error body has the shape { error: { code: string, message: string } }',
    mutant(
      'auth.missing-merchant-refused',
      'blind-missing-merchant-id-in-a-list',
      'a missing X-Merchant-Id is told in a list of errors',
      functions(({ finish }) => ({
        async finish(answer, asked, clock) {
          const done = finish ? await finish(answer, asked, clock) : answer;
          if (done.status !== 401 || asked.headers['x-merchant-id'] !== undefined) return done;
          const { error } = (await done.json()) as { error: unknown };
          return new Response(JSON.stringify({ errors: [error] }), { status: 401, headers: done.headers });
        },
      })),
    ),
  ),
];
