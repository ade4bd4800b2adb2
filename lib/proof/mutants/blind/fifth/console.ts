/** The console's list after a change of address. */
import { functions } from '../../change.ts';
import { mutant } from '../../mutant.ts';
import { against, type BlindMutant } from '../against.ts';

export const found: readonly BlindMutant[] = [
  against(
    'The console lists deliveries with attempts, last HTTP status, error and sent payload.',
    mutant(
      'delivery.listed',
      'blind5-list-of-the-present-address',
      'deliveries are listed for the webhook address that is set: after a change those to the one before are gone',
      functions(({ deliveryList }) => ({
        deliveryList: (deliveries, merchant) =>
          deliveryList(
            deliveries.filter(({ webhookUrl }) => webhookUrl === merchant?.webhookUrl),
            merchant,
          ),
      })),
    ),
  ),
];
