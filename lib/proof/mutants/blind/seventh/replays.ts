/** Answers that are kept too short, in length or in time, and bodies that are compared too widely. */
import { createHash } from 'node:crypto';
import { functions } from '../../change.ts';
import { mutant } from '../../mutant.ts';
import { answers } from '../../steps.ts';
import { against, type BlindMutant } from '../against.ts';
import { deeply, parsed } from '../ways.ts';

const COLUMN_LENGTH = 1_024;
const NUMBER = /^\s*[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?\s*$/i;

/** As a language compares that takes texts which read as numbers for these. */
const loosely = deeply((value) => (typeof value === 'string' && NUMBER.test(value) ? Number(value) : value));

const isReplay = ({ headers }: { headers?: Record<string, string> }) => headers?.['idempotent-replayed'] !== undefined;

export const found: readonly BlindMutant[] = [
  against(
    'Same key and same body: the original response is replayed',
    mutant(
      'idempotency.escrow-release-replay',
      'blind7-kept-answers-of-1024-characters',
      'the column of kept answers has 1,024 characters: the replay of a release whose answer is longer, as the escrow has metadata and texts, is cut off',
      answers('everywhere', (reply) =>
        isReplay(reply) ? { ...reply, text: reply.text.slice(0, COLUMN_LENGTH) } : reply,
      ),
    ),
  ),
  against(
    'Same key and same body: the original response is replayed',
    mutant(
      'idempotency.checkout-replay',
      'blind7-key-read-once',
      'a kept answer is taken out of its store when it is read: the second repetition of a request is processed as a new one',
      answers('everywhere', (reply, { header, merchant }) => {
        if (isReplay(reply)) merchant.keys.delete(header('idempotency-key') ?? '');
        return reply;
      }),
    ),
  ),
  against(
    'Same key and a different body: `409 idempotency_key_reused`.',
    mutant(
      'idempotency.payout-key-reused',
      'blind7-bodies-compared-loosely',
      'bodies are compared loosely: texts that read as the same number are the same, such as the references 0017 and 17',
      functions(() => ({
        sameRequest({ endpoint, path, raw }) {
          const text = raw.toString('utf8');
          const value = parsed(text);
          const read = value === undefined ? text : JSON.stringify(loosely(value));
          return `${endpoint.method} ${path} ${createHash('sha256').update(read).digest('base64')}`;
        },
      })),
    ),
  ),
];
