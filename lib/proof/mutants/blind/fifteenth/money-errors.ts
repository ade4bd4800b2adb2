/** Errors that are written by hand, or by a library that has more than one thing to say. */
import { fieldProblem } from '../../../reference/engine/fields.ts';
import type { Case } from '../../../reference/rules/rulebook.ts';
import { mutant } from '../../mutant.ts';
import { answers } from '../../steps.ts';
import { against, type BlindMutant } from '../against.ts';
import { bodyOf, codeOf, withError } from '../ways.ts';

const CREATES = ['createCheckout', 'createRefund', 'createPayout', 'createEscrow'] as const;

/** What is wrong with each field of the body; the fields of a missing object are left out. */
function problemsOf({ service, endpoint, body, environment }: Case): string[] {
  const rules = endpoint.takes ? service.rules.forms[endpoint.takes] : [];
  return rules.flatMap((rule) => {
    const [outer = '', inner] = rule.field.split('.');
    if (inner !== undefined && body.object(outer) === null) return [];
    return fieldProblem([rule], body, environment.name) ?? [];
  });
}

export const found: readonly BlindMutant[] = [
  against(
    'Every error body has the shape `{ error: { code: string, message: string } }`.',
    mutant(
      'error.shape-of-400',
      'blind15-several-problems-are-a-list',
      'the message is what the validation library says: a text where one field is wrong, a list of texts where several are',
      answers(CREATES, (reply, asked) => {
        const problems = reply.status === 400 ? problemsOf(asked) : [];
        return problems.length > 1 ? withError(reply, (error) => ({ ...error, message: problems })) : reply;
      }),
    ),
  ),
  against(
    'Every error body has the shape `{ error: { code: string, message: string } }`. Request and response bodies are JSON.',
    mutant(
      'error.shape-of-404',
      'blind15-reference-in-an-error-is-not-escaped',
      'the body of payment_not_found is a template into which the paymentReference is put as it is: one that holds a quotation mark or a backslash makes a body that is not JSON',
      answers('createRefund', (reply, asked) => {
        if (codeOf(reply) !== 'payment_not_found') return reply;
        const reference = String(bodyOf(asked).paymentReference);
        const message = `no checkout has the reference ${reference}`;
        return { ...reply, text: `{"error":{"code":"payment_not_found","message":"${message}"}}` };
      }),
    ),
  ),
];
