/** Errors: requests with more than one wrong field. */
import { fieldProblem } from '../../../reference/engine/fields.ts';
import type { Reply } from '../../../reference/rules/requests.ts';
import type { Case } from '../../../reference/rules/rulebook.ts';
import { mutant } from '../../mutant.ts';
import { answers } from '../../steps.ts';
import { against, type BlindMutant } from '../against.ts';
import { withError } from '../ways.ts';

function allProblems(reply: Reply, { endpoint, service, body, environment }: Case): Reply {
  if (reply.status !== 400 || endpoint.takes === undefined) return reply;
  const rules = service.rules.forms[endpoint.takes];
  const problems = rules.flatMap((rule) => fieldProblem([rule], body, environment.name) ?? []);
  if (problems.length < 2) return reply;
  return withError(reply, (error) => (error.message === problems[0] ? { ...error, message: problems } : error));
}

export const found: readonly BlindMutant[] = [
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
