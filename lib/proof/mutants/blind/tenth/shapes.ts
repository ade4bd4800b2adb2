/** Shapes that are another one where there is more than one fault, or where a job wrote the row. */
import { Body } from '../../../reference/engine/body.ts';
import { fieldProblem } from '../../../reference/engine/fields.ts';
import type { EndpointName } from '../../../reference/rules/requests.ts';
import type { Case } from '../../../reference/rules/rulebook.ts';
import { event } from '../../change.ts';
import { mutant } from '../../mutant.ts';
import { answers } from '../../steps.ts';
import { against, type BlindMutant } from '../against.ts';
import { bodyOf, codeOf, withError } from '../ways.ts';

const CREATES: readonly EndpointName[] = ['createCheckout', 'createRefund', 'createPayout', 'createEscrow'];

/** What is wrong with each outer field of the body. */
function faultsOf(asked: Case): string[] {
  const { endpoint, environment, service } = asked;
  const body = new Body(bodyOf(asked));
  if (endpoint.takes === undefined || Object.keys(body.value).length === 0) return [];
  const faults = new Map<string, string>();
  for (const rule of service.rules.forms[endpoint.takes]) {
    const problem = fieldProblem([rule], body, environment.name);
    const [outer = ''] = rule.field.split('.');
    if (problem !== null && !faults.has(outer)) faults.set(outer, problem);
  }
  return [...faults.values()];
}

export const found: readonly BlindMutant[] = [
  against(
    'Every error body has the shape `{ error: { code: string, message: string } }`.',
    mutant(
      'error.shape-of-400',
      'blind10-messages-of-several-faults',
      'a validator answers with what it found: where two or more fields of a create are wrong, the message of the 400 is a list of texts',
      answers(CREATES, (reply, asked) => {
        if (reply.status !== 400 || codeOf(reply) !== 'invalid_request') return reply;
        const faults = faultsOf(asked);
        return faults.length < 2 ? reply : withError(reply, (error) => ({ ...error, message: faults }));
      }),
    ),
  ),
  against(
    'Payload: amountMinor | integer | kobo.',
    mutant(
      'webhook.payload-fields',
      'blind10-job-tells-amount-as-text',
      'the job that ends unpaid checkouts reads its rows by itself, with amounts as texts: payment.failed of one that expired has the amount as a string',
      event('payment.failed', (carried, { failureReason }) =>
        failureReason === 'expired' ? { ...carried, amountMinor: String(carried.amountMinor) } : carried,
      ),
    ),
  ),
];
