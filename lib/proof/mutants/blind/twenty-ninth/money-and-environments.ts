/** The balance, where other features meet it, and live beside sandbox. */
import { Refusal } from '../../../reference/engine/refusal.ts';
import { functions, guard, shows } from '../../change.ts';
import { mutant } from '../../mutant.ts';
import { against, type BlindMutant } from '../against.ts';
import { also } from '../ways.ts';

export const found: readonly BlindMutant[] = [
  against(
    'All amounts are integers in minor units (kobo).',
    mutant(
      'balance.payment-adds',
      'blind29-balance-of-32-bits',
      'the balance is shown as an integer of 32 bits: above 2,147,483,647 kobo, which two large payments reach, it turns negative',
      shows('getBalance', (body) => ({ ...body, availableMinor: Number(body.availableMinor) | 0 })),
    ),
  ),
  against(
    '`GET /v1/balance` returns the amount available to pay out in kobo (paid in, minus refunds and payouts).',
    mutant(
      'balance.payout-subtracts',
      'blind29-balance-kept-from-falling-below-zero',
      'a sandbox payout above the balance takes what is there and leaves zero: what it lacked is never made up for by later payments, and if it fails the whole amount comes back',
      also('payout', 'create', ({ merchant, amount }) => {
        merchant.balance = Math.max(merchant.balance, amount);
      }),
    ),
  ),
  against(
    'A key used against the other environment gives `403 wrong_environment`.',
    mutant(
      'environment.sandbox-key-in-live',
      'blind29-merchant-id-of-here-with-the-key-of-there',
      'the merchant is looked for first: where its id is of this environment and only the key was left from the other one, the answer is that of unknown credentials',
      functions(({ authenticate }) => ({
        authenticate(service, environment, header) {
          try {
            return authenticate(service, environment, header);
          } catch (error) {
            const { decisions, refusals } = service.rules;
            const elsewhere = error instanceof Refusal && error.code === refusals.wrongEnvironment.code;
            if (elsewhere && environment.merchants.has(header('x-merchant-id') ?? ''))
              throw new Refusal(decisions.unauthenticated, 'the API key is not one of this merchant');
            throw error;
          }
        },
      })),
    ),
  ),
  against(
    'In live it must exist, else `422 account_not_found`',
    mutant(
      'environment.live-account-not-found',
      'blind29-sellers-of-both-environments',
      'the index of wallets is one for both environments: a live escrow is accepted for a seller wallet that only sandbox has',
      guard('escrow.seller-unknown', {
        refuses({ service, body }) {
          const { sandbox, live } = service.environments;
          return [sandbox, live].every(
            (each) => service.wallet(each, body.text('seller.walletId') ?? '') === undefined,
          );
        },
      }),
    ),
  ),
];
