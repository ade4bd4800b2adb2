/** Shapes that a framework or a serialiser makes otherwise. */
import { fieldProblem } from '../../../reference/engine/fields.ts';
import type { Case } from '../../../reference/rules/rulebook.ts';
import { shows } from '../../change.ts';
import { mutant } from '../../mutant.ts';
import { answers } from '../../steps.ts';
import { against, type BlindMutant } from '../against.ts';
import { withError } from '../ways.ts';

const LARGEST_INT32 = 2_147_483_647;

/** All that is wrong with the fields, one text each. */
function problems({ body, endpoint, environment, service }: Case): string[] {
  const rules = endpoint.takes ? service.rules.forms[endpoint.takes] : [];
  return rules.flatMap((rule) => fieldProblem([rule], body, environment.name) ?? []);
}

export const found: readonly BlindMutant[] = [
  against(
    'Every error body has the shape `{ error: { code: string, message: string } }`.',
    mutant(
      'error.shape-of-400',
      'blind4-messages-as-a-list',
      'where more than one field is wrong, the message is a list with one text for each',
      answers('everywhere', (reply, asked) => {
        if (reply.status !== 400) return reply;
        const all = problems(asked);
        // A 400 for something else than the fields, such as a body that cannot be read, stays as it is.
        return withError(reply, (error) =>
          all.length > 1 && all.includes(error.message) ? { ...error, message: all } : error,
        );
      }),
    ),
  ),
  against(
    'All amounts are integers in minor units (kobo).',
    mutant(
      'escrow.amount-stored',
      'blind4-long-amounts-as-text',
      'GET of an escrow writes an amount that needs more than 32 bits as a text',
      shows('getEscrow', (body) =>
        Number(body.amount) > LARGEST_INT32 ? { ...body, amount: String(body.amount) } : body,
      ),
    ),
  ),
];
