/** Defects of a webhook address that is changed while a delivery waits for a retry. */
import type { Delivery, Merchant } from '../../reference/rules/records.ts';
import { nextAttempt } from '../blind/ways-of-delivery.ts';
import { functions } from '../change.ts';
import { all, type Change, type Mutant, mutant } from '../mutant.ts';
import { before } from '../steps.ts';

export const addressMutants: readonly Mutant[] = [
  mutant(
    'delivery.first-retry',
    'cleared-address-ends-deliveries',
    'the deliveries that wait for a retry when the address is cleared are not tried again, though it is set again before',
    endedWhenCleared(),
  ),
  mutant(
    'webhook.address-changed',
    'address-kept-while-one-waits',
    'a new address is used as soon as no delivery to the old one waits for a retry',
    postponed(),
  ),
];

function endedWhenCleared(): Change {
  const ended = new WeakSet<Delivery['attempts']>();
  return all(
    functions(({ changeAddress }) => ({
      changeAddress(merchant, url) {
        if (url === null)
          for (const { state, attempts } of merchant.deliveries) if (state === 'pending') ended.add(attempts);
        changeAddress(merchant, url);
      },
    })),
    nextAttempt((_, attempts, plain) => (ended.has(attempts) ? undefined : plain)),
    // An attempt that was due already is not made either.
    functions(({ attemptBody }) => ({
      attemptBody(payload, attempt, delivery) {
        if (delivery !== undefined && ended.has(delivery.attempts)) throw new Error('the delivery was ended');
        return attemptBody(payload, attempt, delivery);
      },
    })),
  );
}

function postponed(): Change {
  const wanted = new Map<Merchant, string | null>();
  const waits = ({ deliveries }: Merchant) =>
    deliveries.some(({ state, attempts }) => state === 'pending' && attempts.length > 0);
  return all(
    functions(({ changeAddress }) => ({
      changeAddress(merchant, url) {
        if (waits(merchant)) wanted.set(merchant, url);
        else changeAddress(merchant, url);
      },
    })),
    before('limitRate', ({ merchant, service }, next) => {
      const url = wanted.get(merchant);
      if (url !== undefined && !waits(merchant)) {
        wanted.delete(merchant);
        service.rules.functions.changeAddress(merchant, url);
      }
      return next();
    }),
  );
}
