/** The rate limit and its header, and errors of more than one field. */
import { fieldProblem } from '../../../reference/engine/fields.ts';
import type { Reply } from '../../../reference/rules/requests.ts';
import type { Case } from '../../../reference/rules/rulebook.ts';
import { mutant } from '../../mutant.ts';
import { answers } from '../../steps.ts';
import { against, type BlindMutant } from '../against.ts';
import { codeOf, withError } from '../ways.ts';

/** The limiter lets requests in by a sliding minute. */
function untilTheNextMinute(reply: Reply, { service }: Case): Reply {
  if (reply.status !== 429 || codeOf(reply) !== 'rate_limited') return reply;
  const second = Math.floor(service.clock.now() / 1_000) % 60;
  return { ...reply, headers: { ...reply.headers, 'retry-after': String(60 - second) } };
}

function allProblems(reply: Reply, { endpoint, service, body, environment }: Case): Reply {
  if (reply.status !== 400 || endpoint.takes === undefined) return reply;
  const rules = service.rules.forms[endpoint.takes];
  const problems = rules.flatMap((rule) => fieldProblem([rule], body, environment.name) ?? []);
  if (problems.length < 2) return reply;
  return withError(reply, (error) => (error.message === problems[0] ? { ...error, message: problems } : error));
}

export const found: readonly BlindMutant[] = [
  against(
    '120 requests per minute per API key; then 429 `rate_limited` with `Retry-After`',
    mutant(
      'rate-limit.retry-after-honest',
      'blind26-retry-after-counts-to-the-full-minute',
      'requests are limited in any 60 seconds, and `Retry-After` is the time to the next full minute of the clock: who waits that long after a burst in the middle of a minute is refused again',
      answers('everywhere', untilTheNextMinute),
    ),
  ),
  against(
    'Every error body has the shape `{ error: { code: string, message: string } }`.',
    mutant(
      'error.shape-of-400',
      'blind26-several-problems-make-a-list',
      'where more than one field of a request is wrong, `message` is a list of all problems instead of a text',
      answers('everywhere', allProblems),
    ),
  ),
];
