/** Answers that come from another place than the usual one, in the shape of that place. */
import { functions } from '../../change.ts';
import { mutant } from '../../mutant.ts';
import { answers } from '../../steps.ts';
import { against, type BlindMutant } from '../against.ts';

export const found: readonly BlindMutant[] = [
  against(
    'Timestamps are ISO 8601 date-times. … 200 with the same body when linkRef already exists',
    mutant(
      'wallet-link.known-ref',
      'blind6-expires-at-as-the-database-writes-it',
      'a known linkRef is answered from its row of the database: expiresAt has a blank in place of the T, and no zone',
      answers('createWalletLink', (reply) => {
        if (reply.status !== 200) return reply;
        const body = JSON.parse(reply.text) as { expiresAt: string };
        const expiresAt = body.expiresAt.slice(0, 19).replace('T', ' ');
        return { ...reply, text: JSON.stringify({ ...body, expiresAt }) };
      }),
    ),
  ),
  against(
    'Every error body has the shape `{ error: { code: string, message: string } }`.',
    mutant(
      'error.shape-of-others',
      'blind6-wrong-method-answered-by-the-framework',
      'a method that a path does not have is refused by the framework: with plain text',
      functions(({ finish }) => ({
        async finish(answer, asked, clock) {
          const last = finish ? await finish(answer, asked, clock) : answer;
          if (last.status !== 405) return last;
          return new Response('Method Not Allowed', { status: 405, headers: { 'content-type': 'text/plain' } });
        },
      })),
    ),
  ),
];
