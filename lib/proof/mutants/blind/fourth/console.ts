/** The console: what it lists, and where it sends again. */
import type { Attempt } from '../../../reference/rules/records.ts';
import { functions } from '../../change.ts';
import { mutant } from '../../mutant.ts';
import { against, type BlindMutant } from '../against.ts';
import { onResend } from '../ways-of-delivery.ts';

/** The last attempt of each status; attempts without an answer are all different. */
function lastOfEachStatus(attempts: readonly Attempt[]): Attempt[] {
  return attempts.filter(
    ({ status }, at) => status === null || attempts.findLastIndex((each) => each.status === status) === at,
  );
}

export const found: readonly BlindMutant[] = [
  against(
    'The console lists deliveries with attempts, last HTTP status, error and sent payload.',
    mutant(
      'delivery.lists-attempts',
      'blind4-attempts-kept-by-status',
      'attempts are kept by delivery and status: of several that were answered alike the list has the last one alone',
      functions(({ deliveryList }) => ({
        deliveryList: (deliveries, merchant) =>
          deliveryList(
            deliveries.map((each) => ({ ...each, attempts: lastOfEachStatus(each.attempts) })),
            merchant,
          ),
      })),
    ),
  ),
  against(
    "The service sends a POST with a JSON body to the merchant's webhook URL (set in the console …). A Resend action sends an event again as a new delivery.",
    mutant(
      'webhook.address-changed',
      'blind4-resent-to-the-first-address',
      'Resend copies the address with the delivery: after a change of address it goes to the old one',
      onResend((resend) => (merchant, deliveryId) => {
        const present = merchant.webhookUrl;
        const delivery = merchant.deliveries.find(({ id }) => id === deliveryId);
        merchant.webhookUrl = delivery?.webhookUrl ?? present;
        try {
          return resend(merchant, deliveryId);
        } finally {
          merchant.webhookUrl = present;
        }
      }),
    ),
  ),
];
