/** Defects of a webhook address that is changed while a delivery waits for a retry. */
import type { Merchant } from '../../reference/rules/records.ts';
import { functions } from '../change.ts';
import { all, type Change, type Mutant, mutant } from '../mutant.ts';
import { before } from '../steps.ts';

export const addressMutants: readonly Mutant[] = [
  mutant(
    'webhook.address-changed',
    'address-kept-while-one-waits',
    'a new address is used as soon as no delivery to the old one waits for a retry',
    postponed(),
  ),
];

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
