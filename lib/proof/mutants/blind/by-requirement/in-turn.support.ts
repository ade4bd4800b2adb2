/** Requests that share a lock, and those that do not. */
import type { EndpointName, Reply } from '../../../reference/rules/requests.ts';
import type { Case } from '../../../reference/rules/rulebook.ts';
import { all, type Change } from '../../mutant.ts';
import { before, hesitates, isAt, replyOf } from '../../steps.ts';

/** Real time between what is looked at and what is written, in milliseconds. */
const WRITING_MS = 20;

/** Requests with the same lock follow one another; those with different locks do not see what the other is about to write. */
export function inTurnBy(at: EndpointName, lockOf: (asked: Case) => string): Change {
  const latest = new Map<string, Promise<Reply>>();
  return all(
    before('answerKnown', (asked, next) => {
      if (!isAt(asked, at)) return next();
      const lock = `${asked.environment.baseUrl} ${lockOf(asked)}`;
      const reply = Promise.resolve(latest.get(lock)).then(() => replyOf(next));
      latest.set(lock, reply);
      return reply;
    }),
    hesitates(at, WRITING_MS),
  );
}
