/** Creates that are refused and leave something behind, and a path that no endpoint has. */
import { Refusal } from '../../../reference/engine/refusal.ts';
import { openCheckout, openEscrow, openRefund } from '../../../reference/rules/actions.ts';
import type { Merchant } from '../../../reference/rules/records.ts';
import type { EndpointName } from '../../../reference/rules/requests.ts';
import type { Case } from '../../../reference/rules/rulebook.ts';
import { afterRefusal } from '../../after-refusal.ts';
import { all, type Change, mutant } from '../../mutant.ts';
import { before, isAt } from '../../steps.ts';
import { against, type BlindMutant } from '../against.ts';
import { whenRefused } from '../ways.ts';

const CREATES = ['createCheckout', 'createRefund', 'createPayout', 'createEscrow'] as const;

/** The same request, of which nothing that it makes is found by its reference or page. */
function unseen(asked: Case): Case {
  const { environment, merchant } = asked;
  const records = { ...merchant.records, checkout: new Map(), escrow: new Map() };
  return {
    ...asked,
    environment: { ...environment, checkouts: new Map(), escrows: new Map() },
    merchant: { ...merchant, records },
  };
}

function keptAsFailed(asked: Case): void {
  const refund = openRefund({ ...asked, payment: undefined });
  refund.status = 'failed';
  refund.failureReason = 'payment_not_paid';
  asked.merchant.balance += refund.amount;
}

function reusedKeyTakesReference(): Change {
  const used = new WeakMap<Merchant, Set<string>>();
  const named = (name: EndpointName, { body }: Case) => `${name} ${body.text('reference')}`;
  return all(
    before('checkGuards', (asked, next) => {
      if (isAt(asked, CREATES) && used.get(asked.merchant)?.has(named(asked.endpoint.name, asked)))
        throw new Refusal({ status: 409, code: 'duplicate_reference' }, 'this reference is used already');
      return next();
    }),
    whenRefused(CREATES, (asked, { code }) => {
      const { endpoint, merchant } = asked;
      if (code !== 'idempotency_key_reused') return;
      used.set(merchant, (used.get(merchant) ?? new Set()).add(named(endpoint.name, asked)));
    }),
  );
}

/** Whatever follows the path of the list is answered with the list. */
function answersBelowBanks(): Change {
  return (rules) => ({
    ...rules,
    endpoints: rules.endpoints.flatMap((each) =>
      each.name === 'listBanks' ? [each, { ...each, path: `${each.path}/:more` }] : [each],
    ),
  });
}

export const found: readonly BlindMutant[] = [
  against(
    'payment.failed | A checkout failed or expired. 400 | invalid_request | Invalid request.',
    mutant(
      'error.refused-sends-nothing',
      'kind-refused-checkout-expires-a-day-later',
      'the end of a checkout is queued before its fields are looked at: of one that was refused with 400 nothing is found, and payment.failed comes after 24 hours',
      afterRefusal('createCheckout', 400, (asked) => void openCheckout(unseen(asked))),
    ),
  ),
  against(
    'escrow.cancelled | Escrow cancelled or not paid in time. A seller wallet without an approved link is refused with `wallet_not_linked`.',
    mutant(
      'error.refused-sends-nothing',
      'kind-refused-escrow-is-told-as-cancelled',
      'an escrow is written before its seller is looked at, and cancelled again: of one that is refused for its seller nothing is found, and escrow.cancelled is sent',
      afterRefusal('createEscrow', 422, (asked) => void asked.service.fire(openEscrow(unseen(asked)), 'cancel')),
    ),
  ),
  against(
    'The checkout must be `succeeded`, else `409 payment_not_paid`.',
    mutant(
      'error.refused-has-no-effect',
      'kind-refund-of-unpaid-is-kept-as-failed',
      'a refund that is refused with 409 payment_not_paid is kept as one that failed: GET of its reference answers 200',
      whenRefused('createRefund', (asked, { code }) => {
        const { body, merchant } = asked;
        if (code === 'payment_not_paid' && !merchant.records.refund.has(body.text('reference') ?? ''))
          keptAsFailed(asked);
      }),
    ),
  ),
  against(
    '409 | duplicate_reference | Reference already used. 409 | idempotency_key_reused | Same Idempotency-Key with a different body.',
    mutant(
      'error.refused-leaves-reference-free',
      'kind-reused-key-takes-the-reference',
      'references are reserved before keys are looked up: the reference of a create that is refused with idempotency_key_reused is used, and the right create with a key of its own gets 409 duplicate_reference',
      reusedKeyTakesReference(),
    ),
  ),
  against(
    'GET | /v1/banks | none | 200 list of banks with codes. Every error body has the shape `{ error: { code, message } }`.',
    mutant(
      'error.unknown-route',
      'kind-path-below-the-banks-is-the-list',
      'a path is routed by its beginning: GET of /v1/banks/044, which no endpoint has, is answered with 200 and the whole list',
      answersBelowBanks(),
    ),
  ),
];
