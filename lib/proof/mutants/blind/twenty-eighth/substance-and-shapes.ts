/** Answers of the right shape that say something else, and answers of another shape. */
import { isObject } from '../../../reference/engine/body.ts';
import { fieldProblem } from '../../../reference/engine/fields.ts';
import type { Case } from '../../../reference/rules/rulebook.ts';
import { shows } from '../../change.ts';
import { mutant } from '../../mutant.ts';
import { answers } from '../../steps.ts';
import { against, type BlindMutant } from '../against.ts';
import { also, codeOf, parsed, withError } from '../ways.ts';

/** One text for each field that is wrong. */
function problemsOf({ service, endpoint, body, environment }: Case): string[] {
  const fields = endpoint.takes ? service.rules.forms[endpoint.takes] : [];
  return fields.flatMap((field) => fieldProblem([field], body, environment.name) ?? []);
}

export const found: readonly BlindMutant[] = [
  against(
    '`GET /v1/banks` lists Nigerian banks and their codes. recipient.bankName | The service matches it to a Nigerian bank',
    mutant(
      'payout.listed-bank-accepted',
      'blind28-newer-bank-is-listed-and-not-matched',
      'the list comes from the bank directory, which has a bank that was licensed since, and names are matched with a table of its own: a payout to that bank, named as the list names it, is refused with `unsupported_bank`',
      shows('listBanks', (body) => {
        return { ...body, banks: [...(body.banks as object[]), { code: '107', name: 'Optimus Bank' }] };
      }),
    ),
  ),
  against(
    'Refund record (GET): ... `createdAt` (date-time)',
    mutant(
      'refund.created-at-true',
      'blind28-refund-has-the-time-of-its-checkout',
      "the record of a refund is read together with its checkout, and both tables have a column of that name: `createdAt` is the checkout's",
      shows('getRefund', (body, { record }) =>
        record?.kind === 'refund' && record.payment !== null ? { ...body, createdAt: record.payment.createdAt } : body,
      ),
    ),
  ),
  against(
    'Refund record (GET): ... `failureReason` (string or null, set when failed)',
    mutant(
      'refund.record-nulls',
      'blind28-failure-reason-of-a-success',
      "the text of the processor's response is stored as it comes, whatever it says: a refund that succeeded has `failureReason` 'Approved or completed successfully'",
      also('refund', 'settlement succeeds', (refund) => {
        refund.failureReason = 'Approved or completed successfully';
      }),
    ),
  ),
  against(
    'Every error body has the shape `{ error: { code: string, message: string } }`',
    mutant(
      'error.shape-of-400',
      'blind28-several-problems-are-a-list',
      'where more than one field is wrong, `message` is a list with a text for each of them',
      answers('everywhere', (reply, asked) => {
        if (reply.status !== 400 || !isObject(parsed(asked.raw.toString('utf8')))) return reply;
        const problems = problemsOf(asked);
        return problems.length > 1 ? withError(reply, (error) => ({ ...error, message: problems })) : reply;
      }),
    ),
  ),
  against(
    'Every error body has the shape `{ error: { code: string, message: string } }`. Unknown references on GET calls give a 404 error',
    mutant(
      'error.shape-of-404',
      'blind28-encoded-slash-ends-at-the-proxy',
      'the proxy in front does not pass on paths with an encoded slash: GET of a reference that holds one is answered with 404 and a page of the proxy',
      answers('everywhere', (reply, { path }) =>
        /%2f/i.test(path)
          ? { status: 404, text: '<h1>Not Found</h1>', headers: { 'content-type': 'text/html' } }
          : reply,
      ),
    ),
  ),
  against(
    'Every error body has the shape `{ error: { code: string, message: string } }`. 409 | request_in_progress | Same Idempotency-Key still processing',
    mutant(
      'error.shape-of-409',
      'blind28-in-progress-has-its-own-shape',
      'requests whose key is in use are refused by a library, which has its own form of errors: the body is `{ error: code, message }`',
      answers('everywhere', (reply) => {
        if (codeOf(reply) !== 'request_in_progress') return reply;
        const { code, message } = JSON.parse(reply.text).error;
        return { ...reply, text: JSON.stringify({ error: code, message }) };
      }),
    ),
  ),
];
