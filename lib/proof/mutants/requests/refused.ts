/** Defects in the effects of a refused request. */
import { Refusal } from '../../reference/engine/refusal.ts';
import type { EndpointName } from '../../reference/rules/requests.ts';
import type { Case } from '../../reference/rules/rulebook.ts';
import { type Change, type Mutant, mutant } from '../mutant.ts';
import { before, isAt, replyOf } from '../steps.ts';

const CREATES: readonly EndpointName[] = ['createCheckout', 'createRefund', 'createPayout', 'createEscrow'];

export const refusedMutants: readonly Mutant[] = [
  mutant(
    'error.refused-leaves-reference-free',
    'refused-reference-is-taken',
    'the reference of a create that was refused is taken',
    takesReference(),
  ),
  mutant(
    'error.refused-leaves-first',
    'refused-checkout-overwrites-description',
    'a second checkout of one reference is refused, and its description put into the first',
    after('createCheckout', 409, ({ merchant, body }) => {
      const first = merchant.records.checkout.get(body.text('reference') ?? '');
      if (first !== undefined) first.description = body.text('description') ?? null;
    }),
  ),
  mutant(
    'error.refused-leaves-first',
    'refused-payout-overwrites-narration',
    'a second payout of one reference is refused, and its narration put into the first',
    after('createPayout', 409, ({ merchant, body }) => {
      const first = merchant.records.payout.get(body.text('reference') ?? '');
      if (first !== undefined) first.narration = body.text('narration') ?? null;
    }),
  ),
  mutant(
    'error.refused-moves-no-money',
    'refused-payout-is-deducted',
    'the amount of a payout that is refused with 422 is taken from the balance',
    after('createPayout', 422, ({ merchant, body }) => {
      merchant.balance -= body.integer('amount') ?? 0;
    }),
  ),
  mutant(
    'error.refused-moves-no-money',
    'refused-refund-is-kept-back',
    'the amount of a refund that is too long in its reason is kept back',
    after('createRefund', 400, ({ merchant, body }) => {
      const payment = merchant.records.checkout.get(body.text('paymentReference') ?? '');
      if (payment !== undefined) payment.refunding += body.integer('amount') ?? 0;
    }),
  ),
  mutant(
    'error.refused-sends-nothing',
    'refused-payout-sends-failed',
    'payout.failed is sent for a payout that is refused with 422',
    after('createPayout', 422, (asked) => {
      const { endpoint, service, merchant } = asked;
      const payout = endpoint.does?.(asked);
      if (payout === undefined) return;
      service.fire(payout, 'settlement fails');
      merchant.records.payout.delete(payout.reference);
    }),
  ),
];

/** Calls `does` after a request was refused with this status. */
function after(at: EndpointName, status: number, does: (asked: Case) => void): Change {
  return before('checkFields', async (asked, next) => {
    const reply = await replyOf(next);
    if (isAt(asked, at) && reply.status === status) does(asked);
    return reply;
  });
}

/** Only for another key: a repetition with the same key is refused as before. */
function takesReference(): Change {
  const taken = new Map<string, string | undefined>();
  return before('checkFields', async (asked, next) => {
    if (!isAt(asked, CREATES)) return next();
    const key = asked.header('idempotency-key');
    const name = `${asked.merchant.id} ${asked.endpoint.name} ${asked.body.text('reference')}`;
    if (taken.has(name) && taken.get(name) !== key)
      throw new Refusal({ status: 409, code: 'duplicate_reference' }, 'this reference is used already');
    const reply = await replyOf(next);
    if (reply.status >= 400 && reply.status !== 409) taken.set(name, key);
    return reply;
  });
}
