/** Shapes that a framework or a language chooses. */
import { STATUS_CODES } from 'node:http';
import { functions } from '../../change.ts';
import { mutant } from '../../mutant.ts';
import { isReplay } from '../../on-replay.ts';
import { answers } from '../../steps.ts';
import { against, type BlindMutant } from '../against.ts';

/** A status that the enumeration lacks is read as 500. */
function enumerated(status: number | null): number | null {
  return status === null || String(status) in STATUS_CODES ? status : 500;
}

export const found: readonly BlindMutant[] = [
  against(
    'Every error body has the shape `{ error: { code: string, message: string } }`. Request and response bodies are JSON.',
    mutant(
      'error.shape-of-400',
      'blind11-error-page-for-browsers',
      'the framework chooses how to show an error by Accept: a request that accepts text/html is refused with a web page',
      answers('everywhere', (reply, { header }) => {
        if (reply.status < 400 || !/text\/html/i.test(header('accept') ?? '')) return reply;
        const text = `<!doctype html><title>Error ${reply.status}</title><h1>Error ${reply.status}</h1>`;
        return { ...reply, text, headers: { ...reply.headers, 'content-type': 'text/html; charset=utf-8' } };
      }),
    ),
  ),
  against(
    'The original response is replayed, with response header `Idempotent-Replayed: true`.',
    mutant(
      'idempotency.replay-is-marked',
      'blind11-true-as-the-language-writes-it',
      'the value of the header is a truth value as the language writes it: Idempotent-Replayed is True',
      answers('everywhere', (reply) =>
        isReplay(reply) ? { ...reply, headers: { ...reply.headers, 'idempotent-replayed': 'True' } } : reply,
      ),
    ),
  ),
  against(
    'The console lists deliveries with attempts, last HTTP status, error and sent payload.',
    mutant(
      'delivery.lists-attempts',
      'blind11-unknown-status-listed-as-500',
      'statuses of receivers are kept as an enumeration of the known ones: an attempt that was answered with another, such as 499 or 520, is listed with 500',
      functions(({ deliveryList }) => ({
        deliveryList: (deliveries, merchant) =>
          deliveryList(
            deliveries.map((delivery) => ({
              ...delivery,
              attempts: delivery.attempts.map((attempt) => ({ ...attempt, status: enumerated(attempt.status) })),
            })),
            merchant,
          ),
      })),
    ),
  ),
];
