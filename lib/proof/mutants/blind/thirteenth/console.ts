/** Rows that an update of the console changes beside the one that was meant. */
import type { Delivery } from '../../../reference/rules/records.ts';
import { functions } from '../../change.ts';
import { mutant } from '../../mutant.ts';
import { against, type BlindMutant } from '../against.ts';

function acknowledgedThroughout(delivery: Delivery): Delivery {
  const status = delivery.attempts.at(-1)?.status ?? null;
  if (delivery.state !== 'delivered') return delivery;
  return { ...delivery, attempts: delivery.attempts.map(({ at }) => ({ at, status, error: null })) };
}

export const found: readonly BlindMutant[] = [
  against(
    'The console lists deliveries with attempts, last HTTP status, error and sent payload.',
    mutant(
      'delivery.lists-attempts',
      'blind13-acknowledgement-noted-at-each-attempt',
      'what notes an acknowledgement updates all attempts of the delivery: once a retry was acknowledged, the failed ones before it are listed with its status and without their errors',
      functions(({ deliveryList }) => ({
        deliveryList: (deliveries, merchant) => deliveryList(deliveries.map(acknowledgedThroughout), merchant),
      })),
    ),
  ),
  against(
    "The service sends a POST with a JSON body to the merchant's webhook URL (set in the console).",
    mutant(
      'webhook.payment-succeeded',
      'blind13-address-belongs-to-the-last',
      'an address stands in the console once: when a merchant changes its webhook address to one that another merchant has, that one has none any more, and none of its events is sent',
      functions(({ changeAddress }) => ({
        changeAddress(merchant, webhookUrl) {
          for (const other of merchant.environment.merchants.values())
            if (webhookUrl !== null && other.webhookUrl === webhookUrl) other.webhookUrl = null;
          changeAddress(merchant, webhookUrl);
        },
      })),
    ),
  ),
];
