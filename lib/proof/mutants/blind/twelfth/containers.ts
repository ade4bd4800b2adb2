/** Bodies that a framework converts or leaves out. */
import { all, mutant } from '../../mutant.ts';
import { before, coerces, isAt } from '../../steps.ts';
import { against, type BlindMutant } from '../against.ts';

const NOTHING = Buffer.alloc(0);

export const found: readonly BlindMutant[] = [
  against(
    'feeAmount | integer. autoReleaseHours | integer | 1 to 720. 400 | invalid_request | Invalid request.',
    mutant(
      'escrow.fee-integer',
      'blind12-implicit-conversion-to-numbers',
      'the framework converts what is not a number where one is due: a feeAmount of "500", true or [500] and autoReleaseHours of "24" or [24] are accepted',
      all(coerces('createEscrow', 'feeAmount', Number), coerces('createEscrow', 'autoReleaseHours', Number)),
    ),
  ),
  against(
    'With `amount` the buyer receives that amount and the remainder goes to the seller. Request and response bodies are JSON.',
    mutant(
      'escrow.refund-pays-remainder',
      'blind12-charset-hides-the-body',
      'the optional body of a refund is read where Content-Type is application/json and nothing more: with application/json; charset=utf-8 the amount is not seen, and the whole escrow is refunded',
      before('readBody', (asked, next) => {
        const type = asked.header('content-type') ?? '';
        if (isAt(asked, 'refundEscrow') && /^application\/json *;/i.test(type)) asked.raw = NOTHING;
        return next();
      }),
    ),
  ),
];
