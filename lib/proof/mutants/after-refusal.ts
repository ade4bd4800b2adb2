/** Defects in which a refused request still has an effect. */
import { Refusal } from '../reference/engine/refusal.ts';
import type { EnvironmentName, Merchant } from '../reference/rules/records.ts';
import type { EndpointName } from '../reference/rules/requests.ts';
import type { Case } from '../reference/rules/rulebook.ts';
import { addedTransition } from './change.ts';
import { all, type Change } from './mutant.ts';
import { before, isAt } from './steps.ts';

type Creates = 'createCheckout' | 'createRefund' | 'createPayout';

/** Calls `does` when a request for a new resource is refused with this status, for its fields or by a guard. */
export function afterRefusal(at: EndpointName, status: number, does: (asked: Case) => void): Change {
  return before('checkFields', (asked, next) => {
    try {
      return next();
    } catch (error) {
      if (isAt(asked, at) && error instanceof Refusal && error.status === status) does(asked);
      throw error;
    }
  });
}

/** The reference of a request refused with this status, in this environment, counts as used. */
export function refusedTakesReference(at: Creates, status: number, where: EnvironmentName = 'sandbox'): Change {
  const taken = new WeakMap<Merchant, Set<string>>();
  const usedBy = (merchant: Merchant) => {
    const used = taken.get(merchant) ?? new Set();
    taken.set(merchant, used);
    return used;
  };
  return all(
    afterRefusal(at, status, ({ environment, merchant, body }) => {
      if (environment.name === where) usedBy(merchant).add(body.text('reference') ?? '');
    }),
    before('checkGuards', (asked, next) => {
      if (isAt(asked, at) && usedBy(asked.merchant).has(asked.body.text('reference') ?? ''))
        throw new Refusal({ status: 409, code: 'duplicate_reference' }, 'this reference is used already');
      return next();
    }),
  );
}

/** A request refused with this status sends the event of a failure. */
export function refusedSendsFailure(at: Creates, status: number): Change {
  const failsAtOnce = { from: null, on: 'refuse', to: 'failed' } as const;
  return all(
    addedTransition('checkout', { ...failsAtOnce, sends: 'payment.failed' }),
    addedTransition('refund', { ...failsAtOnce, sends: 'refund.failed' }),
    addedTransition('payout', { ...failsAtOnce, sends: 'payout.failed' }),
    afterRefusal(at, status, (asked) => asked.service.fire(refusedRecord(at, asked), 'refuse')),
  );
}

function refusedRecord(at: Creates, { body, merchant, service }: Case) {
  const common = {
    id: service.newId('no_'),
    reference: body.text('reference') ?? '',
    merchant,
    amount: body.integer('amount') ?? 0,
    createdAt: new Date(service.clock.now()).toISOString(),
    status: 'new',
    currency: 'NGN',
    failureReason: 'refused',
  } as const;
  if (at === 'createRefund') {
    const paymentReference = body.text('paymentReference') ?? '';
    return { ...common, kind: 'refund', payment: null, paymentReference, reason: null } as const;
  }
  if (at === 'createPayout') {
    const recipient = { bankName: '', bankCode: null, accountNumber: '', accountName: '' };
    return { ...common, kind: 'payout', recipient, narration: null } as const;
  }
  const unpaid = { paymentMethod: null, refundedAmount: 0, refunding: 0, paidAt: null } as const;
  const given = { description: null, email: '', returnUrl: '', metadata: null } as const;
  return { ...common, ...given, ...unpaid, kind: 'checkout' } as const;
}
